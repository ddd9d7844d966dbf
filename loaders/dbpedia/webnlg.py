"""The triples of WebNLG, as its editors took them from DBpedia: XML files, mostly in one archive.

Of each entry the original triples are read, whose literals have their datatypes, and not those that were reworded for
the texts. A relation is DBpedia's own (``dbo:``) if the ontology declares it, else raw (``dbp:``). An entry's category
is a class of what its first triple is about: it counts for what may stand in for it, and is no fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, cast
from xml.etree import ElementTree

import polars as pl

from contragraph.graph.errors import InputError
from contragraph.graph.progress import Progress
from contragraph.loaders.archives import SourceFile, walked
from contragraph.loaders.dbpedia.terms import ONTOLOGY, PROPERTY, RESOURCE
from contragraph.loaders.raw import RawSource, RawTables

ROOT = b"<benchmark"
_NUMBER = re.compile(r"-?\d+(\.\d+)?(e[+-]?\d+)?")
_LITERAL = re.compile(
    r'"(?P<value>.*)"(?:@(?P<language>[\w-]+)|\^\^<(?P<iri>[^>]*)>|\^\^(?P<curie>\w+:\w+)|\s?\((?P<unit>\w+?)s?\))?'
)
_DATATYPES = "http://dbpedia.org/datatype/"
BAD = "not a subject, a relation and an object"
Row = tuple[int, str, str, str, str | None, str | None, bool]
ROWS = {
    "line": pl.Int64,
    "subject": pl.String,
    "relation": pl.String,
    "object": pl.String,
    "datatype": pl.String,
    "language": pl.String,
    "is_value": pl.Boolean,
}


def webnlg_rows(part: SourceFile, out: RawSource, raw: RawTables, progress: Progress) -> pl.DataFrame:
    """All triples of the XML files in an archive, or of one file, each once; classes by category go to the raw tables.

    :raises InputError: if a file is no XML
    """
    declared = set(raw.scan("schema").select("subject").unique().collect()["subject"])
    rows: dict[tuple[str, str, str], Row] = {}
    classes: dict[str, str] = {}
    for category, text in told(part, progress):
        terms = [term.strip() for term in text.split(" | ")]
        out.tally.lines += 1
        if len(terms) != 3 or not all(terms):
            out.tally.drop(BAD, out.tally.lines)
            continue
        subject, relation, thing = terms
        if subject not in classes and category:
            classes[subject] = category
        own = f"{ONTOLOGY}{relation}"
        known = own if not declared or own in declared else f"{PROPERTY}{relation}"
        value, datatype, language = term_of(thing)
        row = (
            out.tally.lines,
            f"{RESOURCE}{subject.replace(' ', '_')}",
            known,
            value,
            datatype,
            language,
            datatype is not None,
        )
        if rows.setdefault((subject, relation, thing), row) is not row:
            out.tally.drop("triple that another entry has too", out.tally.lines)
    named = [(f"{RESOURCE}{subject.replace(' ', '_')}", f"{ONTOLOGY}{kind}") for subject, kind in classes.items()]
    out.add("classes", pl.DataFrame(named, schema={"id": pl.String, "class": pl.String}, orient="row"))
    return pl.DataFrame(list(rows.values()), schema=ROWS, orient="row")


def told(part: SourceFile, progress: Progress) -> Iterator[tuple[str, str]]:
    """Category (of the first triple of an entry alone) and text of each original triple."""
    for inner, stream in walked(part.path):
        if not inner.plain_name.lower().endswith(".xml"):
            continue
        try:
            for _, element in ElementTree.iterparse(cast(BinaryIO, stream)):
                if element.tag != "entry":
                    continue
                first = element.get("category", "")
                for triple in element.iter("otriple"):
                    yield first, triple.text or ""
                    first = ""
                element.clear()
        except ElementTree.ParseError as error:
            raise InputError(f"{inner.name} is no XML ({error}); fetch it again.") from error
        progress(part.path.name, stream.position, stream.size)


def term_of(text: str) -> tuple[str, str | None, str | None]:
    """Value, datatype and language of a literal; the id, None and None of an entity."""
    if match := _LITERAL.fullmatch(text):
        datatype = match["curie"] or ("rdf:langString" if match["language"] else "xsd:string")
        if match["iri"]:
            datatype = match["iri"].replace(_DATATYPES, "dbd:")
        elif match["unit"]:
            datatype = f"dbd:{match['unit']}"
        return match["value"], datatype, match["language"]
    if match := _NUMBER.fullmatch(text):
        return text, "xsd:double" if match[1] or match[2] else "xsd:integer", None
    return f"{RESOURCE}{text.replace(' ', '_')}", None, None
