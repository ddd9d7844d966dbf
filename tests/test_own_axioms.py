"""Suggested axioms against counting by definition, on graphs made up by hypothesis; and ids that lead back."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contragraph.graph.model import Literal
from contragraph.loaders.own.axioms import suggested
from contragraph.loaders.own.containing import acyclic
from contragraph.loaders.own.folder import ontology, sound
from contragraph.loaders.own.judging import DOUBTFUL, FEWEST, MANY, Suggestion, by_lot
from contragraph.loaders.own.orders import points_of
from contragraph.loaders.own.reading import Facts, RelationProfile
from contragraph.loaders.own.roles import guessed
from contragraph.loaders.own.wording import worded
from contragraph.loaders.tables.property_graph import Ids
from contragraph.ontology.axioms import Axiom, Kind, OrderAxiom, Role
from contragraph.ontology.lexicon import _phrases
from contragraph.ontology.namespaces import expand, named
from contragraph.ontology.turtle import format_ontology, parse_ontology
from contragraph.reasoning.audit.lint import lint

PEOPLE, SITES = [f"urn:x:p{n}" for n in range(7)], [f"urn:x:s{n}" for n in range(4)]
PERSON, SITE = "urn:x:class:Person", "urn:x:class:Site"
LABELS = ["works at", "reports to", "located in", "designed by", "married to", "knows"]


def pairs(one: list[str], other: list[str]) -> st.SearchStrategy[frozenset[tuple[str, str]]]:
    return st.frozensets(st.sampled_from([(s, o) for s, o in product(one, other)]), min_size=1, max_size=12)


@st.composite
def graphs(draw: st.DrawFn) -> Facts:
    """People, sites, and what joins them."""
    relations = {}
    for number in range(draw(st.integers(1, 4))):
        name, ends = f"http://acme.example/r#{number}", draw(st.sampled_from([PEOPLE, SITES]))
        found = draw(pairs(PEOPLE, ends))
        relations[name] = RelationProfile(name, draw(st.sampled_from(LABELS)), "thing", found)
    years = st.integers(1950, 1960).map(lambda year: Literal(str(year), "date"))
    for name, things in (("http://acme.example/born", PEOPLE), ("http://acme.example/opened", SITES)):
        told = draw(st.frozensets(st.tuples(st.sampled_from(things), years), max_size=9))
        if told:
            relations[name] = RelationProfile(name, name.rpartition("/")[2], "date", values=told)
    classes = {**dict.fromkeys(PEOPLE, frozenset((PERSON,))), **dict.fromkeys(SITES, frozenset((SITE,)))}
    labels = {PERSON: "person", SITE: "site"}
    return Facts(relations, labels, classes, {PERSON: len(PEOPLE), SITE: len(SITES)}, len(classes))


def brute(facts: Facts, axiom: Axiom) -> tuple[int, int]:
    """How many facts an axiom speaks of, and how many break it, by what the kind means and nothing else."""
    first, *rest = axiom.terms
    things = [*PEOPLE, *SITES]
    if axiom.kind is Kind.DISJOINT_CLASSES:
        members = [{t for t in things if kind in facts.classes[t]} for kind in axiom.terms]
        return min(map(len, members)), len(members[0] & members[1])
    assert isinstance(first, Role)
    told = facts.relations[first.relation]
    held = told.pairs or {(s, v.value) for s, v in told.values}
    if axiom.kind is Kind.FUNCTIONAL:
        have = [[o for s, o in held if s == each] for each in things]
        return sum(map(bool, have)), sum(len(some) > 1 for some in have)
    if axiom.kind is Kind.INVERSE_FUNCTIONAL:
        have = [[s for s, o in held if o == each] for each in things]
        return sum(map(bool, have)), sum(len(some) > 1 for some in have)
    apart = [(s, o) for s, o in held if s != o]
    if axiom.kind is Kind.SYMMETRIC:
        return len(apart), sum((o, s) not in held for s, o in apart)
    if axiom.kind is Kind.ASYMMETRIC:
        return len(apart), sum((o, s) in held for s, o in apart)
    if axiom.kind is Kind.IRREFLEXIVE:
        return len(held), sum(s == o for s, o in held)
    if axiom.kind is Kind.TRANSITIVE:
        chains = {(a, c) for a, b, c in product(things, repeat=3) if a != b != c and {(a, b), (b, c)} <= held}
        return len(chains), len(chains - held)
    if axiom.kind in (Kind.DOMAIN, Kind.RANGE):
        ends = {pair[axiom.kind is Kind.RANGE] for pair in held}
        return len(ends), sum(rest[0] not in facts.classes[each] for each in ends)
    assert isinstance(rest[0], Role)
    other = facts.relations[rest[0].relation].pairs
    if axiom.kind is Kind.INVERSE_OF:
        return len(held) + len(other), sum((o, s) not in other for s, o in held) + sum(
            (o, s) not in held for s, o in other
        )
    assert axiom.kind is Kind.DISJOINT
    return min(len(held), len(other)), len(held & other)


@settings(max_examples=150, deadline=None)
@given(graphs())
def test_figures_are_those_of_counting_by_definition(facts: Facts) -> None:
    guess = guessed(facts)
    for each in suggested(facts, guess):
        axiom = each.axiom
        assert axiom.facts is not None
        assert axiom.violations is not None
        assert not each.on or axiom.violations == 0 or axiom.facts >= MANY
        if axiom.id.startswith("cg:ax_within") or "cg:within" in axiom.relations:
            continue
        assert axiom.facts >= FEWEST
        assert axiom.violations <= DOUBTFUL * axiom.facts
        if isinstance(axiom, Axiom):
            assert (axiom.facts, axiom.violations) == brute(facts, axiom), axiom
        elif isinstance(axiom, OrderAxiom):
            points = points_of(facts, guess)
            told = facts.relations[axiom.relation.relation].pairs

            def at(point: str, s: str, o: str, points: dict[tuple[str, str], float] = points) -> float | None:  # type: ignore[assignment]
                return points.get((s if point.startswith("subject") else o, "start" if "Start" in point else "end"))

            dated = [(at(axiom.earlier, s, o), at(axiom.later, s, o)) for s, o in told if s != o]
            known = [(one, other) for one, other in dated if one is not None and other is not None]
            assert axiom.facts == len(known)
            assert axiom.violations == sum(other < one for one, other in known)


@settings(max_examples=60, deadline=None)
@given(graphs())
def test_what_is_on_refutes_nothing_and_reads_back(facts: Facts) -> None:
    """The axioms that are on pass the lint, and all that is suggested is the same after it was written."""
    guess = guessed(facts)
    every = sound(facts, guess, suggested(facts, guess))
    on = ontology(facts, guess, [each for each in every if each.on])
    assert not [finding for finding in lint(on) if finding.level == "error"]
    told = ontology(facts, guess, every)
    assert parse_ontology(format_ontology(told)).every == told.every


@given(st.integers(0, 6), st.integers(1, 6))
def test_how_likely_it_looks_so_by_lot(dealt: int, among: int) -> None:
    """Against all ways to deal that many facts out."""
    ways = list(product(range(among), repeat=dealt))
    assert by_lot(dealt, among) == pytest.approx(sum(len(set(way)) == dealt for way in ways) / len(ways))


@given(st.frozensets(st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(lambda p: p[0] != p[1]), max_size=8))
def test_no_chain_leads_back(found: frozenset[tuple[int, int]]) -> None:
    """Acyclic is what some order of all things agrees with."""
    told = {(str(a), str(b)) for a, b in found}
    orders = permutations("01234")
    assert acyclic(told) == any(all(o.index(a) < o.index(b) for a, b in told) for o in orders)


def test_a_few_facts_by_accident_are_off() -> None:
    """Four of twelve things with one value each say nothing; twelve of twelve do."""

    def single(count: int) -> Suggestion:
        things = [f"urn:x:t{n}" for n in range(12)]
        told = RelationProfile("urn:x:r", "successor of", "thing", frozenset((t, f"{t}o") for t in things[:count]))
        facts = Facts({"urn:x:r": told}, {}, dict.fromkeys(things, frozenset(("urn:x:T",))), {"urn:x:T": 12}, 12)
        return next(s for s in suggested(facts, guessed(facts)) if s.axiom.id.startswith("cg:ax_functional"))

    assert not single(4).on
    assert "57%" in single(4).why
    assert single(12).on


# -- ids ---------------------------------------------------------------------------------------------------------

IRIS = st.from_regex(
    r"(https?://[a-z]{1,6}\.example/|urn:[a-z]{2,5}:)[A-Za-z0-9._~!$&'()*+,;=:@/?%é-]{1,20}", fullmatch=True
)


@given(st.text(min_size=1, max_size=12), st.text(min_size=1, max_size=12))
def test_ids_of_tables_lead_back(name: str, key: str) -> None:
    """To the same text, or the same IRI; and no two of a thing, a relation and a class are one."""
    if any("\ud800" <= c <= "\udfff" for c in name + key):
        return
    ids = Ids(name)
    made = (ids.thing(key), ids.relation(key), ids.kind(key))
    for each in made:
        back = ids.key(each)
        assert back == key or expand(back) == expand(key)
        assert named(expand(each)) == each
    assert len(set(made)) == 3 or made[0] == key


@given(IRIS, st.sampled_from(["urn:acme:P 1", "P%201", "a:b", "http://acme.example/x"]))
def test_ids_that_look_alike_stay_apart(iri: str, key: str) -> None:
    ids = Ids("acme")
    assert (ids.thing(iri) == ids.thing(key)) == (iri == key)


@given(st.lists(IRIS, min_size=2, max_size=3, unique=True))
def test_any_iri_may_be_a_relation(found: list[str]) -> None:
    """An ontology of relations of any namespace is the same after it was written and read."""
    names = [named(iri) for iri in found]
    facts = Facts(
        {n: RelationProfile(n, "is", "thing", frozenset((f"{n}{i}", n) for i in range(5))) for n in names},
        {},
        {},
        {},
        10,
    )
    guess = guessed(facts)
    told = ontology(facts, guess, suggested(facts, guess))
    read = parse_ontology(format_ontology(told))
    assert read.every == told.every
    assert read.statable == frozenset(names)
    assert read.labels == told.labels


# -- words -------------------------------------------------------------------------------------------------------

SAID = [
    ("reports to", "thing", "[reports/reported/report] to {o}"),
    ("WORKS_AT", "thing", "[works/worked/work] at {o}"),
    ("locatedIn", "thing", "[is] located in {o}"),
    ("designed by", "thing", "[was] designed by {o}"),
    ("employs", "thing", "[employs/employed/employ] {o}"),
    ("supplies", "thing", "[supplies/supplied/supply] {o}"),
    ("has member", "thing", "[has/have] {o} as a member"),
    ("manager", "thing", "[has/have] {o} as a manager"),
    ("is part of", "thing", "[is] part of {o}"),
    ("member of", "thing", "[is] a member of {o}"),
    ("author of", "thing", "[is] an author of {o}"),
    ("hired on", "date", "[was] hired {on o}"),
    ("hire date", "date", "[was] hired {on o}"),
    ("date of birth", "date", "[was] born {on o}"),
    ("died", "date", "[died/die] {on o}"),
    ("birthplace", "thing", "[was] born in {o}"),
    ("place of death", "thing", "[died/die] in {o}"),
    ("workplace", "thing", "[has/have] {o} as a workplace"),
    ("opened", "date", "[opened/open] {on o}"),
    ("number of employees", "number", "[has/have] {bare o} employees"),
    ("sequel to", "thing", "[is] a sequel to {o}"),
    ("set in", "thing", "[is] set in {o}"),
    ("planted by", "thing", "[was] planted by {o}"),
    ("written by", "thing", "[was] written by {o}"),
]


@pytest.mark.parametrize(("label", "ends", "phrase"), SAID)
def test_labels_become_phrases(label: str, ends: str, phrase: str) -> None:
    assert worded(label, ends)["s"][0] == phrase  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("label", "phrase", "back"),
    [
        ("designed", "[designed/design] {o}", "[was] designed by {s}"),
        ("WROTE", "[wrote/write] {o}", "[was] written by {s}"),
        ("studied under", "[studied/study] under {o}", ""),
    ],
)
def test_what_people_did(label: str, phrase: str, back: str) -> None:
    said = worded(label, "thing", personal=True)
    assert said["s"] == [phrase]
    assert said.get("o", [""]) == [back]


@given(st.text(max_size=30), st.sampled_from(["thing", "date", "number", "text"]), st.booleans(), st.booleans())
def test_any_label_gives_phrases_that_a_lexicon_takes(label: str, ends: str, single: bool, personal: bool) -> None:
    for key, some in worded(label, ends, single=single, personal=personal).items():  # type: ignore[arg-type]
        assert _phrases(key, some, label)
