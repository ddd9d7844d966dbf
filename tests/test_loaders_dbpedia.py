"""DBpedia: files by old and new names and by content, redirects, classes, labels, texts, and what is left out."""

from __future__ import annotations

import bz2
import gzip
import io
import tarfile
from pathlib import Path

import polars as pl
import pytest

from contragraph.graph.errors import InputError
from contragraph.graph.store import Staging
from contragraph.loaders.archives import SourceFile
from contragraph.loaders.cleaning import INTERNAL, Cleaning
from contragraph.loaders.dbpedia.files import DbpediaSettings, dbpedia_files, stage_dbpedia
from contragraph.loaders.dbpedia.kinds import kind_by_name, without_doubles
from contragraph.loaders.dbpedia.sentences import first_sentence
from contragraph.loaders.report import LoadReport
from contragraph.ontology.namespaces import expand

ADA, BABBAGE, LONDON = "dbr:Ada_Lovelace", "dbr:Charles_Babbage", "dbr:London"
FACTS = [
    ("dbr:Ada_King", "dbo:birthPlace", LONDON),  # a redirect
    (ADA, "dbo:birthPlace", LONDON),
    (ADA, "dbo:influencedBy", BABBAGE),
    (BABBAGE, "dbo:birthPlace", "dbr:Surrey_(disambiguation)"),
    (BABBAGE, "dbo:deathPlace", "dbr:Londinium"),
    (ADA, "dbo:wikiPageWikiLink", LONDON),
    (ADA, "dbo:career", "dbr:Ada_Lovelace__CareerStation__1"),
    (ADA, "dbo:award", "dbr:List_of_prizes"),
    (ADA, "dbo:blog", "http://example.org/blog"),
    (ADA, "dbp:name", LONDON),
    ("dbr:Ping", "dbo:influencedBy", "dbr:Pong"),
]
REDIRECTS = [
    ("dbr:Ada_King", "dbo:wikiPageRedirects", "dbr:Countess_of_Lovelace"),
    ("dbr:Countess_of_Lovelace", "dbo:wikiPageRedirects", ADA),
    ("dbr:Londinium", "dbo:wikiPageRedirects", LONDON),
    ("dbr:Ping", "dbo:wikiPageRedirects", "dbr:Pong"),
    ("dbr:Pong", "dbo:wikiPageRedirects", "dbr:Ping"),
]
DISAMBIGUATIONS = [("dbr:Surrey_(disambiguation)", "dbo:wikiPageDisambiguates", "dbr:Surrey")]
TYPES = [
    (ADA, "rdf:type", "dbo:Writer"),
    (ADA, "rdf:type", "owl:Thing"),
    (ADA, "rdf:type", "schema:Person"),
    (ADA, "rdf:type", LONDON),
]
TRANSITIVE = [*TYPES, (ADA, "rdf:type", "dbo:Person")]
LABELS = [
    (ADA, "rdfs:label", '"Ada Lovelace"@en'),
    (ADA, "rdfs:label", '"Augusta"@en'),
    (LONDON, "rdfs:label", '"London"@en'),
    (LONDON, "rdfs:label", '"Londres"@fr'),
]
LONG = "Ada was a writer. " + "She wrote more and more and more about it. " * 20
ABSTRACTS = [(ADA, "rdfs:comment", f'"{LONG.strip()}"@en'), (LONDON, "rdfs:comment", '"London is a city."@en')]
LITERALS = [
    (ADA, "dbo:birthDate", '"1815-12-10"^^xsd:date'),
    (ADA, "dbo:height", '"1.65"^^dbd:metre'),
    (ADA, "foaf:name", '"The Countess"@en'),
]
INFOBOX = [(ADA, "dbp:knownFor", "dbr:Note_G")]
ONTOLOGY = [
    ("dbo:Person", "rdf:type", "owl:Class"),
    ("dbo:Writer", "rdf:type", "owl:Class"),
    ("dbo:Place", "rdf:type", "owl:Class"),
    ("dbo:Settlement", "rdf:type", "owl:Class"),
    ("dbo:Writer", "rdfs:label", '"writer"@en'),
    ("dbo:Writer", "rdfs:subClassOf", "dbo:Person"),
    ("dbo:Settlement", "rdfs:subClassOf", "dbo:Place"),
    ("dbo:Person", "rdfs:subClassOf", "owl:Thing"),
    ("dbo:birthPlace", "rdf:type", "owl:ObjectProperty"),
    ("dbo:birthPlace", "rdfs:label", '"place of birth"@en'),
    ("dbo:birthPlace", "rdfs:domain", "dbo:Person"),
    ("dbo:birthPlace", "rdfs:range", "dbo:Place"),
]
OLD = {
    "mappingbased_properties_en.nt.bz2": [*FACTS, *LITERALS],
    "instance_types_en.nt.bz2": TYPES,
    "instance_types_transitive_en.nt.bz2": TRANSITIVE,
    "labels_en.nt.bz2": LABELS,
    "short_abstracts_en.nt.bz2": ABSTRACTS,
    "long_abstracts_en.nt.bz2": ABSTRACTS,
    "redirects_en.nt.bz2": REDIRECTS,
    "disambiguations_en.nt.bz2": DISAMBIGUATIONS,
    "infobox_properties_en.nt.bz2": INFOBOX,
    "page_links_en.nt.bz2": FACTS[5:6],
    "dbpedia_2014.nt": ONTOLOGY,
}
NEW = {
    "mappingbased-objects_lang=en.ttl.bz2": FACTS,
    "mappingbased-literals_lang=en.ttl.bz2": LITERALS,
    "mappingbased-objects-uncleaned_lang=en.ttl.bz2": [(ADA, "dbo:spouse", LONDON)],
    "mappingbased-objects_lang=en_disjointRange.ttl.bz2": [(ADA, "dbo:spouse", LONDON)],
    "instance-types_lang=en_specific.ttl.bz2": TYPES,
    "instance-types_lang=en_transitive.ttl.bz2": TRANSITIVE,
    "labels_lang=en.ttl.bz2": LABELS,
    "short-abstracts_lang=en.ttl.bz2": ABSTRACTS,
    "redirects_lang=en.ttl.bz2": REDIRECTS,
    "redirects_lang=en_transitive.ttl.bz2": REDIRECTS[1:3],
    "disambiguations_lang=en.ttl.bz2": DISAMBIGUATIONS,
    "infobox-properties_lang=en.ttl.bz2": INFOBOX,
    "wikilinks_lang=en.ttl.bz2": FACTS[5:6],
    "ontology_type=parsed.nt": ONTOLOGY,
}
UNNAMED = {
    "a.nt": FACTS,
    "b.nt.gz": LITERALS,
    "c.ttl": TYPES,
    "d.nt": LABELS,
    "e.nt": ABSTRACTS,
    "f.nt": REDIRECTS,
    "g.nt": DISAMBIGUATIONS,
    "h.nt": INFOBOX,
    "i.nt": ONTOLOGY,
}


