"""Filters: of each a trap that it refuses and a control that it lets pass, thresholds, the docs, ablation."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

import pytest

from contragraph.generation.search.candidate import Candidate, ProvenConflict
from contragraph.generation.search.counts import GraphStatistics
from contragraph.generation.search.filters import FILTERS, Setting, prove
from contragraph.generation.search.filters.registry import known_thresholds
from contragraph.generation.search.implications import Implications
from contragraph.generation.search.view import View
from contragraph.graph.errors import InputError
from contragraph.graph.model import Entity, Literal, Statement
from contragraph.kgs import kg_of, shipped_kgs
from contragraph.reasoning.rules.ruleset import RuleSet, rules_of
from tests.cli import contragraph
from tests.forking import ROOT
from tests.made import sample_world

# -- a small world ------------------------------------------------------------------------------------------
# Things are named by one letter for their sort and a word; relations are Wikidata's.

_THINGS = """
h:ann Ann Lee | wd:Q5 | 10 50
h:bea Bea Roe | wd:Q5 | 12 55
h:cal Cal Roe | wd:Q5 | 9 45
h:dot Dot Moe | wd:Q5 | 14 60
h:old Old Poe | wd:Q5 | 14 60
h:star Star Doe | wd:Q5 | 90 99
h:lone Lone Fay | wd:Q5 | 1 0
h:code Q1234_5 | wd:Q5 | 10 50
h:ann2 Ann Lee (actor) | wd:Q5 | 10 50
h:paris Paris | wd:Q5 | 10 50
t:odd Oddtown | cg:Settlement | 30 50
t:even Eventown | cg:Settlement | 30 55
t:far Farville | cg:Settlement | 30 55
t:big Metropolis | cg:Settlement | 250 5
t:twin Twinton | cg:Settlement | 30 55
d:east East Shire | cg:District | 30 55
d:west West Shire | cg:District | 30 55
d:gone Gone Shire | cg:District | 30 55
d:far Far Shire | cg:District | 30 55
r:land Midland | cg:Region | 90 55
r:sea Coastland | cg:Region | 90 55
c:here Heria | cg:Country | 99 50
c:there Theria | cg:Country | 99 50
c:else Elsia | cg:Country | 99 50
u:odd University of Oddtown | wd:Q3918 | 20 50
u:free Free University | wd:Q3918 | 20 50
u:stone Farville School of Stone | wd:Q3918 | 20 50
f:one First Light | wd:Q11424 | 20 50
f:two Second Light | wd:Q11424 | 20 50
f:docu True Story | wd:Q11424 | 20 50
f:part3 Saga 3 | wd:Q11424 | 20 50
f:part4 Saga 4 | wd:Q11424 | 20 50
f:part7 Saga 7 | wd:Q11424 | 20 50
s:state Old State | wd:Q7275 | 20 50
s:club Chess Club | wd:Q43229 | 20 50
s:firm Big Firm | wd:Q43229 | 20 50
s:shop Small Shop | wd:Q43229 | 20 50
a:prize Golden Prize | wd:Q618779 | 20 50
a:medal Golden Medal | wd:Q618779 | 20 50
a:late Silver Prize | wd:Q618779 | 20 50
k:kind Idea | wd:Q16889133 | 20 50
k:other Notion | wd:Q16889133 | 20 50
"""

_FACTS = """
h:ann P569 1900-03-01 / h:ann P570 1970-03-01 / h:ann cg:lifespan 70y / h:ann P2031 1925 / h:ann P21 wd:Q6581072
h:bea P569 1905-03-01 / h:cal P569 1930-03-01 / h:dot P569 1908-03-01 / h:old P569 1700-01-01 / h:star P569 1901-01-01
h:bea P40 h:cal / h:ann P106 wd:Q33999 / h:bea P106 wd:Q36180 / h:old P570 1760-01-01 / h:cal P26 h:dot
t:odd P131 d:east / t:even P131 d:west / t:twin P131 d:east / t:twin P131 d:west / t:far P131 wd:Q99 / t:big P131 d:west
d:east P131 r:land / d:west P131 r:land / d:gone P576 1900 / d:east P47 d:west
d:far P131 r:sea / d:far P17 c:here / d:east P17 c:here
t:odd P17 c:here / t:even P17 c:here / t:far P17 c:there / c:here P47 c:there / c:here P47 c:else
c:here P37 wd:Q1860 / c:there P37 wd:Q1860 / c:else P37 wd:Q150
u:odd P571 1850 / u:free P571 1850 / f:one P577 1950-01-01 / f:two P577 1920-01-01 / f:docu P577 1950-01-01
f:docu P136 wd:Q93204 / s:state P571 1800 / s:club P571 1880 / s:club P580 1881 / s:firm P571 1900
s:shop P571 1905 / s:shop P576 1890
a:prize P571 1920 / a:late P571 1920 / a:medal P571 1920 / k:kind P279 k:other / h:dot P19 t:odd / h:dot P19 t:even
"""

_COUNTS = GraphStatistics(
    kinds={
        ("wdt:P19", "wd:Q5", "cg:Settlement"): 0.8,
        ("wdt:P131", "cg:Settlement", "cg:District"): 0.5,
        ("wdt:P131", "cg:Settlement", "cg:Settlement"): 0.01,
    },
    class_words=frozenset({"university", "prize"}),
    words=frozenset({"school"}),
    bearers={"Paris": 900},
    decades={"wdt:P3373": {0: 60, 1: 39, 5: 1}},
    first_ends={"a:late": "1890-01-01"},
)


def _term(text: str) -> str | Literal:
    if text[0].isdigit():
        if text.endswith("y"):
            return Literal(text[:-1], "xsd:integer", text[:-1])
        kind = {0: "xsd:gYear", 1: "xsd:gYearMonth", 2: "xsd:date"}[text.count("-")]
        return Literal(text, kind, text)
    return text


def _statement(text: str) -> Statement:
    subject, relation, thing = text.split()
    return Statement(subject, relation if ":" in relation else f"wdt:{relation}", _term(thing))


@cache
def setting() -> Setting:
    """The small world with Wikidata's roles, thresholds and axioms."""
    entities = {}
    for line in _THINGS.strip().splitlines():
        name, sort, numbers = (part.strip() for part in line.split("|"))
        id_, _, label = name.partition(" ")
        degree, prominence = map(int, numbers.split())
        level = sort if sort.startswith("cg:") else ""
        types = () if level else (sort,)
        many = tuple(map(str, range(9))) if id_ == "u:stone" else ()
        entities[id_] = Entity(
            id_, label, "", many, types, "x", degree, False, level, "" if level else sort, prominence
        )
    facts: dict[str, list[Statement]] = {}
    for text in _FACTS.replace("\n", " / ").split(" / "):
        if text.strip():
            statement = _statement(text)
            for end in statement.entities:
                facts.setdefault(end, []).append(statement)
                entities.setdefault(end, Entity(end, end))
    above = {
        "t:odd": frozenset({"d:east", "r:land"}),
        "t:even": frozenset({"d:west", "r:land"}),
        "t:big": frozenset({"d:west", "r:land"}),
        "t:twin": frozenset({"d:east", "d:west", "r:land"}),
        "d:east": frozenset({"r:land"}),
        "d:west": frozenset({"r:land"}),
    }
    kg = kg_of("wikidata")
    view = View(entities, {e: tuple(some) for e, some in facts.items()}, above)
    limits = {**kg.filters, "except": {"t:far": "Farville: moves about"}}
    single = frozenset({"wdt:P19", "wdt:P569"})
    return Setting(view, Implications(kg.ontology, rules()), kg.roles, limits, _COUNTS, single)


