"""Loading from a SPARQL endpoint, one that is well-behaved and one that is not."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from email.utils import formatdate
from itertools import product
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from contragraph.graph.errors import ContragraphError, EndpointError, InputError
from contragraph.graph.store import Staging
from contragraph.graph.waiting import retry_after
from contragraph.loaders.cleaning import Cleaning
from contragraph.loaders.rdf.files import RdfSettings, stage_rdf
from contragraph.loaders.report import LoadReport
from contragraph.loaders.sparql.client import Manners, client
from contragraph.loaders.sparql.endpoint import PRESETS, SparqlSettings, endpoint_of, stage_sparql
from contragraph.loaders.sparql.endpoint import Endpoint as Source
from contragraph.loaders.sparql.queries import pages
from contragraph.loaders.yago.files import YagoSettings, stage_yago
from contragraph.ontology.namespaces import PREFIXES
from tests.cli import contragraph
from tests.sparql_server import Endpoint, serving

QUICK = Manners(timeout=60, tries=3, first_wait=0.01, longest_wait=5)
DATA = """
@prefix wd: <http://www.wikidata.org/entity/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix schema: <http://schema.org/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
wd:Q64 wdt:P31 wd:Q515 ; wdt:P17 wd:Q183 ; wdt:P190 wd:Q90, wd:Q60 ; wdt:P571 "1237-01-01"^^xsd:date ;
  wdt:P214 "12345" ; wdt:P6 [] ; wdt:P856 <https://www.berlin.de> ;
  rdfs:label "Berlin"@en, "Berlín"@es ; skos:altLabel "Berlin, Germany"@en ; schema:description "capital"@en .