def term(text: str) -> str:
    """A term of N-Triples for an id, or for a literal with a CURIE for its datatype."""
    if not text.startswith('"'):
        return f"<{expand(text)}>"
    value, mark, datatype = text.partition("^^")
    return f"{value}^^<{expand(datatype)}>" if mark else text


def release(folder: Path, files: dict[str, list[tuple[str, str, str]]]) -> Path:
    """A release of DBpedia in a folder."""
    folder.mkdir(parents=True)
    for name, rows in files.items():
        lines = ["# started", *(f"{' '.join(map(term, row))} ." for row in rows), "# completed", ""]
        content = "\n".join(lines).encode()
        packed = {".bz2": bz2.compress(content), ".gz": gzip.compress(content)}
        (folder / name).write_bytes(packed.get(Path(name).suffix, content))
    return folder


def staged(tmp_path: Path, source: Path, *, infobox: bool = False) -> tuple[Staging, LoadReport]:
    known = DbpediaSettings(cleaning=Cleaning(hubs=0, lists=True), infobox=infobox)
    return stage_dbpedia([source], tmp_path / f"staging-{source.name}", known)


def facts_of(staging: Staging) -> set[tuple[str, ...]]:
    return set(pl.read_parquet(staging.table("facts")).select("subject", "relation", "object").iter_rows())


