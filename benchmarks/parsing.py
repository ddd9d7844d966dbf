"""Reading RDF: our reader beside rdflib's parsers on the same files, each in a process of its own."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pyoxigraph as ox
import rdflib

from benchmarks.measure import Table, Took, alone, gigabytes, peak_memory, timed
from contragraph.loaders.archives import SourceFile
from contragraph.loaders.lines import Tally
from contragraph.loaders.raw import RawTables
from contragraph.loaders.rdf.files import RdfSettings, triples, with_source

SAMPLE_TRIPLES = 60_000
"""Triples of the made-up file that is read where there are no real ones."""


def run(data: Path | None, folder: Path, facts: int | None = None) -> list[Table]:
    """N-Triples and Turtle, by us into columns, by us into raw tables on disk, by pyoxigraph and by rdflib."""
    source = real(data, folder) if data and not facts else made_up(folder, facts or SAMPLE_TRIPLES)
    turtle = folder / "parsing.ttl"
    with turtle.open("wb") as file:
        # rdflib refuses some of the short names that pyoxigraph writes, so there are none.
        quads = ox.parse(path=source, format=ox.RdfFormat.N_TRIPLES)
        ox.serialize((quad.triple for quad in quads), file, ox.RdfFormat.TURTLE)
    rows = [row for path in (source, turtle) for row in measured(path, folder)]
    columns = ("file", "read by", "triples", "seconds", "processor", "triples a second", "of rdflib's time", "memory")
    return [
        Table(
            f"Parsing: {'raw infobox facts of DBpedia' if data and not facts else 'made-up facts'}",
            columns,
            tuple(rows),
        )
    ]


def measured(path: Path, folder: Path) -> list[tuple[str, ...]]:
    """A row for each way of reading a file."""
    ways: dict[str, Callable[[Path, Path], int]] = {
        "contragraph, columns": columns,
        "contragraph, raw tables": raw_tables,
        "pyoxigraph, terms as text": terms,
        "rdflib": into_graph,
    }
    kind = {".nt": "N-Triples", ".ttl": "Turtle"}[path.suffix]
    found = {name: alone(watched, way, path, folder) for name, way in ways.items()}
    slowest = found["rdflib"][0].processor
    return [
        (
            f"{kind}, {path.stat().st_size / 1e6:.0f} MB",
            name,
            f"{count:,}",
            f"{took.seconds:.2f}",
            f"{took.processor:.2f}",
            f"{count / took.processor:,.0f}",
            f"1/{slowest / took.processor:.0f}",
            gigabytes(memory),
        )
        for name, (took, count, memory) in found.items()
    ]


def watched(way: Callable[[Path, Path], int], path: Path, folder: Path) -> tuple[Took, int, int | None]:
    """What a way of reading took, how many triples it gave, and the most memory of its process."""
    took, count = timed(way, path, folder)
    return took, count, peak_memory()


def columns(path: Path, _: Path) -> int:
    """Our reader, as loaders use it."""
    return sum(frame.height for frame in triples(SourceFile(path), Tally(path.name), RdfSettings()))


def raw_tables(path: Path, folder: Path) -> int:
    """Our reader, with ids for IRIs and all tables written."""
    raw = RawTables(folder / f"raw{path.suffix}")
    with_source(raw, SourceFile(path), RdfSettings())
    return raw.tallies()[0].lines


def terms(path: Path, _: Path) -> int:
    """The parser that we build upon, with each term as text."""
    kind = ox.RdfFormat.N_TRIPLES if path.suffix == ".nt" else ox.RdfFormat.TURTLE
    found = [(q.subject.value, q.predicate.value, q.object.value) for q in ox.parse(path=path, format=kind)]
    return len(found)


def into_graph(path: Path, _: Path) -> int:
    """rdflib, into its graph in memory."""
    return len(rdflib.Graph().parse(path, format="nt" if path.suffix == ".nt" else "turtle"))


def real(data: Path, folder: Path) -> Path:
    """The raw infobox facts of the collection, unpacked."""
    path = folder / "parsing.nt"
    path.write_bytes(gzip.decompress((data / "dbpedia" / "dbp15k_en_union.nt.gz").read_bytes()))
    return path


def made_up(folder: Path, facts: int) -> Path:
    """Facts of the shape of DBpedia's, a sixth of them with values."""
    path = folder / "parsing.nt"
    resource, property_ = "http://dbpedia.org/resource/", "http://dbpedia.org/property/"
    with path.open("w", encoding="utf-8", newline="") as file:
        for number in range(facts):
            end = f'"{number}"^^<http://www.w3.org/2001/XMLSchema#integer>' if number % 6 == 0 else ""
            end = end or f"<{resource}Thing_{number}_(é)>"
            file.write(f"<{resource}Thing_{number % 9000}_(é)> <{property_}relation{number % 90}> {end} .\n")
    return path
