"""Terms of RDF as columns of text, and ids from IRIs."""

from __future__ import annotations

import re
from collections.abc import Iterable

import polars as pl
import pyoxigraph as ox

from contragraph.graph.errors import InputError
from contragraph.loaders.archives import SourceFile
from contragraph.loaders.lines import Tally
from contragraph.ontology.namespaces import PREFIXES

STRING = PREFIXES["xsd"] + "string"
LANG_STRING = PREFIXES["rdf"] + "langString"
TRIPLES: dict[str, pl.DataType] = {
    "line": pl.Int64(),
    "subject": pl.String(),
    "predicate": pl.String(),
    "object": pl.String(),
    "datatype": pl.String(),
    "language": pl.String(),
}
"""Columns of a block of triples: IRIs; ``datatype`` is null where the object is an IRI."""
BLANK = "blank node"
TRIPLE_TERM = "triple within a triple"


class TripleColumns:
    """Triples on their way from parser to columns; what has no place in a graph of facts is tallied."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._columns: tuple[list[int], list[str], list[str], list[str], list[str | None], list[str | None]]
        self._columns = [], [], [], [], [], []
        self.last = 0
        """The number of the last triple, kept or not."""

    def __len__(self) -> int:
        return len(self._columns[0])

    def take(self, numbered: Iterable[tuple[int, ox.Quad | ox.Triple]]) -> None:
        """Take in triples with the numbers of their lines; the names of their graphs count for nothing.

        If the source raises an error, what came before is taken in.
        """
        lines, subjects, predicates, objects, datatypes, languages = self._columns
        for line, quad in numbered:
            self.last = line
            subject, thing = quad.subject, quad.object
            if type(subject) is ox.NamedNode and type(thing) is ox.NamedNode:
                datatypes.append(None)
                languages.append(None)
            elif type(subject) is ox.NamedNode and type(thing) is ox.Literal:
                datatypes.append(thing.datatype.value)
                languages.append(thing.language)
            else:
                kinds = type(subject), type(thing)
                self._tally.drop(BLANK if ox.BlankNode in kinds else TRIPLE_TERM, line)
                continue
            lines.append(line)
            subjects.append(subject.value)
            predicates.append(quad.predicate.value)
            objects.append(thing.value)

    def frame(self) -> pl.DataFrame:
        """What was taken in."""
        return pl.DataFrame(dict(zip(TRIPLES, self._columns)), schema=TRIPLES)


def why(error: SyntaxError | MemoryError | ValueError) -> str:
    """What a parser found wrong, in a few words without the place."""
    if isinstance(error, MemoryError):
        return "a term of more than 16 MB"
    said = str(error.msg if isinstance(error, SyntaxError) else error) or "it cannot be parsed"
    said = re.sub(r"^Parser error (?:at|between) line .*?: ", "", said)
    if "LoadDocumentCallback" in said:
        return "it needs a context from the web, which is not fetched"
    if "No scheme found" in said:
        return "a relative IRI without a base"
    return "not RDF: " + re.sub(r"'[^']*'|\b[0-9A-F]{4,8}\b|\d+ bytes.*", "…", said).rstrip(". ")


class RdfSyntaxError(InputError):
    """A file is no RDF at some place."""


def refuse(part: SourceFile, line: int | None, reason: str) -> RdfSyntaxError:
    """The error of a file with a line that is no RDF."""
    return RdfSyntaxError(said(part, line, reason))


def said(part: SourceFile, line: int | None, reason: str) -> str:
    """What to say of a file with a bad line."""
    place = f"Line {line} of {part.name}" if line else part.name
    return f"{place} cannot be read: {reason}; mend the file, or skip what is bad with --lenient."


WEB = r"^(?:https?://|urn:)"
_SHORTEST_FIRST = sorted(PREFIXES.items(), key=lambda item: len(item[1]))


def identifiers(iri: str) -> pl.Expr:
    """The ids of a column of IRIs: CURIEs, the IRI itself in other namespaces of the web, null for all else.

    Both ways back are one: no id stands for two IRIs.
    """
    column = pl.col(iri)
    found: pl.Expr = pl.when(column.str.contains(WEB)).then(column).otherwise(pl.lit(None, dtype=pl.String))
    for prefix, namespace in _SHORTEST_FIRST:
        inside = column.str.starts_with(namespace) & (column.str.len_bytes() > len(namespace))
        curie = pl.concat_str(pl.lit(prefix + ":"), column.str.slice(len(namespace)))
        found = pl.when(inside).then(curie).otherwise(found)
    return found.alias(iri)
