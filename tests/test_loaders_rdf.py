"""Any RDF: terms, formats, what is no fact, what is no RDF, and lines by columns held against the parser."""

from __future__ import annotations

import bz2
import gzip
import subprocess
import sys
import zipfile
from pathlib import Path

import polars as pl
import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contragraph.graph.errors import InputError, OntologyError
from contragraph.graph.store import Staging
from contragraph.loaders.archives import SourceFile
from contragraph.loaders.cleaning import Cleaning
from contragraph.loaders.lines import Tally
from contragraph.loaders.raw import RawTables
from contragraph.loaders.rdf.files import RdfSettings, demand_facts, rdf_files, stage_rdf, triples, with_source
from contragraph.loaders.rdf.terms import TRIPLES, identifiers
from contragraph.loaders.report import LoadReport
from contragraph.ontology.namespaces import PREFIXES, expand, shorten
from tests.cli import environment

EX = "http://example.org/"
XSD = PREFIXES["xsd"]
STRING = XSD + "string"
LANG = PREFIXES["rdf"] + "langString"
ADA, KNOWS, BOB = f"<{EX}Ada>", f"<{EX}knows>", f"<{EX}Bob>"
LINE = f"{ADA} {KNOWS} {BOB} ."


def read(folder: Path, name: str, text: str | bytes, **given_: object) -> tuple[list[tuple[object, ...]], Tally]:
    """The triples of a file with that content, without their line numbers."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    tally = Tally(name)
    frames = list(triples(SourceFile(path), tally, RdfSettings(**given_)))  # type: ignore[arg-type]
    rows = pl.concat([pl.DataFrame(schema=TRIPLES), *frames]).drop("line")
    return list(rows.iter_rows()), tally


def staged(folder: Path, *files: tuple[str, str], **given_: object) -> tuple[Staging, LoadReport]:
    paths = []
    for name, text in files:
        (folder / name).write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
        paths.append(folder / name)
    known = RdfSettings(cleaning=Cleaning(hubs=0), **given_)  # type: ignore[arg-type]
    return stage_rdf(paths, folder / "staging", known)


# -- syntax ----------------------------------------------------------------------------------------------------

POSITIVE = [
    ("a.nt", LINE, [("Ada", "knows", "Bob", None, None)]),
    ("a.nt", f"# note\n\n  {ADA}  {KNOWS}\t{BOB}. # note\r\n", [("Ada", "knows", "Bob", None, None)]),
    ("a.nt", f'{ADA} {KNOWS} "x" .', [("Ada", "knows", "x", STRING, None)]),
    ("a.nt", f'{ADA} {KNOWS} "" .', [("Ada", "knows", "", STRING, None)]),
    ("a.nt", f'{ADA} {KNOWS} "say \\"hi\\"@en"@EN-gb .', [("Ada", "knows", 'say "hi"@en', LANG, "en-gb")]),
    ("a.nt", f'{ADA} {KNOWS} "a > b"@de .', [("Ada", "knows", "a > b", LANG, "de")]),
    ("a.nt", f'{ADA} {KNOWS} "1"^^<{XSD}integer> .', [("Ada", "knows", "1", XSD + "integer", None)]),
    ("a.nt", f'<{EX}\\u0041da> {KNOWS} "\\u00e9\\U0001F600" .', [("Ada", "knows", "é😀", STRING, None)]),
    ("a.nq", f"{ADA} {KNOWS} {BOB} <{EX}graph> .", [("Ada", "knows", "Bob", None, None)]),
    ("a.ttl", f"@prefix : <{EX}> .\n:Ada :knows :Bob, 5 ;\n a :Cat .", None),
    ("a.trig", f"PREFIX : <{EX}>\n:g {{ :Ada :knows :Bob }}", [("Ada", "knows", "Bob", None, None)]),
    ("a.jsonld", f'{{"@id": "{EX}Ada", "{EX}knows": {{"@id": "{EX}Bob"}}}}', [("Ada", "knows", "Bob", None, None)]),
    (
        "a.rdf",
        f'<rdf:RDF xmlns:rdf="{PREFIXES["rdf"]}" xmlns:e="{EX}">'
        f'<rdf:Description rdf:about="{EX}Ada"><e:knows rdf:resource="{EX}Bob"/></rdf:Description></rdf:RDF>',
        [("Ada", "knows", "Bob", None, None)],
    ),
    ("without-suffix", LINE, [("Ada", "knows", "Bob", None, None)]),
]


@pytest.mark.parametrize(("name", "text", "wanted"), POSITIVE)
def test_good_rdf_gives_its_triples(
    tmp_path: Path, name: str, text: str, wanted: list[tuple[str, str, str, str | None, str | None]] | None
) -> None:
    found, tally = read(tmp_path, name, text)
    if wanted is None:
        wanted = [("Ada", "knows", "Bob", None, None), ("Ada", "knows", "5", XSD + "integer", None)]
        assert found[2] == (EX + "Ada", PREFIXES["rdf"] + "type", EX + "Cat", None, None)
        found = found[:2]
    whole = [(EX + s, EX + p, EX + o if kind is None else o, kind, tag) for s, p, o, kind, tag in wanted]
    assert found == whole
    assert not tally.dropped


NEGATIVE = [
    ("a.nt", f"{LINE}\n{ADA} {KNOWS} {BOB}\n{LINE}", "Line 2 of a.nt"),
    ("a.nt", f"{LINE}\n<Ada> {KNOWS} {BOB} .\n{LINE}", "Line 2 of a.nt cannot be read: a relative IRI"),
    ("a.nt", f"{LINE}\n<{EX}a b> {KNOWS} {BOB} .", "Line 2 of a.nt .*Invalid IRI"),
    ("a.nt", f"<{EX}%zz> {KNOWS} {BOB} .", "Line 1 of a.nt .*percent"),
    ("a.nt", f'{ADA} {KNOWS} "\\uD83D\\uDE00" .', "Line 1 of a.nt .*escape"),
    ("a.nt", f'{ADA} {KNOWS} "\\x" .', "Line 1 of a.nt"),
    ("a.nt", f'"x" {KNOWS} {BOB} .', "Line 1 of a.nt"),
    ("a.nt", f'{ADA} {KNOWS} "x"^^<{LANG}> .', "Line 1 of a.nt"),
    ("a.nt", f"{LINE}\n".encode() + b'<http://e/\xff> <http://e/p> "x" .', "Line 2 of a.nt .*UTF-8"),
    ("a.nq", f"{LINE}\n{ADA} {KNOWS} {BOB} {BOB} {BOB} .", "Line 2 of a.nq"),
    ("a.ttl", f"@prefix : <{EX}> .\n:Ada :knows :Bob .\n:Ada e:knows :Bob .\n:Bob :knows :Ada .", "Line 3 of a.ttl"),
    ("a.ttl", "@prefix : <http://example.org/> .\n:Ada :knows :B", "Line 2 of a.ttl"),
    ("a.rdf", "<rdf:RDF xmlns:rdf='http://r/'><a></b>", "a.rdf cannot be read"),
    ("a.jsonld", '{"@id": "http://e/a"', "a.jsonld cannot be read"),
    ("a.jsonld", '{"@context": "http://example.org/c", "a": 1}', "context from the web, which is not fetched"),
]


@pytest.mark.parametrize(("name", "text", "sentence"), NEGATIVE)
def test_bad_rdf_is_refused_with_its_place_or_skipped_and_counted(
    tmp_path: Path, name: str, text: str | bytes, sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence) as caught:
        read(tmp_path, name, text)
    assert "\n" not in str(caught.value)
    found, tally = read(tmp_path, name, text, lenient=True)
    assert sum(tally.dropped.values()) >= 1
    data = text if isinstance(text, bytes) else text.encode()
    if name.endswith(".nt"):
        assert len(found) == data.count(LINE.encode())


def test_a_base_for_relative_iris(tmp_path: Path) -> None:
    found, _ = read(tmp_path, "a.ttl", "<Ada> <knows> <Bob> .", base=EX, form="ttl")
    assert found == [(EX + "Ada", EX + "knows", EX + "Bob", None, None)]


def test_turtle_that_begins_as_n_triples_is_refused_with_the_way_out(tmp_path: Path) -> None:
    text = f"{LINE}\n" * 2000 + f"@prefix : <{EX}> .\n:Ada :knows :Eve .\n"
    assert len(text) > 1 << 16
    with pytest.raises(InputError, match=r"Line 2001 of a\.ttl .* say so with --form ttl"):
        staged(tmp_path, ("a.ttl", text))
    found, _ = read(tmp_path, "a.ttl", text, form="ttl")
    assert len(found) == 2001


def test_terms_of_many_megabytes(tmp_path: Path) -> None:
    """One of 10 MB is read and left out; one that no parser holds is refused with its line."""
    huge = f'{ADA} {KNOWS} "{"x" * 10_000_000}" .\n{LINE}\n'
    staging, report = staged(tmp_path, ("a.nt", huge))
    assert (report.facts, report.files[0].dropped) == (1, {"literal that is too long": 1})
    assert pl.read_parquet(staging.table("literal_facts")).is_empty()
    monster = f'@prefix : <{EX}> .\n:Ada :knows "{"x" * 17_000_000}" .\n'
    with pytest.raises(InputError, match=r"a term of more than 16 MB"):
        read(tmp_path, "b.ttl", monster)


IRIS = st.sampled_from(
    (
        ADA, KNOWS, "<http://e>",
        "<http://e/é–x?a=b#c>", "<urn:a:b>", "<http://e/%41>", "<http://e/%4>", "<http://e/a b>",
        "<a>", "<http://e/#a#b>", "<http://e/\\u0041>", "_:b", "<http://[::1]/a>", "<http://e:80/a>", "<http://e/\u2028>",
        f"<{XSD}string>", f"<{LANG}>", f"<{LANG.replace('lang', 'dirLang')}>", "<wd:Q1>", "<http://e/\ue000>", "<>",
    )
)  # fmt: skip
TEXTS = st.one_of(
    st.text(alphabet='ab"\\\r>^@é😀\x00\x7f\u0085<. ', max_size=6),
    st.sampled_from(["", "x", "\\u0041", "\\uD800", "\\n", '\\"', '> "y', "a\tb"]),
)
TAILS = st.sampled_from(
    ["", "@en", "@EN-gb", "@1", "@en--ltr", "@toolongtag", f"^^<{XSD}integer>", "^^<a>", f"^^<{LANG}>"]
)
OBJECTS = st.one_of(IRIS, st.builds(lambda text, tail: f'"{text}"{tail}', TEXTS, TAILS))
STATEMENTS = st.builds(
    lambda s, p, o, gap, end: f"{s}{gap}{p} {o}{end}",
    IRIS,
    IRIS,
    OBJECTS,
    st.sampled_from([" ", " ", " ", "\t", ""]),
    st.sampled_from([" .", " .", " .", ".", " . ", "", " . # x", f" {ADA} .", " . ."]),
)


@settings(max_examples=150, deadline=None)
@given(lines=st.lists(st.one_of(STATEMENTS, st.sampled_from(["", "# note", "nonsense", LINE])), max_size=8))
@pytest.mark.parametrize("form", ["nt", "nq"])
def test_lines_by_columns_give_what_the_parser_gives(
    tmp_path_factory: pytest.TempPathFactory, form: str, lines: list[str]
) -> None:
    kind = {"nt": ox.RdfFormat.N_TRIPLES, "nq": ox.RdfFormat.N_QUADS}[form]
    wanted: list[tuple[str, str, str, str | None, str | None]] = []
    for line in lines:
        try:
            quads = list(ox.parse(line, kind))
        except SyntaxError:
            continue
        for quad in quads:
            s, p, o = quad.subject, quad.predicate, quad.object
            if isinstance(s, ox.NamedNode) and isinstance(o, ox.NamedNode):
                wanted.append((s.value, p.value, o.value, None, None))
            elif isinstance(s, ox.NamedNode) and isinstance(o, ox.Literal):
                wanted.append((s.value, p.value, o.value, o.datatype.value, o.language))
    folder = tmp_path_factory.mktemp("lines")
    found, tally = read(folder, f"a.{form}", "\n".join(lines), lenient=True)
    assert found == wanted
    assert len(wanted) + sum(tally.dropped.values()) >= sum(1 for line in lines if line in ("nonsense", LINE))


# -- ids -------------------------------------------------------------------------------------------------------


@given(
    st.sampled_from(
        [*PREFIXES.values(), "http://example.org/", "https://schema.org/", "urn:x:", "http://dbpedia.org/"]
    ),
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs"]), max_size=8),
)
def test_an_id_leads_back_to_its_iri(namespace: str, local: str) -> None:
    iri = namespace + local
    found = pl.DataFrame({"iri": [iri]}).select(identifiers("iri")).item()
    assert expand(found) == iri
    try:
        assert shorten(iri) == found
    except OntologyError:
        assert found == iri


@pytest.mark.parametrize("iri", ["wd:Q1", "dbr:Berlin", "mailto:ada@example.org", "file:///etc/passwd", "javascript:x"])
def test_an_iri_that_is_no_address_has_no_id(iri: str) -> None:
    assert pl.DataFrame({"iri": [iri]}).select(identifiers("iri")).item() is None


# -- what becomes of triples ------------------------------------------------------------------------------------

WORLD = f"""\
@prefix : <{EX}> .
@prefix rdfs: <{PREFIXES["rdfs"]}> .
@prefix skos: <{PREFIXES["skos"]}> .
@prefix owl: <{PREFIXES["owl"]}> .
@prefix xsd: <{XSD}> .
:Ada a :Person, owl:Thing ; rdfs:label "Ada Lovelace"@en, "Ada L."@en, "Ada de Lovelace"@fr ;
  skos:altLabel "Countess of Lovelace"@en ; rdfs:comment "An English mathematician."@en ;
  :knows :Charles, [ :name "nobody" ] ; :born "1815-12-10"^^xsd:date ; :height 1.65 ;
  :motto "Think"@en, "Pense"@fr, "Cogita" ; owl:sameAs <http://www.wikidata.org/entity/Q7259> ; :mail <mailto:a@b.c> .
