"""Links between the entities of two graphs: from files into both engines, again and again, through reloads."""

from __future__ import annotations

from pathlib import Path

import pytest

from contragraph.graph.doctor.audit import audit
from contragraph.graph.errors import InputError
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from contragraph.loaders.rdf.links import load_links
from tests.cli import contragraph
from tests.staged_kgs import Triple, stage

WIKIDATA: list[Triple] = [("wd:Q90", "wdt:P17", "wd:Q142"), ("wd:Q64", "wdt:P17", "wd:Q183")]
DBPEDIA: list[Triple] = [("dbr:Paris", "dbo:country", "dbr:France"), ("dbr:Mór", "dbo:country", "dbr:Hungary")]
LINKS = """\
<http://dbpedia.org/resource/Paris> <http://www.w3.org/2002/07/owl#sameAs> <http://www.wikidata.org/entity/Q90> .
<http://www.wikidata.org/entity/Q90> <http://www.w3.org/2002/07/owl#sameAs> <http://dbpedia.org/resource/Paris> .
<http://dbpedia.org/resource/France> <http://schema.org/sameAs> <http://www.wikidata.org/entity/Q142> .
<http://dbpedia.org/resource/M\\u00F3r> <{skos}exactMatch> <http://www.wikidata.org/entity/Q64> .
<http://dbpedia.org/resource/Hungary> <http://www.w3.org/2002/07/owl#sameAs> <http://www.wikidata.org/entity/Q64> .
<http://dbpedia.org/resource/Rome> <http://www.w3.org/2002/07/owl#sameAs> <http://www.wikidata.org/entity/Q220> .
<http://dbpedia.org/resource/Paris> <http://same_as> <http://www.wikidata.org/entity/Q183> .
<http://dbpedia.org/resource/Paris> <http://www.w3.org/2002/07/owl#sameAs> <http://dbpedia.org/resource/France> .
"""
LINKED = [("dbr:France", "wd:Q142"), ("dbr:Hungary", "wd:Q64"), ("dbr:Mór", "wd:Q64"), ("dbr:Paris", "wd:Q90")]


@pytest.fixture
def links(tmp_path: Path) -> Path:
    path = tmp_path / "links.nt"
    path.write_text(LINKS.replace("{skos}", "http://www.w3.org/2004/02/skos/core#"), "utf-8")
    return path


@pytest.fixture
def both(store: GraphStore, tmp_path: Path) -> GraphStore:
    store.load(stage(tmp_path / "w", "wikidata", WIKIDATA))
    store.load(stage(tmp_path / "d", "dbpedia", DBPEDIA))
    return store


def test_links_are_loaded_once_and_counted(both: GraphStore, links: Path) -> None:
    report = load_links(both, [links])
    assert (report.lines, report.other, report.links, report.within) == (8, 1, 6, 1)
    assert report.missing == {"dbr": 1}
    assert report.loaded == {("dbpedia", "wikidata"): 4}
    assert report.new == 4
    assert report.clashes == {("wikidata", "dbpedia"): 1}
    assert report.examples == ("wikidata wd:Q64 = dbr:Hungary, dbr:Mór",)
    assert both.links("dbpedia", "wikidata") == LINKED
    assert both.links("wikidata", "dbpedia") == sorted((w, d) for d, w in LINKED)
    again = load_links(both, [links])
    assert again.new == 0
    assert both.links("dbpedia", "wikidata") == LINKED
    assert audit(both) == []


def test_another_predicate_says_so_too(both: GraphStore, links: Path) -> None:
    assert load_links(both, [links], "http://same_as").new == 1
    assert both.links("dbpedia", "wikidata") == [("dbr:Paris", "wd:Q183")]


@pytest.mark.parametrize("kg", ["dbpedia", "wikidata"])
def test_links_outlive_a_reload_of_either_graph(both: GraphStore, links: Path, tmp_path: Path, kg: str) -> None:
    load_links(both, [links])
    triples = {"dbpedia": DBPEDIA[1:], "wikidata": WIKIDATA[1:]}[kg]
    both.load(stage(tmp_path / "again", kg, triples))
    there = {end for s, _, o in triples for end in (s, o)}
    place = 0 if kg == "dbpedia" else 1
    assert both.links("dbpedia", "wikidata") == [pair for pair in LINKED if pair[place] in there]
    assert audit(both) == []
    assert both.query("MATCH (e:Entity) WHERE e.kg = 'dbpedia' RETURN count(e.id) AS n")


def test_links_are_no_facts(both: GraphStore, links: Path) -> None:
    before = [both.relations(kg) for kg in ("dbpedia", "wikidata")]
    load_links(both, [links])
    assert [both.relations(kg) for kg in ("dbpedia", "wikidata")] == before
    assert [info.facts for info in both.kgs()] == [2, 2]


def test_one_title_is_one_thing(both: GraphStore, tmp_path: Path) -> None:
    both.load(stage(tmp_path / "y", "yago", [("yago:Paris", "yago:isLocatedIn", "yago:Gaul")]))
    report = load_links(both, [], titles=True)
    assert report.loaded == {("dbpedia", "yago"): 1}
    assert both.links("yago", "dbpedia") == [("yago:Paris", "dbr:Paris")]


def test_the_audit_finds_links_within_a_graph(tmp_path: Path) -> None:
    import polars as pl

    with open_store(f"ladybug:{tmp_path / 'store.lbug'}", create=True) as store:
        store.load(stage(tmp_path / "w", "wikidata", WIKIDATA))
        store.add_links(pl.DataFrame({"source": ["wd:Q142"], "target": ["wd:Q90"]}))
        (found,) = audit(store)
        assert (found.id, found.problem) == ("wd:Q142", "it is linked as the same with wd:Q90, of its own graph")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<http://a.org/1> <http://a.org/knows> <http://a.org/2> .\n", r"No triple .* says owl:sameAs"),
        (
            "<http://a.org/1> <http://www.w3.org/2002/07/owl#sameAs> <http://a.org/2> .\n",
            r"No link .* joins entities of two graphs",
        ),
        ("<http://a.org/1> <http://www.w3.org/2002/07/owl#sameAs> .\n", r"[Ll]ine 1"),
    ],
)
def test_files_without_a_link_are_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "some.nt").write_text(text, "utf-8")
    with open_store(f"ladybug:{tmp_path / 'store.lbug'}", create=True) as store:
        store.load(stage(tmp_path / "w", "wikidata", WIKIDATA))
        with pytest.raises(InputError, match=message):
            load_links(store, [tmp_path / "some.nt"])


def test_the_command_says_what_became_of_links(tmp_path: Path, links: Path) -> None:
    with open_store(f"ladybug:{tmp_path / 'store.lbug'}", create=True) as store:
        store.load(stage(tmp_path / "w", "wikidata", WIKIDATA))
        store.load(stage(tmp_path / "d", "dbpedia", DBPEDIA))
    to = ["--store", f"ladybug:{tmp_path / 'store.lbug'}"]
    done = contragraph("load", "links", links, *to, cwd=tmp_path)
    assert done.code == 0, done.err
    assert "dbpedia and wikidata" in done.out
    nothing = contragraph("load", "links", *to, cwd=tmp_path)
    assert nothing.code == 2
    assert "--titles" in nothing.err