@pytest.mark.parametrize("names", ["old", "new", "unnamed"])
def test_a_release_by_old_and_new_names_and_by_content(tmp_path: Path, names: str) -> None:
    source = release(tmp_path / names, {"old": OLD, "new": NEW, "unnamed": UNNAMED}[names])
    staging, report = staged(tmp_path, source)
    assert facts_of(staging) == {
        (ADA, "dbo:birthPlace", LONDON),
        (ADA, "dbo:influencedBy", BABBAGE),
        (BABBAGE, "dbo:deathPlace", LONDON),
        (ADA, "dbo:award", "dbr:List_of_prizes"),
        ("dbr:Ping", "dbo:influencedBy", "dbr:Pong"),
        (ADA, "rdf:type", "dbo:Writer"),
        ("dbo:Writer", "rdfs:subClassOf", "dbo:Person"),
        ("dbo:Settlement", "rdfs:subClassOf", "dbo:Place"),
    }
    literals = pl.read_parquet(staging.table("literals")).select("value", "datatype")
    assert set(literals.iter_rows()) == {("1815-12-10", "xsd:date"), ("1.65", "dbd:metre")}
    entities = {row["id"]: row for row in pl.read_parquet(staging.table("entities")).iter_rows(named=True)}
    assert (entities[ADA]["label"], entities[ADA]["description"]) == ("Ada Lovelace", "Ada was a writer.")
    assert {"Augusta", "The Countess"} <= set(entities[ADA]["aliases"])
    assert entities[BABBAGE]["label"] == "Charles Babbage"
    assert entities["dbo:Writer"]["label"] == "writer"
    assert entities[ADA]["types"] == ["dbo:Writer"]
    assert (entities[BABBAGE]["types"], entities[LONDON]["types"]) == (["dbo:Person"], ["dbo:Place"])
    assert [item.id for item in report.hidden if item.reason == INTERNAL] == ["dbr:List_of_prizes"]
    relations = dict(pl.read_parquet(staging.table("relations")).select("id", "label").iter_rows())
    assert relations["dbo:birthPlace"] == "place of birth"
    rules = {repair.rule: repair.count for repair in report.repairs}
    assert next(count for rule, count in rules.items() if "redirected id" in rule) == 2
    assert next(count for rule, count in rules.items() if "circle" in rule) == 2
    assert next(count for rule, count in rules.items() if "disambiguation" in rule) == 1
    assert next(count for rule, count in rules.items() if "several preferred labels" in rule) == 1
    dropped = {reason for tally in report.files for reason in tally.dropped}
    assert dropped == {
        "about a page, or a link to another collection",
        "class that all things have",
        "class that is none of DBpedia's ontology",
        "helper node (a station of a career, a term of office)",
        "in another language",
        "link out of DBpedia",
        "raw infobox property: read with --infobox",
        "schema: describes classes or properties",
    }
    unread = dict(report.unread)
    wanted = {"old": 4, "new": 6, "unnamed": 1}[names]
    assert len(unread) == wanted, unread
    before = facts_of(staging)
    with_raw, _ = staged(tmp_path, source, infobox=True)
    more = {(ADA, "dbp:knownFor", "dbr:Note_G"), (ADA, "dbp:name", LONDON)}
    assert facts_of(with_raw) - before == more


def test_the_same_release_by_old_and_new_names_is_the_same_graph(tmp_path: Path) -> None:
    snapshots = {
        staged(tmp_path, release(tmp_path / str(number), files))[1].snapshot
        for number, files in enumerate((OLD, NEW, UNNAMED))
    }
    assert len(snapshots) == 1


