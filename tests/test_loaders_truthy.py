"""A truthy dump of Wikidata: every kind of line, other readers of the same lines, and loads that go on."""

from __future__ import annotations

import bz2
import gzip
import json
import re
import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import polars as pl
import pytest
import rdflib

from benchmarks import truthy, truthy_dump
from contragraph.graph.errors import InputError
from contragraph.graph.store import Staging
from contragraph.graph.stores.open import open_store
from contragraph.graph.stores.receiving import Receiver
from contragraph.loaders.cleaning import NAMELESS
from contragraph.loaders.exact_values import NO_UNIT
from contragraph.loaders.report import LoadReport
from contragraph.loaders.times_and_quantities import ANCIENT
from contragraph.loaders.wikidata import truthy_graph
from contragraph.loaders.wikidata import truthy_lines as why
from contragraph.loaders.wikidata.terms import GRAPH
from contragraph.loaders.wikidata.truthy import TruthySettings, stage_truthy
from contragraph.loaders.wikidata.wikidata5m import Wikidata5mFiles, released_files, stage_wikidata5m
from contragraph.samples import sample_files
from tests.cli import contragraph
from tests.stores import content

WD, WDT, XSD = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/", str(rdflib.XSD)
RDFS, SKOS, SCHEMA = str(rdflib.RDFS), str(rdflib.SKOS), "http://schema.org/"
BASE = f"""\
<{WD}Q1> <{WDT}P31> <{WD}Q5> .
<{WD}Q2> <{WDT}P26> <{WD}Q1> .
<{WD}Q1> <{RDFS}label> "Ada Lovelace"@en .
<{WD}Q2> <{RDFS}label> "William King"@mul .
<{WD}Q5> <{RDFS}label> "human"@en .
"""