@cache
def rules() -> RuleSet:
    """The rules of Wikidata's axioms."""
    return rules_of(kg_of("wikidata").ontology)


@dataclass(frozen=True)
class Case:
    """Candidates as texts: what is made up ! the original ; supports, and the truth where it is not the original."""

    filter: str
    trap: str
    control: str


CASES = [
    Case("label", "h:code P19 t:odd ! h:code P19 t:even", "h:ann P19 t:odd ! h:ann P19 t:even"),
    Case("namesake", "h:ann P40 h:ann2 ! h:ann P40 h:cal", "h:ann P40 h:bea ! h:ann P40 h:cal"),
    Case("homonym", "h:paris P19 t:odd ! h:paris P19 t:even", "h:ann P19 t:odd ! h:ann P19 t:even"),
    Case(
        "shared-word",
        "h:bea P69 u:odd ! h:bea P69 u:free ; h:bea P19 t:odd",
        "h:bea P69 u:odd ! h:bea P69 u:free ; h:bea P19 t:even",
    ),
    Case("named-after", "u:odd P159 t:even ! u:odd P159 t:odd", "u:free P159 t:even ! u:free P159 t:odd"),
    Case("series", "f:part3 P156 f:part7 ! f:part3 P156 f:part4", "f:part3 P156 f:one ! f:part3 P156 f:two"),
    Case("except", "h:ann P19 t:far ! h:ann P19 t:odd", "h:ann P19 t:even ! h:ann P19 t:odd"),
    Case("degree", "h:lone P19 t:odd ! h:lone P19 t:even", "h:ann P19 t:odd ! h:ann P19 t:even"),
    Case("degree", "h:star P569 1905 ! h:star P569 1901", "h:ann P569 1905 ! h:ann P569 1900"),
    Case("prominence", "h:star P19 t:odd ! h:star P19 t:even", "h:ann P19 t:odd ! h:ann P19 t:even"),
    Case("prominence", "u:stone P571 1870 ! u:stone P571 1872", "u:free P571 1870 ! u:free P571 1872"),
    Case("prominence", "h:ann P19 t:big ! h:ann P19 t:odd", "h:ann P19 t:even ! h:ann P19 t:odd"),
    Case("individual", "k:kind P461 k:other ! k:kind P279 k:other", "h:ann P461 h:bea ! h:ann P40 h:bea"),
    Case("kind", "h:ann P19 s:firm ! h:ann P19 t:odd", "h:ann P19 t:even ! h:ann P19 t:odd"),
    Case("kind", "t:odd P131 t:even ! t:odd P131 d:east", "t:odd P131 d:west ! t:odd P131 d:east"),
    Case("turned", "h:cal P25 h:dot ! h:cal P26 h:dot", "t:odd P1376 d:east ! t:odd P131 d:east"),
    Case("turned", "s:firm P127 s:shop ! s:shop P127 s:firm", "s:firm P127 s:club ! s:firm P127 s:shop"),
    Case("instead", "h:ann P22 h:bea ! h:cal P26 h:ann ; h:cal P25 h:bea", "h:ann P22 h:bea ! h:ann P22 h:cal"),
    Case("replacement", "h:ann P19 t:far ! h:ann P19 t:odd", "h:ann P19 t:even ! h:ann P19 t:odd"),
    Case("replacement", "h:ann P19 d:east ! h:ann P19 t:odd", "h:ann P19 d:west ! h:ann P19 t:odd"),
    Case("replacement", "t:odd P131 d:far ! t:odd P131 d:east", "t:odd P131 d:west ! t:odd P131 d:east"),
    Case("replacement", "f:one P57 h:old ! f:one P57 h:bea", "f:one P57 h:dot ! f:one P57 h:bea"),
    Case("replacement", "f:one P57 s:firm ! f:one P57 h:bea", "f:one P57 h:dot ! f:one P57 h:bea"),
    Case("country", "h:ann P19 c:else ! h:ann P19 c:here", "h:ann P19 c:there ! h:ann P19 c:here"),
    Case("ended", "t:odd P131 d:gone ! t:odd P131 d:east", "t:odd P131 d:west ! t:odd P131 d:east"),
    Case("settled", "h:dot P19 t:big ! h:dot P19 t:odd", "h:ann P19 t:big ! h:ann P19 t:odd"),
    Case(
        "settled",
        "h:ann P19 d:east ! h:ann P19 t:twin ; t:twin P131 d:west",
        "h:ann P19 d:east ! h:ann P19 t:even ; t:even P131 d:west",
    ),
    Case(
        "span",
        "h:ann P570 1901-03-01 ! h:ann cg:lifespan 1y ; h:ann P569 1900-03-01",
        "h:ann P570 1974-03-01 ! h:ann cg:lifespan 70y ; h:ann P569 1900-03-01",
    ),
    Case(
        "span",
        "h:cal P569 1935 ! h:bea cg:ageAtParenthood 25y ; h:cal cg:ageOfParent 26y ; h:bea P40 h:cal",
        "h:cal P569 1935 ! h:bea cg:ageAtParenthood 25y ; h:bea P569 1905-03-01 ; h:bea P40 h:cal",
    ),
    Case("point", "s:club P571 1885 ! s:club P571 1880", "s:firm P571 1905 ! s:firm P571 1900"),
    Case("body", "s:state P571 1810 ! s:state P571 1800", "s:firm P571 1910 ! s:firm P571 1900"),
    Case(
        "body",
        "s:firm P571 1910 ! s:firm cg:yearsAfterPredecessor 5y ; s:firm P155 s:shop",
        "f:one P577 1955 ! f:one cg:yearsAfterPredecessor 30y ; f:one P155 f:two",
    ),
    Case(
        "award",
        "a:medal P571 1990 ! h:ann P570 1970-03-01 ; h:ann P166 a:medal",
        "a:prize P571 1990 ! h:ann P570 1970-03-01 ; h:ann P166 a:prize",
    ),
    Case(
        "award",
        "a:late P571 1990 ! h:ann P570 1970-03-01 ; h:ann P166 a:late",
        "a:prize P571 1990 ! h:ann P570 1970-03-01 ; h:ann P166 a:prize",
    ),
    Case(
        "cast",
        "f:one P577 1990 ! h:bea P569 1905-03-01 ; f:one P161 h:bea",
        "f:one P577 1990 ! h:ann P570 1970-03-01 ; f:one P161 h:ann",
    ),
    Case(
        "cast",
        "f:docu P577 1990 ! h:ann P570 1970-03-01 ; f:docu P161 h:ann",
        "f:one P577 1990 ! h:ann P570 1970-03-01 ; f:one P161 h:ann",
    ),
    Case(
        "cast",
        "f:two P577 1990 ! h:ann P570 1970-03-01 ; f:two P86 h:ann",
        "f:one P577 1990 ! h:ann P570 1970-03-01 ; f:one P86 h:ann",
    ),
    Case("times", "h:ann P3373 h:old ! h:ann P3373 h:bea", "h:ann P3373 h:dot ! h:ann P3373 h:bea"),
    Case("kin", "h:ann P22 h:star ! h:ann P22 h:bea", "h:ann P22 h:dot ! h:ann P22 h:bea"),
    Case("in-laws", "h:cal P22 h:dot ! h:cal P22 h:bea", "h:ann P22 h:dot ! h:ann P22 h:bea"),
    Case("in-laws", "h:dot P22 h:bea ! h:dot P22 h:old", "h:dot P22 h:ann ! h:dot P22 h:old"),
    Case("in-laws", "h:bea P40 h:dot ! h:bea P40 h:cal", "h:bea P40 h:star ! h:bea P40 h:cal"),
    Case("in-laws", "h:dot P3373 h:bea ! h:dot P3373 h:old", "h:dot P3373 h:ann ! h:dot P3373 h:old"),
    Case("career", "h:ann P569 1920-03-01 ! h:ann P569 1900-03-01", "h:ann P569 1905-03-01 ! h:ann P569 1900-03-01"),
    Case("career", "h:ann P570 1920-03-01 ! h:ann P570 1970-03-01", "h:ann P570 1965-03-01 ! h:ann P570 1970-03-01"),
    Case("true", "h:bea P40 h:cal ! h:bea P40 h:dot", "h:bea P40 h:ann ! h:bea P40 h:dot"),
    Case("known", "h:cal P22 h:ann ! h:cal P22 h:bea", "h:cal P25 h:ann ! h:cal P25 h:bea"),
    Case(
        "margin",
        "s:club P571 1970-06-01 ! h:ann P570 1970-03-01 ; h:ann P102 s:club",
        "s:club P571 1985-06-01 ! h:ann P570 1970-03-01 ; h:ann P102 s:club",
    ),
    Case(  # 1970 less 1900 is 70
        "margin",
        "h:ann P569 1900-06-01 ! h:ann cg:lifespan 70y ; h:ann P570 1970-03-01",
        "h:ann P569 1902-06-01 ! h:ann cg:lifespan 70y ; h:ann P570 1970-03-01",
    ),
    Case(
        "unbroken",
        "s:shop P571 1700-06-01 ! s:shop cg:lifespan 30y ; s:shop P576 1800-03-01",
        "s:firm P571 1700-06-01 ! s:firm cg:lifespan 30y ; s:firm P576 1800-03-01",
    ),
]