NAMES = {
    "mappingbased-objects_lang=en.ttl.bz2": "facts",
    "mappingbased_properties_cleaned_en.nt": "facts",
    "specific_mappingbased_properties_en.ttl": "facts",
    "persondata_en.nt": "facts",
    "instance_types_sdtyped_dbo_en.ttl": "types",
    "category_labels_en.nt": "not read: pages and links between them",
    "article_categories_lang=en.ttl": "not read: pages and links between them",
    "infobox-property-definitions_lang=en.ttl": "labels",
    "transitive-redirects_lang=en.ttl": "redirects",
    "dbpedia_2016-10.owl": "ontology",
    "dbo-snapshots.ttl.gz": "ontology",
    "anything.nt": None,
}


@pytest.mark.parametrize("name", NAMES)
def test_what_a_file_is_by_its_name(name: str) -> None:
    assert kind_by_name(SourceFile(Path(name))) == NAMES[name]


def test_a_file_alone_is_read_whatever_else_there_is() -> None:
    only = [
        (SourceFile(Path("instance_types_transitive_en.nt")), "types"),
        (SourceFile(Path("x_uncleaned_en.nt")), "facts"),
    ]
    assert {part for part, _ in without_doubles(only).files} == {part for part, _ in only}


def test_infobox_properties_alone_and_a_schema_are_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"raw infobox properties .* alone; add --infobox"):
        staged(tmp_path, release(tmp_path / "a", {"a.nt": INFOBOX}))
    with pytest.raises(InputError, match="is a schema"):
        staged(tmp_path, release(tmp_path / "b", {"a.nt": ONTOLOGY}))
    with pytest.raises(InputError, match=r"No file holds facts of DBpedia .page_links_en\.nt: pages"):
        staged(tmp_path, release(tmp_path / "c", {"page_links_en.nt": FACTS}))
    with pytest.raises(InputError, match="has no facts that can be read"):
        staged(
            tmp_path, release(tmp_path / "e", {"links.nt": [(ADA, "owl:sameAs", "wd:Q7259"), (ADA, "dc:x", "wd:Q1")]})
        )
    with pytest.raises(InputError, match="has no file of DBpedia"):
        staged(tmp_path, release(tmp_path / "d", {"picture.png": FACTS}))


def test_a_table_of_classes(tmp_path: Path) -> None:
    """A published collection writes classes in lower case, with underscores in odd places."""
    source = release(tmp_path / "a", {"facts.nt": FACTS, "onto.nt": ONTOLOGY})
    (source / "types.txt").write_text("London\ttype\tsettle_ment\nBonn\ttype\tsettlement\nAda_Lovelace\ttype\trobot\n")
    staging, report = staged(tmp_path, source)
    assert (LONDON, "rdf:type", "dbo:Settlement") in facts_of(staging)
    tally = next(tally for tally in report.files if tally.file == "types.txt")
    assert (tally.kept, sorted(tally.dropped)) == (
        1,
        ["class of an entity that is in no fact", "class that the ontology does not have"],
    )


SENTENCES = {
    "Ada was a writer. She wrote.": "Ada was a writer.",
    "Dr. J. R. Smith Jr. of St. Ives (c. 1820) died. So did he.": "Dr. J. R. Smith Jr. of St. Ives (c. 1820) died.",
    "Apple Inc. Makes things. Really.": "Apple Inc. Makes things.",
    'He said "no." Then he left.': 'He said "no."',
    "It is 3.5 km long. 12 of them.": "It is 3.5 km long.",
    "One sentence alone": "One sentence alone",
    "": "",
}


@pytest.mark.parametrize("text", SENTENCES)
def test_the_first_sentence(text: str) -> None:
    assert pl.DataFrame({"text": [text]}).select(first_sentence(pl.col("text"))).item() == SENTENCES[text]


