"""The W3C suites of RDF syntax through our reader: ``python -m benchmarks.rdf_suites DIR``.

DIR is a checkout of https://github.com/w3c/rdf-tests. A positive case must give its triples: those of the expected
result where the suite has one, else those that rdflib reads; triples with blank nodes and triple terms are compared by
number. A negative case must be refused with file and line, and counted with ``lenient``.
"""

from __future__ import annotations

import argparse
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from urllib.parse import unquote, urlparse

import pyoxigraph as ox
import rdflib
from rdflib.collection import Collection
from rdflib.namespace import RDF

from benchmarks.measure import Table
from contragraph.graph.errors import InputError
from contragraph.loaders.archives import SourceFile
from contragraph.loaders.lines import Tally
from contragraph.loaders.rdf.files import RdfSettings, triples
from contragraph.loaders.rdf.terms import BLANK, TRIPLE_TERM

MF = rdflib.Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#")
SUITES = {
    "N-Triples 1.1": "rdf/rdf11/rdf-n-triples",
    "N-Quads 1.1": "rdf/rdf11/rdf-n-quads",
    "Turtle 1.1": "rdf/rdf11/rdf-turtle",
    "TriG 1.1": "rdf/rdf11/rdf-trig",
    "RDF/XML 1.1": "rdf/rdf11/rdf-xml",
    "N-Triples 1.2": "rdf/rdf12/rdf-n-triples/syntax",
    "N-Quads 1.2": "rdf/rdf12/rdf-n-quads/syntax",
    "Turtle 1.2": "rdf/rdf12/rdf-turtle",
}
FORMATS = {"NTriples": "nt", "NQuads": "nq", "Turtle": "ttl", "Trig": "trig", "XML": "rdf"}
Triple = tuple[str, str, str, str | None, str | None]


@dataclass(frozen=True, slots=True)
class Case:
    """One test: the file to read, what it is relative to, what is expected, and whether it must be refused."""

    name: str
    form: str
    action: Path
    base: str
    result: Path | None
    negative: bool


def cases(folder: Path) -> Iterator[Case]:
    """The tests of the manifests in a folder and below."""
    for manifest in sorted(folder.rglob("manifest.ttl")):
        root = manifest.parent.resolve().as_uri() + "/"
        graph = rdflib.Graph().parse(manifest, format="turtle", publicID=root)
        assumed = next(graph.objects(None, MF.assumedTestBase), None)
        for head in graph.objects(None, MF.entries):
            for entry in Collection(graph, head):
                kind = str(graph.value(entry, RDF.type)).rsplit("#Test")[-1]
                form = next((form for name, form in FORMATS.items() if kind.startswith(name)), None)
                action = graph.value(entry, MF.action)
                if form is None or action is None or "PositiveC" in kind:
                    continue
                result = graph.value(entry, MF.result)
                inside = str(action).removeprefix(root)
                yield Case(
                    str(entry).rsplit("#", maxsplit=1)[-1],
                    form,
                    place(action),
                    f"{assumed or root}{inside}",
                    place(result) if result is not None else None,
                    "Negative" in kind,
                )


def place(iri: object) -> Path:
    """The path of a file IRI."""
    return Path(unquote(urlparse(str(iri)).path))


def read(case: Case, *, lenient: bool) -> tuple[Counter[Triple], Tally]:
    """What our reader makes of the file."""
    tally = Tally(case.action.name)
    settings = RdfSettings(base=case.base, lenient=lenient, form=case.form)
    found: Counter[Triple] = Counter()
    for frame in triples(SourceFile(case.action), tally, settings):
        found.update(frame.select("subject", "predicate", "object", "datatype", "language").iter_rows())
    return found, tally


def expected(case: Case) -> set[Triple] | None:
    """The triples without blank nodes that the file should give; None where nobody else can read it."""
    if case.result is not None:
        form = ox.RdfFormat.N_QUADS if case.result.suffix == ".nq" else ox.RdfFormat.N_TRIPLES
        quads = ox.parse(path=case.result, format=form)
        return {told for quad in quads if (told := plain(quad.subject, quad.predicate, quad.object))}
    try:
        graph = rdflib.Dataset(default_union=True)
        name = {"nt": "nt11", "nq": "nquads", "ttl": "turtle", "rdf": "xml"}.get(case.form, case.form)
        graph.parse(case.action, format=name, publicID=case.base)
    except Exception:  # what rdflib raises at what it cannot read has no common class
        return None
    rows = set()
    for s, p, o in graph.triples((None, None, None)):
        if isinstance(s, rdflib.URIRef) and not isinstance(o, rdflib.BNode):
            kind = o.datatype if isinstance(o, rdflib.Literal) else None
            tag = o.language if isinstance(o, rdflib.Literal) else None
            if isinstance(o, rdflib.Literal) and kind is None:
                kind = rdflib.RDF.langString if tag else rdflib.XSD.string
            rows.add((str(s), str(p), str(o), str(kind) if kind else None, tag.lower() if tag else None))
    return rows


def plain(subject: object, predicate: ox.NamedNode, thing: object) -> Triple | None:
    """A triple as our reader gives it; None for one with a blank node or a triple in it."""
    if not isinstance(subject, ox.NamedNode) or not isinstance(thing, (ox.NamedNode, ox.Literal)):
        return None
    if isinstance(thing, ox.NamedNode):
        return (subject.value, predicate.value, thing.value, None, None)
    return (subject.value, predicate.value, thing.value, thing.datatype.value, thing.language)


def valued(triple: Triple) -> Triple:
    """The triple with its number in one spelling: rdflib reads ``+.7`` as ``0.7``."""
    subject, predicate, thing, kind, language = triple
    if kind and kind.rpartition("#")[2] in ("integer", "decimal", "double"):
        with suppress(InvalidOperation):
            thing = str(Decimal(thing).normalize())
    return (subject, predicate, thing, kind, language)


def verdict(case: Case) -> str:
    """``passed``, or what went wrong."""
    try:
        found, tally = read(case, lenient=False)
    except InputError as error:
        if not case.negative:
            return f"refused: {error}"
        _, tally = read(case, lenient=True)
        told = case.action.name in str(error) and ("Line " in str(error) or case.form == "rdf")
        return "passed" if told and any(tally.dropped.values()) else f"no place, or not counted: {error}"
    if case.negative:
        return "accepted"
    skipped = set(tally.dropped) - {BLANK, TRIPLE_TERM}
    wanted = expected(case)
    if skipped or (wanted is not None and set(map(valued, found)) != set(map(valued, wanted))):
        return f"other triples: {sorted(map(str, set(found) ^ (wanted or set())))[:4]} {skipped}"
    return "passed"


def main() -> None:
    """Print the table, then the cases that failed."""
    logging.disable()
    rdflib.NORMALIZE_LITERALS = False
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rdf_suites", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    folder = parser.parse_args().folder
    rows, failures = [], []
    for name, place_ in SUITES.items():
        verdicts = [(case, verdict(case)) for case in cases(folder / place_)]
        passed = Counter(case.negative for case, said in verdicts if said == "passed")
        of = Counter(case.negative for case, _ in verdicts)
        rows.append((name, f"{passed[False]} of {of[False]}", f"{passed[True]} of {of[True]}"))
        failures += [f"- {name} {case.name}: {said}" for case, said in verdicts if said != "passed"]
    print(Table("W3C suites of RDF syntax", ("suite", "positive", "negative"), tuple(rows)).markdown())
    print("\n" + "\n".join(failures))


if __name__ == "__main__":
    main()