def candidate(text: str) -> Candidate:
    """The candidate that a case writes; the original is the truth where it has the perturbed one's relation."""
    made, _, rest = text.partition(" ! ")
    perturbed, (original, *support) = _statement(made), [_statement(part) for part in rest.split(" ; ")]
    truth = original if (original.subject, original.relation) == (perturbed.subject, perturbed.relation) else None
    return Candidate("shape", original, perturbed, tuple(support), truth)


def refused(name: str, text: str) -> str:
    """Why a filter refuses a candidate, or the conflict that it is."""
    each, found = FILTERS[name], candidate(text)
    if each.of_candidate:
        return each.of_candidate(found, setting())
    conflict = prove(found, rules(), rules().strict(), strict=False)
    assert isinstance(conflict, ProvenConflict), conflict
    assert each.of_conflict
    return each.of_conflict(conflict, setting())


@pytest.mark.parametrize("case", CASES, ids=[f"{c.filter}: {c.trap}" for c in CASES])
def test_a_filter_refuses_its_trap_and_lets_its_control_pass(case: Case) -> None:
    assert refused(case.filter, case.trap)
    assert refused(case.filter, case.control) == ""


def test_every_filter_has_a_case_and_a_principle() -> None:
    assert {case.filter for case in CASES} == set(FILTERS)
    assert all(each.doc.endswith(".") for each in FILTERS.values())