WEBNLG = """<?xml version='1.0' encoding='utf-8'?>
<benchmark><entries><entry category="Airport" eid="Id1"><originaltripleset>
<otriple>Aarhus_Airport | location | Tirstrup</otriple>
<otriple>Aarhus_Airport | elevation | "25.0"^^xsd:double</otriple>
<otriple>Aarhus_Airport | runwayLength | "2776.0"^^&lt;http://dbpedia.org/datatype/metre&gt;</otriple>
<otriple>Aarhus_Airport | operator | "Aarhus Lufthavn A/S"@en</otriple>
<otriple>Aarhus_Airport | flight time | "52.0"(minutes)</otriple>
<otriple>Aarhus_Airport | opened | 1943</otriple>
<otriple>Aarhus_Airport | mass | 1.5e+07</otriple>
<otriple>Aarhus_Airport | location | Tirstrup</otriple>
<otriple>nonsense</otriple>
</originaltripleset><modifiedtripleset><mtriple>Aarhus_Airport | place | Tirstrup</mtriple></modifiedtripleset>
</entry></entries></benchmark>"""


def test_webnlg(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    with tarfile.open(folder / "release.tar.gz", "w:gz") as archive:
        for number in range(3):
            info = tarfile.TarInfo(f"xml/{number}.xml")
            info.size = len(WEBNLG)
            archive.addfile(info, io.BytesIO(WEBNLG.encode()))
    staging, report = staged(tmp_path, folder)
    airport = "dbr:Aarhus_Airport"
    assert facts_of(staging) == {(airport, "dbo:location", "dbr:Tirstrup")}
    literals = pl.read_parquet(staging.table("literals"))
    assert set(literals.select("value", "datatype").iter_rows()) == {
        ("25.0", "xsd:double"),
        ("2776.0", "dbd:metre"),
        ("Aarhus Lufthavn A/S", "xsd:string"),
        ("52.0", "dbd:minute"),
        ("1943", "xsd:integer"),
        ("1.5e+07", "xsd:double"),
    }
    entities = pl.read_parquet(staging.table("entities"))
    assert entities.filter(pl.col("id") == airport)["types"].to_list() == [["dbo:Airport"]]
    (tally,) = report.files[:1]
    assert (tally.lines, tally.kept) == (27, 7)
    assert tally.dropped == {"not a subject, a relation and an object": 3, "triple that another entry has too": 17}
    (folder / "release.tar.gz").unlink()
    (folder / "broken.xml").write_text(WEBNLG[:-20])
    with pytest.raises(InputError, match=r"broken\.xml is no XML"):
        staged(tmp_path, folder)


@pytest.mark.data
def test_the_real_webnlg(tmp_path: Path, data_folder: Path) -> None:
    files = [data_folder / "webnlg" / "release_v2_constrained.tar.gz", data_folder / "dbpedia" / "dbo-snapshots.ttl.gz"]
    staging, report = stage_dbpedia(files, tmp_path / "staging", DbpediaSettings(infobox=True))
    assert [(tally.lines, tally.kept) for tally in report.files[1:2]] == [(67_443, 5_094)]
    assert pl.read_parquet(staging.table("literal_facts")).height > 1_500


@pytest.mark.data
def test_the_real_sample(tmp_path: Path, data_folder: Path) -> None:
    """All lines are accounted for, and nearly all that the facts speak of has a class."""
    files = [
        data_folder / "dbpedia" / name for name in ("db15k.nt.gz", "dbo-snapshots.ttl.gz", "db_InsType_train.txt.gz")
    ]
    listed = dbpedia_files(files)
    assert [kind for _, kind in listed.files] == ["ontology", "facts", "typed table"]
    staging, report = stage_dbpedia(files, tmp_path / "staging")
    assert [tally.lines for tally in report.files[:3]] == [34_680, 89_197, 59_848]
    for tally in report.files:
        assert tally.kept + sum(tally.dropped.values()) == tally.lines
    assert [tally.kept for tally in report.files[:3]] == [5_902, 73_785, 5_409]
    entities = pl.read_parquet(staging.table("entities"))
    typed = entities.filter(pl.col("id").str.starts_with("dbr:"), pl.col("types").list.len() > 0)
    assert typed.height > 0.85 * entities.height
    assert entities.filter(pl.col("id") == "dbr:Albert_Einstein")["types"].to_list() == [["dbo:Scientist"]]