wd:Q90 wdt:P17 wd:Q142 ; wdt:P31 wd:Q515 ; rdfs:label "Paris"@en .
wd:Q60 wdt:P31 wd:Q515 ; rdfs:label "New York \\"City\\""@en .
wd:Q183 wdt:P36 wd:Q64 ; wdt:P31 wd:Q6256 ; rdfs:label "Germany"@en .
wd:Q142 wdt:P36 wd:Q90 ; rdfs:label "France"@en .
wd:Q515 rdfs:label "city"@en .
wd:P36 rdfs:label "capital"@en . wd:P17 rdfs:label "country"@en .
"""


@pytest.fixture
def server() -> Iterator[Endpoint]:
    with serving(DATA) as endpoint:
        yield endpoint


def wikidata(server: Endpoint) -> Source:
    return replace(PRESETS["wikidata"], url=server.url)


def staged(
    server: Endpoint, folder: Path, source: Source | None = None, **settings: object
) -> tuple[Staging, LoadReport]:
    wish = replace(SparqlSettings(manners=QUICK), **settings)  # type: ignore[arg-type]
    return stage_sparql(source or wikidata(server), wish, folder / "staging", folder / "answers.jsonl")


def facts_of(staging: Staging) -> set[tuple[str, str, str]]:
    return set(pl.read_parquet(staging.table("facts")).select("subject", "relation", "object").iter_rows())


# -- what is fetched ------------------------------------------------------------------------------------------------

AROUND_BERLIN = {
    ("wd:Q64", "wdt:P31", "wd:Q515"),
    ("wd:Q64", "wdt:P17", "wd:Q183"),
    ("wd:Q64", "wdt:P190", "wd:Q90"),
    ("wd:Q64", "wdt:P190", "wd:Q60"),
}
CLASSES = {("wd:Q90", "wdt:P31", "wd:Q515"), ("wd:Q60", "wdt:P31", "wd:Q515"), ("wd:Q183", "wdt:P31", "wd:Q6256")}


def test_neighbourhood_of_a_seed(server: Endpoint, tmp_path: Path) -> None:
    staging, report = staged(server, tmp_path, seeds=("wd:Q64",))
    assert facts_of(staging) == AROUND_BERLIN | CLASSES
    entities = pl.read_parquet(staging.table("entities"))
    berlin = entities.row(by_predicate=pl.col("id") == "wd:Q64", named=True)
    assert (berlin["label"], berlin["aliases"], berlin["description"]) == ("Berlin", ["Berlin, Germany"], "capital")
    assert berlin["types"] == ["wd:Q515"]
    assert entities.row(by_predicate=pl.col("id") == "wd:Q60", named=True)["label"] == 'New York "City"'
    relations = dict(pl.read_parquet(staging.table("relations")).select("id", "label").iter_rows())
    assert relations["wdt:P17"] == "country"
    literals = pl.read_parquet(staging.table("literals"))
    assert literals.select("value", "datatype").rows() == [("1237-01-01", "xsd:date")]
    assert report.files[0].dropped == {
        "blank node or unknown value": 1,
        "link out of the graph": 1,
        "plain string, an id elsewhere": 1,
    }


def test_two_hops_and_what_points_at_a_seed(server: Endpoint, tmp_path: Path) -> None:
    for part in ("two", "in"):
        (tmp_path / part).mkdir()
    two, _ = staged(server, tmp_path / "two", seeds=("wd:Q64",), hops=2)
    assert facts_of(two) == AROUND_BERLIN | CLASSES | {
        ("wd:Q90", "wdt:P17", "wd:Q142"),
        ("wd:Q183", "wdt:P36", "wd:Q64"),
    }
    incoming, _ = staged(server, tmp_path / "in", seeds=("wd:Q64",), incoming=True)
    assert facts_of(incoming) == AROUND_BERLIN | CLASSES | {("wd:Q183", "wdt:P36", "wd:Q64")}


def test_all_facts_of_a_relation_up_to_a_limit(server: Endpoint, tmp_path: Path) -> None:
    for part in ("all", "one"):
        (tmp_path / part).mkdir()
    capitals = {("wd:Q183", "wdt:P36", "wd:Q64"), ("wd:Q142", "wdt:P36", "wd:Q90")}
    every, _ = staged(server, tmp_path / "all", relations=("wdt:P36",))
    assert {fact for fact in facts_of(every) if fact[1] == "wdt:P36"} == capitals
    one, _ = staged(server, tmp_path / "one", relations=("wdt:P36",), limit=1)
    assert {fact for fact in facts_of(one) if fact[1] == "wdt:P36"} == {("wd:Q142", "wdt:P36", "wd:Q90")}


def test_any_endpoint(tmp_path: Path) -> None:
    data = (
        "@prefix x: <http://x.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . "
        'x:a a x:C ; x:r x:b ; x:age 5 ; rdfs:label "The A"@en . x:b rdfs:label "Das B"@de .'
    )
    with serving(data) as server:
        staging, _ = staged(server, tmp_path, endpoint_of(server.url), seeds=("http://x.org/a",))
    assert ("http://x.org/a", "http://x.org/r", "http://x.org/b") in facts_of(staging)
    entities = pl.read_parquet(staging.table("entities"))
    assert entities.row(by_predicate=pl.col("id") == "http://x.org/a", named=True)["types"] == ["http://x.org/C"]


@pytest.mark.parametrize("cap", [None, 3])
@pytest.mark.parametrize("size", [2, 5, 100])
def test_pages_lose_nothing_and_repeat_nothing(size: int, cap: int | None) -> None:
    chance = random.Random(7)
    every = [(s, p, o) for s, p, o in product("abcdé", "pq", "xyz1234") if chance.random() < 0.6]
    every += [("hub", "p", f"o{i}") for i in range(17)]
    data = "".join(f"<http://x/{s}> <http://x/{p}> <http://x/{o}> .\n" for s, p, o in every)
    with serving(data, cap) as server:
        ask = client(server.url, QUICK)
        for key in "so":
            rows = list(pages(ask, "?s ?p ?o ", key, size, capped=cap is not None))
            found = [tuple(term[1].removeprefix("http://x/") for term in row) for row in rows]
            assert sorted(found) == sorted(every)


# -- what goes wrong --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "faults",
    [
        ["after 429 0"],
        ["after 503 1"],
        ["date 429"],
        ["status 503"],
        ["status 500", "status 504"],
        ["cut"],
        ["hang-up"],
        ["html"],
        ["broken"],
        ["type"],
        ["never"],
        ["after 429 0", "cut"],
    ],
    ids=" ".join,
)
def test_what_passes_is_asked_again_and_nothing_is_lost(server: Endpoint, tmp_path: Path, faults: list[str]) -> None:
    server.faults = ["", *faults]
    staging, _ = staged(
        server, tmp_path, seeds=("wd:Q64",), manners=replace(QUICK, timeout=10 if "never" in faults else 60)
    )
    assert facts_of(staging) == AROUND_BERLIN | CLASSES
    tries = [query for query in server.queries if query == server.queries[1]]
    assert len(tries) == 1 + sum(fault != "type" for fault in faults)


@pytest.mark.parametrize(
    ("fault", "said", "code", "times"),
    [
        ("after 429 3600", "left alone for 3,600 seconds", 3, 1),
        ("status 503", "busy (HTTP 503), 3 times in a row", 3, 3),
        ("html", "sends a web page instead of results", 3, 3),
        ("broken", "cut off, or no JSON", 3, 3),
        ("cut", "cuts", 3, 3),
        ("never", "not answered within 2 seconds", 3, 3),
        ("drip", "not answered within 2 seconds", 3, 3),
        ("xml", "XML where JSON was asked for", 3, 1),
        ("strange", "holds no results of a query", 3, 1),
        ("status 400", "refuses the question (HTTP 400): no", 3, 1),
        ("status 403", "does not let us in", 3, 1),
        ("404", "no SPARQL endpoint at", 2, 1),
        ("moved http://elsewhere.example/sparql", "another host", 3, 1),
        ("moved file:///etc/passwd", "another host", 3, 1),
    ],
)
def test_what_does_not_pass_is_said(
    server: Endpoint, tmp_path: Path, fault: str, said: str, code: int, times: int
) -> None:
    server.faults = [fault] * times
    manners = replace(QUICK, timeout=2 if fault in ("never", "drip") else 60)
    with pytest.raises(ContragraphError, match=re.escape(said)) as caught:
        staged(server, tmp_path, seeds=("wd:Q64",), manners=manners)
    assert caught.value.exit_code == code
    assert len(server.queries) == times
    assert not (tmp_path / "staging").exists()


def test_a_redirect_within_the_host_is_followed_with_the_question(server: Endpoint, tmp_path: Path) -> None:
    server.faults = [f"moved {server.url}/new"]
    staging, _ = staged(server, tmp_path, seeds=("wd:Q64",))
    assert facts_of(staging) == AROUND_BERLIN | CLASSES


def test_a_host_that_is_not_there(tmp_path: Path) -> None:
    with serving(DATA) as gone:
        pass
    with pytest.raises(EndpointError, match="cannot be reached, 3 times"):
        staged(gone, tmp_path, seeds=("wd:Q64",))


def test_a_resumed_run_asks_only_for_what_is_missing(server: Endpoint, tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    whole, _ = staged(server, tmp_path / "whole", seeds=("wd:Q64",), hops=2)
    asked = list(server.queries)
    assert len(asked) == len(set(asked)) > 3
    for stop in range(len(asked)):
        folder = tmp_path / str(stop)
        folder.mkdir()
        server.queries.clear()
        server.faults = [*[""] * stop, "status 403"]
        with pytest.raises(EndpointError):
            staged(server, folder, seeds=("wd:Q64",), hops=2)
        answers = folder / "answers.jsonl"
        if stop % 2:
            # A kill within a write leaves half a line.
            with answers.open("ab") as file:
                file.write(b'{"ask":"0123","rows":[[["ur')
        server.queries.clear()
        again, _ = staged(server, folder, seeds=("wd:Q64",), hops=2)
        assert server.queries == asked[stop:]
        assert again.snapshot == whole.snapshot


def test_the_program_names_itself(server: Endpoint, tmp_path: Path) -> None:
    staged(server, tmp_path, seeds=("wd:Q64",), manners=replace(QUICK, contact="me@example.org"))
    assert all(re.match(r"contragraph/\d.*me@example\.org", agent) for agent in server.agents)


def test_retry_after() -> None:
    assert retry_after("120") == 120
    assert retry_after("-5") == 0
    assert retry_after(None) is None
    assert retry_after("soon") is None
    assert 8 < (retry_after(formatdate(time.time() + 10, usegmt=True)) or 0) <= 10
    assert retry_after("Wed, 21 Oct 2015 07:28:00 GMT") == 0


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "name at least one seed or relation"),
        ({"seeds": ("Q64",)}, "no known prefix"),
        ({"seeds": ("wd:Q64> <x",)}, "is no IRI"),
        ({"seeds": ("wd:Q999",)}, "knows no facts of wd:Q999"),
    ],
)
def test_wishes_that_cannot_be_met(server: Endpoint, tmp_path: Path, settings: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        staged(server, tmp_path, **settings)


def test_presets_by_name_and_by_address() -> None:
    for name, preset in PRESETS.items():
        assert endpoint_of(name) == endpoint_of(preset.url) == preset


@pytest.mark.parametrize("name", ["wikipedia", "ftp://example.org/sparql", "file:///etc/passwd", "http://u:p@host/s"])
def test_addresses_that_are_none(name: str) -> None:
    with pytest.raises(InputError):
        endpoint_of(name)


def test_a_file_that_holds_something_else_is_left_alone(server: Endpoint, tmp_path: Path) -> None:
    precious = tmp_path / "answers.jsonl"
    for content in ('{"my": "thesis"}\n', "my thesis", json.dumps([1])):
        precious.write_text(content)
        with pytest.raises(InputError, match="choose another name"):
            staged(server, tmp_path, seeds=("wd:Q64",))
        assert precious.read_text() == content


def test_the_command(server: Endpoint, tmp_path: Path) -> None:
    (tmp_path / "seeds.txt").write_text("# cities\nhttp://www.wikidata.org/entity/Q64 Berlin\n\n")
    given = ("--seeds", "seeds.txt", "--seed", "wd:Q90", "--kg", "cities", "--timeout", "60")
    call = ("load", "sparql", server.url, *given)
    server.faults = ["", "status 403"]
    failed = contragraph(*call, cwd=tmp_path)
    assert (failed.code, failed.out) == (3, "")
    assert "does not let us in" in failed.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cities.answers.jsonl", "seeds.txt"]
    asked = len(server.queries)
    done = contragraph(*call, cwd=tmp_path)
    assert done.code == 0, done.err
    assert "Loaded" in done.out
    assert server.queries[0] not in server.queries[asked:]
    assert not (tmp_path / "cities.answers.jsonl").exists()
    rows = json.loads(contragraph("find", "Berlin", "--format", "json", cwd=tmp_path).out)
    assert rows[0]["id"] == "wd:Q64"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("wikidata",), "name at least one seed or relation"),
        (("nowhere", "--seed", "wd:Q1"), "no endpoint named"),
        (("wikidata", "--seeds", "none.txt"), "cannot be read"),
        (("wikidata", "--seed", "Q1"), "no known prefix"),
    ],
)
def test_wrong_use_of_the_command(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    result = contragraph("load", "sparql", *arguments, cwd=tmp_path)
    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert len(result.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_the_same_facts_by_file_and_by_endpoint_are_the_same_graph(tmp_path: Path) -> None:
    names = ("Ada", "Byron", "William", "London", "Ockham")
    triples = [("Byron", "hasChild", "Ada"), ("Ada", "isMarriedTo", "William"), ("Ada", "wasBornIn", "London"),
        ("Ada", "livesIn", "Ockham"), ("Byron", "wasBornIn", "London")]  # fmt: skip
    base, rdf = PREFIXES["yago"], PREFIXES["rdf"]
    kinds = dict.fromkeys(("Ada", "Byron", "William"), "Person") | dict.fromkeys(("London", "Ockham"), "Place")
    lines = [f"<{base}{s}> <{base}{r}> <{base}{o}> ." for s, r, o in triples]
    lines += [f"<{base}{name}> <{rdf}type> <{PREFIXES['schema']}{kinds[name]}> ." for name in names]
    text = "\n".join(lines) + "\n"
    columns = "".join(f"{s}\t{r}\t{o}\n" for s, r, o in triples)
    columns += "".join(f"<{name}>\t<{rdf}type>\t<{PREFIXES['schema']}{kinds[name]}>\n" for name in names)
    for name, content in (("facts.nt", text), ("facts.tsv", columns)):
        (tmp_path / name).write_text(content)
    cleaning = Cleaning(hubs=0)
    found = {
        name: stage_yago([tmp_path / name], tmp_path / f"{name}.staging", YagoSettings(cleaning=cleaning))[0].snapshot
        for name in ("facts.nt", "facts.tsv")
    }
    found["rdf"] = stage_rdf([tmp_path / "facts.nt"], tmp_path / "rdf.staging", RdfSettings("yago", cleaning))[
        0
    ].snapshot
    with serving(text) as server:
        source = replace(PRESETS["yago"], url=server.url)
        staging, _ = staged(server, tmp_path, source, kg="yago", seeds=("yago:Byron",), hops=3)
        found["endpoint"] = staging.snapshot
    assert len(set(found.values())) == 1, found


def test_dates_come_as_exactly_as_they_are_surely_known(tmp_path: Path) -> None:
    moments = {"P569": "1891-02-15", "P570": "1962-01-01"}
    told = " ; ".join(f'wdt:{key} "{day}T00:00:00Z"^^xsd:dateTime' for key, day in moments.items())
    with serving(DATA + f'wd:Q64 {told} ; wdt:P2046 "891"^^xsd:decimal .') as server:
        staging, report = staged(server, tmp_path, seeds=("wd:Q64",))
    literals = pl.read_parquet(staging.table("literals"))
    assert set(literals.select("value", "datatype").rows()) == {
        ("1237-01-01", "xsd:date"),
        ("1891-02-15", "xsd:date"),
        ("1962", "xsd:gYear"),
    }
    assert report.files[0].dropped["quantity whose unit is not told"] == 1