def staged(folder: Path, text: str, **settings: str) -> tuple[Staging, LoadReport]:
    """A dump of these lines, staged."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "dump.nt"
    path.write_text(text, "utf-8")
    return stage_truthy([path], folder / "staging", TruthySettings(**settings))  # type: ignore[arg-type]


def told(staging: Staging) -> tuple[set[tuple[str, ...]], set[tuple[str, ...]]]:
    """The facts between entities, and those about values."""
    facts = pl.read_parquet(staging.table("facts")).select("subject", "relation", "object")
    values = pl.read_parquet(staging.table("literals")).rename({"id": "object"})
    literal = pl.read_parquet(staging.table("literal_facts")).join(values, on="object")
    return set(facts.iter_rows()), set(literal.select("subject", "relation", "value", "datatype").iter_rows())


LEFT_OUT = [
    (f"<https://en.wikipedia.org/wiki/Ada> <{SCHEMA}about> <{WD}Q1> .", why.PAGES),
    (f"<https://www.wikidata.org/wiki/Special:EntityData/Q1> <{SCHEMA}about> <{WD}Q1> .", why.PAGES),
    (f'<https://en.wikipedia.org/wiki/Ada> <{SCHEMA}name> "Ada"@en .', why.PAGES),
    (f'<{WD}Q1> <{RDFS}label> "Ada"@fr .', why.LANGUAGE),
    (f'<{WD}Q1> <{RDFS}label> "Ada \\"x\\"@en ."@en-gb .', why.LANGUAGE),
    (f'<{WD}Q1> <{WDT}P1559> "Ada"@fr .', why.LANGUAGE),
    (f'<{WD}Q1> <{WDT}P1559> "Ada"@en .', why.TEXTS),
    (f'<{WD}Q1> <{WDT}P214> "5 @en .> " .', why.STRINGS),
    (f"<{WD}Q1> <http://www.wikidata.org/prop/direct-normalized/P214> <http://viaf.org/viaf/5> .", why.NORMAL),
    (f"<{WD}Q1> <{rdflib.RDF}type> <http://wikiba.se/ontology#Item> .", why.ENTRY),
    (f'<{WD}Q1> <http://wikiba.se/ontology#statements> "5"^^<{XSD}integer> .', why.ENTRY),
    (f'<{WD}Q1> <{SKOS}prefLabel> "Ada"@en .', why.NAMED_AGAIN),
    (f'<{WD}Q1> <{SCHEMA}name> "Ada"@en .', why.NAMED_AGAIN),
    (f"<{WD}Q1> <{WDT}P570> _:genid1 .", why.UNKNOWN),
    (f"<{WD}Q1> <{WDT}P18> <http://commons.wikimedia.org/wiki/Special:FilePath/A.jpg> .", why.LINKS),
    (f"<{WD}Q1> <{WDT}P1> <{WD}P31> .", why.LINKS),
    (f'<{WD}Q1> <{WDT}P625> "Point(1 2)"^^<http://www.opengis.net/ont/geosparql#wktLiteral> .', why.PLACES),
    (f"<{WD}P31> <{rdflib.RDF}type> <http://wikiba.se/ontology#Property> .", why.PROPERTY),
    (f"<{WD}P31> <{WDT}P1629> <{WD}Q5> .", why.PROPERTY),
    (f'<{WD}P31> <{SCHEMA}description> "which class"@en .', why.PROPERTY),
    (f"<{WD}L7> <{WDT}P5831> <{WD}Q5> .", why.LEXEME),
    (f"<{WD}Q01> <{WDT}P31> <{WD}Q5> .", why.LEXEME),
    (f"<{WD}Q1> <http://www.w3.org/2002/07/owl#sameAs> <http://example.org/Q7> .", why.SAID),
    (f'<{WD}Q1> <{RDFS}label> "{"x" * 501}"@en .', why.TOO_LONG),
    (f'<{WD}Q1> <{WDT}P569> "-0044-03-15T00:00:00Z"^^<{XSD}dateTime> .', ANCIENT),
    (f'<{WD}Q1> <{WDT}P2048> "+2"^^<{XSD}decimal> .', NO_UNIT),
    (f"<{WD}Q1> <{WDT}P31> <{WD}Q5>", "not RDF"),
    (f"<{WD}Q1> <{WDT}P31> <{WD}Q 5> .", "not RDF"),
    (f'<{WD}Q1> <{RDFS}label> "Ada\\q"@en .', "not RDF"),
    ("Q1 P31 Q5", "not RDF"),
]


def test_what_is_left_out_is_counted_by_its_kind(tmp_path: Path) -> None:
    """All in one dump, and each kind with the numbers of its first lines."""
    plain, _ = staged(tmp_path / "one", BASE)
    staging, report = staged(tmp_path / "two", BASE + "".join(f"{line}\n" for line, _ in LEFT_OUT))
    (tally,) = report.files
    places: dict[str, list[int]] = {}
    for number, (_, kind) in enumerate(LEFT_OUT, start=6):
        places.setdefault(kind, []).append(number)
    found: dict[str, list[int]] = {}
    for reason, numbers in tally.first_lines.items():
        kind = "not RDF" if reason.startswith("not RDF") else reason
        found[kind] = sorted(found.get(kind, []) + numbers)
    assert found == {kind: numbers[:5] for kind, numbers in places.items()}
    assert sum(tally.dropped.values()) == len(LEFT_OUT)
    assert (tally.lines, tally.kept) == (5 + len(LEFT_OUT), 5)
    assert staging.snapshot == plain.snapshot


@pytest.mark.parametrize(
    "line",
    [
        f"<{WD}Q2>\t<{WDT}P31>  <{WD}Q5>.",
        f"<{WD}Q2> <{WDT}P31> <{WD}Q5> . # a remark",
        f"<{WD}Q2> <{WDT}P31> <http://www.wikidata.org/entit\\u0079/Q5> .",
        f"  <{WD}Q2> <{WDT}P31> <{WD}Q5> .\r",
    ],
)
def test_lines_that_are_written_in_an_unusual_way_say_the_same(tmp_path: Path, line: str) -> None:
    plain, _ = staged(tmp_path / "one", f"{BASE}<{WD}Q2> <{WDT}P31> <{WD}Q5> .\n")
    staging, report = staged(tmp_path / "two", f"# a dump\n\n{BASE}{line}\n")
    assert staging.snapshot == plain.snapshot
    assert report.files[0].dropped == {}


def test_names_values_and_what_is_in_no_fact(tmp_path: Path) -> None:
    text = BASE + "".join(
        f"{line} .\n"
        for line in (
            f'<{WD}Q1> <{SKOS}altLabel> "Countess \\"of\\"\\tLovelace"@en',
            f'<{WD}Q1> <{SKOS}altLabel> "Ada Lovelace"@en',
            f'<{WD}Q1> <{SKOS}altLabel> "A. A. L."@mul',
            f'<{WD}Q1> <{RDFS}label> "Ada"@mul',
            f'<{WD}Q1> <{SCHEMA}description> "English\\nmathematician"@en',
            f'<{WD}Q5> <{SCHEMA}description> "Human"@en',
            f'<{WD}Q1> <{WDT}P569> "1815-12-10T00:00:00Z"^^<{XSD}dateTime>',
            f'<{WD}Q1> <{WDT}P570> "1852-06-27T00:00:00Z"^^<{XSD}dateTime>',
            f'<{WD}Q1> <{WDT}P1971> "+3.0"^^<{XSD}decimal>',
            f'<{WD}Q9> <{WDT}P569> "1900-01-01T00:00:00Z"^^<{XSD}dateTime>',
            f'<{WD}Q9> <{RDFS}label> "nobody"@en',
            f"<{WD}Q1> <{WDT}P27> <{WD}Q145>",
            f"<{WD}Q1> <{WDT}P31> <{WD}Q5>",
            f'<{WD}P26> <{RDFS}label> "spouse"@en',
            f'<{WD}P31> <{RDFS}label> "est un"@fr',
        )
    )
    staging, report = staged(tmp_path, text)
    facts, values = told(staging)
    assert facts == {
        ("wd:Q1", "wdt:P31", "wd:Q5"),
        ("wd:Q2", "wdt:P26", "wd:Q1"),
        ("wd:Q1", "wdt:P27", "wd:Q145"),
    }
    assert values == {
        ("wd:Q1", "wdt:P569", "1815-12-10", "xsd:date"),
        ("wd:Q1", "wdt:P570", "1852-06-27", "xsd:date"),
        ("wd:Q1", "wdt:P1971", "3", "xsd:integer"),
        ("wd:Q1", "cg:lifespan", "36", "xsd:integer"),
    }
    rows = pl.read_parquet(staging.table("entities")).select("id", "label", "description", "aliases", "types", "hidden")
    assert rows.rows() == [
        ("wd:Q1", "Ada Lovelace", "English mathematician", ["A. A. L.", "Ada", 'Countess "of"'], ["wd:Q5"], True),
        ("wd:Q145", "Q145", "", [], [], True),
        ("wd:Q2", "William King", "", [], [], True),
        ("wd:Q5", "human", "", [], [], True),
    ]
    assert dict(pl.read_parquet(staging.table("relations")).select("id", "label").iter_rows()) == {
        "cg:lifespan": "lifespan in years",
        "wdt:P1971": "number of children",
        "wdt:P26": "spouse",
        "wdt:P27": "P27",
        "wdt:P31": "P31",
        "wdt:P569": "date of birth",
        "wdt:P570": "date of death",
    }
    assert (report.duplicates, report.unused_entities, report.unlabelled) == (1, 1, 1)
    assert report.unlabelled_relations == ("wdt:P27", "wdt:P31")
    assert {repair.rule: repair.count for repair in report.repairs} == {truthy_graph.NO_FACT: 1}
    assert report.hidden_counts[NAMELESS] == 1


def test_items_that_were_merged_are_the_others(tmp_path: Path) -> None:
    merged = ((70, 71), (71, 2), (80, 81), (81, 80), (90, 5))
    text = BASE + "".join(f"<{WD}Q{one}> <{rdflib.OWL.sameAs}> <{WD}Q{other}> .\n" for one, other in merged)
    text += "".join(f"<{WD}Q1> <{WDT}P{number}> <{WD}Q{thing}> .\n" for number, thing in ((26, 70), (40, 80), (31, 90)))
    staging, report = staged(tmp_path, text)
    facts, _ = told(staging)
    assert facts == {
        ("wd:Q1", "wdt:P31", "wd:Q5"),
        ("wd:Q2", "wdt:P26", "wd:Q1"),
        ("wd:Q1", "wdt:P26", "wd:Q2"),
        ("wd:Q1", "wdt:P40", "wd:Q80"),
    }
    assert {repair.rule: repair.count for repair in report.repairs} == {truthy_graph.MERGED: 2}
    assert report.duplicates == 1


def test_another_language(tmp_path: Path) -> None:
    staging, _ = staged(tmp_path, BASE + f'<{WD}Q5> <{RDFS}label> "Mensch"@de .\n', language="de")
    labels = pl.read_parquet(staging.table("entities")).select("id", "label")
    assert dict(labels.iter_rows()) == {"wd:Q1": "Q1", "wd:Q2": "William King", "wd:Q5": "Mensch"}


def read_by_rdflib(text: str) -> tuple[set[tuple[str, ...]], set[tuple[str, ...]], dict[str, set[str]]]:
    """Facts, values and possible labels, by a reader of RDF that has nothing of ours."""
    graph = rdflib.Graph()
    graph.parse(data=text, format="nt")
    facts: set[tuple[str, ...]] = set()
    values: list[tuple[str, str, rdflib.Literal]] = []
    names: dict[tuple[str, str, str], set[str]] = {}
    for subject, predicate, thing in graph:
        item = re.fullmatch(rf"{WD}(Q\d+)", str(subject))
        relation = re.fullmatch(rf"{WDT}(P\d+)", str(predicate))
        other = re.fullmatch(rf"{WD}(Q\d+)", str(thing))
        if item and isinstance(thing, rdflib.Literal):
            if relation and thing.datatype:
                values.append((f"wd:{item[1]}", f"wdt:{relation[1]}", thing))
            elif str(predicate) in (f"{RDFS}label", f"{SKOS}altLabel"):
                names.setdefault((f"wd:{item[1]}", str(predicate), str(thing.language)), set()).add(str(thing))
        elif item and relation and other:
            facts.add((f"wd:{item[1]}", f"wdt:{relation[1]}", f"wd:{other[1]}"))
    ends = {end for subject, _, thing in facts for end in (subject, thing)}
    told = {row for subject, relation, thing in values if subject in ends for row in exact(subject, relation, thing)}
    labels: dict[str, set[str]] = {end: set() for end in ends}
    best_last = [(kind, tag) for kind in (f"{SKOS}altLabel", f"{RDFS}label") for tag in ("mul", "en")]
    for end, (kind, tag) in product(ends, best_last):
        labels[end] = names.get((end, kind, tag), labels[end])
    return facts, told, labels


def exact(subject: str, relation: str, thing: rdflib.Literal) -> Iterator[tuple[str, ...]]:
    """A date as exact as it is sure to be, a number without a sign, of a property that needs no unit."""
    text = str(thing)
    if thing.datatype == rdflib.XSD.dateTime:
        year, month, day = text[:10].split("-")
        if month == day == "01":
            yield subject, relation, year, "xsd:gYear"
        elif day == "01":
            yield subject, relation, f"{year}-{month}", "xsd:gYearMonth"
        else:
            yield subject, relation, text[:10], "xsd:date"
    elif thing.datatype == rdflib.XSD.decimal and relation not in GRAPH.loading.role("measured"):
        yield subject, relation, text.removeprefix("+"), "xsd:integer"


def test_a_made_up_dump_by_another_reader(tmp_path: Path) -> None:
    """Packed in any way, in one file or two: what rdflib reads of it, and the same tables."""
    path = tmp_path / "dump.nt"
    truthy_dump.write(path, 40_000)
    staging, report = stage_truthy([path], tmp_path / "staging")
    text = path.read_text("utf-8")
    facts, values, labels = read_by_rdflib(text)
    found_facts, found_values = told(staging)
    assert found_facts == facts
    assert {row for row in found_values if row[1].startswith("wdt:")} == values
    assert min(len(facts), len(values)) > 100
    entities = pl.read_parquet(staging.table("entities"))
    for entity, label, hidden in entities.select("id", "label", "hidden").iter_rows():
        names = labels[entity]
        assert label in names if names else hidden
    classes: dict[str, list[str]] = {}
    for subject, relation, thing in sorted(facts):
        if relation == "wdt:P31":
            classes.setdefault(subject, []).append(thing)
    assert dict(entities.select("id", "types").iter_rows()) == {e: classes.get(e, []) for e in labels}
    (tally,) = report.files
    assert tally.lines == 40_000 == tally.kept + sum(tally.dropped.values())
    assert tally.dropped[why.LANGUAGE] > 5_000
    packed = {"dump.nt.gz": gzip.compress(text.encode()), "dump.nt.bz2": bz2.compress(text.encode())}
    lines = text.splitlines(keepends=True)
    parts = "".join(lines[:35_000]), "".join(lines[35_000:])
    halves = {f"part{n}.nt.gz": gzip.compress(part.encode()) for n, part in enumerate(parts)}
    for name, data in (packed | halves).items():
        (tmp_path / name).write_bytes(data)
    for given in (*([name] for name in packed), list(halves)):
        again, _ = stage_truthy([tmp_path / name for name in given], tmp_path / "again")
        assert again.snapshot == staging.snapshot


def as_truthy(files: Wikidata5mFiles, claims: Path) -> Iterator[str]:
    """The sample, and those of its claims that RDF can tell exactly, which are written to a file as well."""
    for line in gzip.decompress(files.triples[0].read_bytes()).decode().splitlines():
        subject, relation, thing = line.split("\t")
        yield f"<{WD}{subject}> <{WDT}{relation}> <{WD}{thing}> .\n"
    for line in gzip.decompress(files.entities.read_bytes()).decode().splitlines():
        entity, name = line.split("\t")[:2]
        yield f"<{WD}{entity}> <{RDFS}label> {json.dumps(name)}@en .\n"
    head, *rows = gzip.decompress(files.claims[0].read_bytes()).decode().splitlines()
    kept = [head]
    for row in rows:
        subject, relation, value = row.split("\t")[:3]
        time_ = re.fullmatch(r"\^(\d{4})-(\d\d)-(\d\d)T.*/(\d+)", value)
        if time_ and time_[4] == "11" and time_[3] != "01":
            told = f'"{time_[1]}-{time_[2]}-{time_[3]}T00:00:00Z"^^<{XSD}dateTime>'
        elif time_ and time_[4] == "9":
            told = f'"{time_[1]}-01-01T00:00:00Z"^^<{XSD}dateTime>'
        elif re.fullmatch(r"\+\d+", value) and f"wdt:{relation}" not in GRAPH.loading.role("measured"):
            told = f'"{value}"^^<{XSD}decimal>'
        else:
            continue
        kept.append(row)
        yield f"<{WD}{subject}> <{WDT}{relation}> {told} .\n"
    claims.write_text("\n".join(kept) + "\n", "utf-8")


def test_facts_are_those_of_the_same_graph_as_wikidata5m(tmp_path: Path) -> None:
    files = released_files(sample_files())
    claims, path = tmp_path / "claims.tsv", tmp_path / "dump.nt"
    path.write_text("".join(as_truthy(files, claims)), "utf-8")
    one, _ = stage_wikidata5m(
        Wikidata5mFiles(files.triples, files.entities, files.relations, None, (claims,)), tmp_path / "one"
    )
    two, _ = stage_truthy([path], tmp_path / "two")
    for table in ("facts", "literal_facts", "literals"):
        given, found = (pl.read_parquet(staging.table(table)) for staging in (one, two))
        assert found.height > 100
        assert found.equals(given), table
    columns = ["id", "types", "degree", "level", "kind", "prominence"]
    given, found = (pl.read_parquet(staging.table("entities")).select(columns) for staging in (one, two))
    assert found.equals(given)


def test_many_entities_are_named_file_by_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bounds are set low, since a graph of more than a million entities would take long."""
    path = tmp_path / "dump.nt"
    truthy_dump.write(path, 40_000)
    _, whole = stage_truthy([path], tmp_path / "one")
    for module in ("wikidata.truthy_graph", "staging"):
        monkeypatch.setattr(f"contragraph.loaders.{module}.ENTITY_ROWS", 16)
    monkeypatch.setattr(truthy_graph, "FILE_ROWS", 64)
    monkeypatch.setattr(truthy_graph, "LISTED", 3)
    _, parted = stage_truthy([path], tmp_path / "two")
    assert parted.snapshot == whole.snapshot
    assert parted.hidden_counts == whole.hidden_counts
    assert len(parted.hidden) < len(whole.hidden)
    assert not list(tmp_path.glob("*.names"))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "dump.nt is empty"),
        (f'<{WD}Q5> <{RDFS}label> "human"@en .\n'.encode(), "has no facts between items"),
        (b'{"type": "item"}\n', "has no facts between items"),
    ],
)
def test_what_is_no_dump_is_said(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "dump.nt"
    path.write_bytes(content)
    with pytest.raises(InputError, match=said):
        stage_truthy([path], tmp_path / "staging")
    path.with_suffix(".nt.gz").write_bytes(gzip.compress(BASE.encode() * 1000)[:-20])
    with pytest.raises(InputError, match="cut short"):
        stage_truthy([path.with_suffix(".nt.gz")], tmp_path / "staging")
    assert not (tmp_path / "staging").exists()


def test_lines_that_are_not_utf8_are_named(tmp_path: Path) -> None:
    path = tmp_path / "dump.nt"
    path.write_bytes(BASE.encode() + b'<http://www.wikidata.org/entity/Q1> <x> "\xff"@en .\n')
    _, report = stage_truthy([path], tmp_path / "staging")
    assert report.files[0].first_lines == {"not UTF-8": [6]}


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "latest-truthy.nt.bz2"
    path.write_bytes(bz2.compress(BASE.encode()))
    done = contragraph("load", "wikidata", path, "--hubs", "0", "--work", "work", "--report", "all.json", cwd=tmp_path)
    assert done.code == 0, done.err
    assert "Loaded" in done.out
    assert json.loads((tmp_path / "all.json").read_text("utf-8"))["facts"] == 2
    rows = json.loads(contragraph("find", "William King", "--format", "json", cwd=tmp_path).out)
    assert [(row["id"], row["kg"]) for row in rows] == [("wd:Q2", "wikidata")]
    again = contragraph("load", "wikidata", path, "--hubs", "0", "--work", "work", cwd=tmp_path)
    assert again.out == done.out
    missing = contragraph("load", "wikidata", "none.nt.gz", cwd=tmp_path)
    assert (missing.code, missing.err.count("\n")) == (2, 1)


def test_the_benchmark_runs_on_a_dump_that_is_always_the_same(tmp_path: Path) -> None:
    (table,) = truthy.run(tmp_path, [40_000])
    truthy_dump.write(tmp_path / "again.nt.gz", 40_000)
    made = (tmp_path / "truthy-40000.nt.gz").read_bytes()
    assert gzip.decompress(made) == gzip.decompress((tmp_path / "again.nt.gz").read_bytes())
    assert gzip.decompress(made).count(b"\n") == 40_000
    steps = {row[0]: row for row in table.rows}
    assert float(steps["whole load"][2]) > float(steps["the rest of the store"][2]) > 0


def load(path: Path, folder: Path) -> None:
    """A dump into the store of a folder, noted after each block."""
    with Receiver(f"ladybug:{folder / 'store.lbug'}") as store:
        staging, _ = stage_truthy(
            [path], folder / "staging", TruthySettings(stretch=1), ready=store.head_start, raw_folder=folder / "raw"
        )
        store.load(staging)


def notes(folder: Path) -> dict[str, int]:
    """When each stretch was noted, by its folder."""
    return {path.parent.name: path.stat().st_mtime_ns for path in folder.glob("raw/*/source.json")}


def test_what_was_noted_is_not_read_again(tmp_path: Path) -> None:
    """As after a kill: the last stretches were not noted, and neither tables nor a store are there."""
    path = tmp_path / "dump.nt.gz"
    truthy_dump.write(path, 150_000)
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    whole.mkdir()
    load(path, whole)
    count = len(notes(whole))
    assert count > 3
    shutil.copytree(whole / "raw", broken / "raw")
    for name in sorted(notes(broken), key=lambda name: notes(broken)[name])[1:]:
        (broken / "raw" / name / "source.json").unlink()
    before = notes(broken)
    load(path, broken)
    assert {name: time for name, time in notes(broken).items() if name in before} == before
    assert len(notes(broken)) == count
    found = []
    for folder in (whole, broken):
        with open_store(f"ladybug:{folder / 'store.lbug'}", read_only=True) as store:
            found.append((store.kgs(), content(store, "wikidata"), store.relations("wikidata")))
    assert found[0] == found[1]
    for table in sorted((whole / "staging").iterdir()):
        assert table.read_bytes() == (broken / "staging" / table.name).read_bytes()
    assert {folder.name for folder in broken.iterdir()} == {folder.name for folder in whole.iterdir()}