:knows a owl:ObjectProperty ; rdfs:label "knows"@en ; rdfs:domain :Person ; :note "ours" .
:Person a owl:Class ; rdfs:label "person"@en ; rdfs:subClassOf :Being .
:Charles_%22C%22_Babbage :knows :Ada .
"""


def test_facts_names_values_and_what_is_no_fact(tmp_path: Path) -> None:
    staging, report = staged(tmp_path, ("world.ttl", WORLD))
    facts = pl.read_parquet(staging.table("facts"))
    assert set(facts.select("subject", "relation", "object").iter_rows()) == {
        (EX + "Ada", "rdf:type", EX + "Person"),
        (EX + "Ada", EX + "knows", EX + "Charles"),
        (EX + "Charles_%22C%22_Babbage", EX + "knows", EX + "Ada"),
        (EX + "Person", "rdfs:subClassOf", EX + "Being"),
    }
    literals = pl.read_parquet(staging.table("literals"))
    assert set(literals.select("value", "datatype").iter_rows()) == {
        ("1815-12-10", "xsd:date"),
        ("1.65", "xsd:decimal"),
        ("Think", "xsd:string"),
        ("Cogita", "xsd:string"),
    }
    entities = {row["id"]: row for row in pl.read_parquet(staging.table("entities")).iter_rows(named=True)}
    ada = entities[EX + "Ada"]
    assert (ada["label"], ada["description"]) == ("Ada Lovelace", "An English mathematician.")
    assert set(ada["aliases"]) == {"Ada L.", "Countess of Lovelace"}
    assert ada["types"] == [EX + "Person"]
    assert entities[EX + "Charles_%22C%22_Babbage"]["label"] == 'Charles "C" Babbage'
    relations = dict(pl.read_parquet(staging.table("relations")).select("id", "label").iter_rows())
    assert relations[EX + "knows"] == "knows"
    assert report.files[0].dropped == {
        "IRI that is no address of the web": 1,
        "about a page, or a link to another collection": 1,
        "blank node": 2,
        "class that all things have": 1,
        "in another language": 2,
        "schema: describes classes or properties": 4,
    }
    assert any("several preferred labels" in repair.rule and repair.count == 1 for repair in report.repairs)
    french, _ = staged(tmp_path, ("world.ttl", WORLD), language="fr")
    labels = dict(pl.read_parquet(french.table("entities")).select("id", "label").iter_rows())
    assert labels[EX + "Ada"] == "Ada de Lovelace"


def test_a_schema_given_as_facts_is_told(tmp_path: Path) -> None:
    schema = f"@prefix owl: <{PREFIXES['owl']}> .\n<{EX}knows> a owl:ObjectProperty ; owl:inverseOf <{EX}known> ."
    with pytest.raises(InputError, match=r"schema\.ttl is a schema: .* holds no facts"):
        staged(tmp_path, ("schema.ttl", schema))
    with pytest.raises(InputError, match="is empty or holds no triples"):
        staged(tmp_path, ("empty.nt", ""))
    with pytest.raises(InputError, match="no facts that can be read"):
        staged(tmp_path, ("blank.ttl", "[] <http://e/p> [] ."))


def test_the_same_triples_in_any_format_and_packing_are_the_same_graph(tmp_path: Path) -> None:
    quads = list(ox.parse(WORLD, ox.RdfFormat.TURTLE))
    snapshots = set()
    for name, kind in (("nt", ox.RdfFormat.N_TRIPLES), ("rdf", ox.RdfFormat.RDF_XML), ("jsonld", ox.RdfFormat.JSON_LD)):
        content = ox.serialize([q.triple for q in quads] if name != "jsonld" else quads, format=kind)
        assert content is not None
        folder = tmp_path / name
        folder.mkdir()
        (folder / f"a.{name}").write_bytes(content)
        (folder / "b.bz2").write_bytes(bz2.compress(content))
        with zipfile.ZipFile(folder / "c.zip", "w") as archive:
            archive.writestr(f"inner/a.{name}", content)
            archive.writestr("readme.txt", "not RDF")
        (folder / f"a.{name}.gz").write_bytes(gzip.compress(content))
        for given_ in ([folder / f"a.{name}"], [folder / f"a.{name}.gz"], [folder / "c.zip"], [folder / "b.bz2"]):
            known = RdfSettings(cleaning=Cleaning(hubs=0))
            _, report = stage_rdf(given_, folder / "staging", known)
            snapshots.add(report.snapshot)
    assert len(snapshots) == 1


def test_a_file_that_was_read_is_not_read_again(tmp_path: Path) -> None:
    (tmp_path / "a.nt").write_text(LINE)
    files = rdf_files([tmp_path / "a.nt"])
    first = RawTables(tmp_path / "raw")
    with_source(first, files[0], RdfSettings())
    made = [path.stat().st_ino for path in first.files("facts")]
    for settings_, again in ((RdfSettings(), False), (RdfSettings(language="de"), True)):
        raw = RawTables(tmp_path / "raw")
        with_source(raw, files[0], settings_)
        assert ([path.stat().st_ino for path in raw.files("facts")] != made) == again
        demand_facts(raw, files)


# -- the command -----------------------------------------------------------------------------------------------


def run(folder: Path, *words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "contragraph.app", *words],
        cwd=folder,
        env=environment(),
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )


def test_load_from_standard_input(tmp_path: Path) -> None:
    done = run(tmp_path, "load", "rdf", "-", "--form", "nt", "--kg", "mine", "--format", "csv", given=LINE + "\nbad\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Line 2 of standard input cannot be read")
    assert list(tmp_path.iterdir()) == []
    kept = ("--form", "nt", "--kg", "mine", "--lenient", "--format", "csv")
    done = run(tmp_path, "load", "rdf", "-", *kept, given=LINE + "\nbad\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "lines of standard input,2,1 kept" in done.stdout
    done = run(tmp_path, "load", "rdf", "-", given=LINE)
    assert (done.returncode, "--form" in done.stderr) == (2, True)