# -- thresholds and docs ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", shipped_kgs())
def test_every_threshold_of_a_graph_is_read_by_a_filter(name: str) -> None:
    known_thresholds(kg_of(name).filters, name)


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"fame": {"most": 1}}, "there is no filter fame"),
        ({"span": {"longest": 1}}, "no threshold longest; it has least"),
    ],
)
def test_a_threshold_that_nothing_reads_is_an_error(limits: dict[str, dict[str, object]], said: str) -> None:
    with pytest.raises(InputError, match=said):
        known_thresholds(limits, "filters.toml")


def test_the_docs_have_the_table_of_the_registry() -> None:
    rows = [
        f"| `{each.name}` | {each.stage} | {each.doc} | {', '.join(f'`{key}`' for key in each.thresholds)} |"
        for each in FILTERS.values()
    ]
    assert "\n".join(rows) in (ROOT / "docs" / "filters.md").read_text(encoding="utf-8")


# -- the command --------------------------------------------------------------------------------------------


def test_the_command_lists_the_filters_in_their_order() -> None:
    listed = contragraph("filters", "list", "--format", "json", cwd=sample_world())
    assert [row["filter"] for row in json.loads(listed.out)] == list(FILTERS)


def test_ablation_shows_what_a_filter_refuses_alone() -> None:
    args = ("filters", "ablate", "degree", "--seeds", "1", "--rows", "40", "--store", "ladybug:loaded.lbug")
    found = contragraph(*args, "--format", "json", cwd=sample_world())
    rows = json.loads(found.out)
    assert found.code == 0
    assert rows
    assert all(" facts" in row["reason"] for row in rows)
    assert "of them alone" in found.err


def test_ablation_of_what_is_no_filter_is_refused() -> None:
    wrong = contragraph("filters", "ablate", "taste", cwd=sample_world())
    assert wrong.code == 2
    assert "There is no filter 'taste'" in wrong.err
