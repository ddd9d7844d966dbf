"""The traps that a naive generator falls into: a small KG for each, with and without what makes it one.

Every KG is loaded into a real store, and the same seed gives pairs where the trap is not set. A test says what the
generator must not do; its control says that nothing else keeps it from doing so.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from contragraph.generation.knowledge import run_in_lock_step
from contragraph.generation.rules.standing import telling
from contragraph.graph.model import Statement
from contragraph.ontology.axioms import Kind
from tests.made import axiom, drafts, ontology, reasons, small_kg
from tests.oracle import contradictory
from tests.staged_kgs import Triple
from tests.toy_countries import CAPITALS, COUNTRIES, FILL, FRANCE, MULTI, NOTHING, SINGLE, countries, lies

# -- the KG breaks the axiom for this very entity ---------------------------------------------------------------


def test_a_country_with_two_capitals_has_no_false_capital(tmp_path: Path) -> None:
    triples = countries()
    with small_kg(tmp_path / "plain", triples) as knowledge:
        assert lies(drafts(FRANCE, SINGLE, knowledge, CAPITALS)) <= {
            ("wd:France", "wdt:P36", f"wd:{COUNTRIES[n]}") for n in COUNTRIES if n != "France"
        }
        assert drafts(FRANCE, SINGLE, knowledge, CAPITALS)
    with small_kg(tmp_path / "broken", [*triples, ("wd:France", "wdt:P36", "wd:Versailles")]) as knowledge:
        assert reasons(FRANCE, SINGLE, knowledge, CAPITALS) == NOTHING
        assert drafts(("wd:Spain", "wdt:P36", "wd:Madrid"), SINGLE, knowledge, CAPITALS)


# -- granularity ------------------------------------------------------------------------------------------

RESIDENCE = ontology(
    axiom(Kind.FUNCTIONAL, "wdt:P551"),
    axiom(Kind.SUB_PROPERTY, "wdt:P131", "cg:within"),
    axiom(Kind.SUB_PROPERTY, "~wdt:P150", "cg:within"),
    axiom(Kind.SUB_PROPERTY, "wdt:P279", "rdfs:subClassOf"),
    domains={"wdt:P551": "Human"},
)


def residents() -> list[Triple]:
    """Ann lives in Belgrade, and Bob, whose facts are told too, in Serbia: the only two places."""
    triples: list[Triple] = [
        ("wd:Belgrade", "wdt:P31", "wd:Place"),
        ("wd:Serbia", "wdt:P31", "wd:Place"),
        ("wd:Ann", "wdt:P551", "wd:Belgrade"),
        ("wd:Bob", "wdt:P551", "wd:Serbia"),
    ]
    for name in ("Ann", "Bob"):
        facts = {"P106": "Painter", "P69": "School", "P166": "Prize", "P26": "Spouse", "P22": "Father"}
        triples += [(f"wd:{name}", f"wdt:{r}", f"wd:{name}{o}") for r, o in facts.items()]
    return triples


@pytest.mark.parametrize(
    "containing",
    [
        [("wd:Belgrade", "wdt:P131", "wd:Serbia")],
        [("wd:Serbia", "wdt:P150", "wd:Belgrade")],
        [("wd:Belgrade", "wdt:P131", "wd:District"), ("wd:District", "wdt:P131", "wd:Serbia")],
        [("wd:Belgrade", "wdt:P279", "wd:Serbia")],
    ],
    ids=["within", "contains", "two steps", "subclass"],
)
def test_a_place_within_another_does_not_clash_with_it(tmp_path: Path, containing: list[Triple]) -> None:
    seed = ("wd:Ann", "wdt:P551", "wd:Belgrade")
    with small_kg(tmp_path / "plain", residents()) as knowledge:
        assert lies(drafts(seed, SINGLE, knowledge, RESIDENCE)) == {("wd:Ann", "wdt:P551", "wd:Serbia")}
    with small_kg(tmp_path / "nested", [*residents(), *containing]) as knowledge:
        assert reasons(seed, SINGLE, knowledge, RESIDENCE) == NOTHING


# -- history ----------------------------------------------------------------------------------------------

PAST = {"a thing of the past, whose facts may hold for another time"}


@pytest.mark.parametrize("name", ["wd:France", "wd:Paris"])
def test_a_thing_of_the_past_is_no_seed(tmp_path: Path, name: str) -> None:
    with small_kg(tmp_path / "described", countries(), descriptions={name: "former state in Europe"}) as knowledge:
        assert reasons(FRANCE, SINGLE, knowledge, CAPITALS) == PAST
    of_class: Triple = (name, "wdt:P31", "wd:Past")
    with small_kg(tmp_path / "class", [*countries(), of_class], labels={"wd:Past": "historical country"}) as knowledge:
        assert reasons(FRANCE, SINGLE, knowledge, CAPITALS) == PAST


def test_a_thing_of_the_past_is_no_stand_in(tmp_path: Path) -> None:
    described = {"wd:Madrid": "ancient city"}
    with small_kg(tmp_path / "plain", countries("France", "Spain")) as knowledge:
        assert lies(drafts(FRANCE, SINGLE, knowledge, CAPITALS)) == {("wd:France", "wdt:P36", "wd:Madrid")}
    with small_kg(tmp_path / "past", countries("France", "Spain"), descriptions=described) as knowledge:
        assert reasons(FRANCE, SINGLE, knowledge, CAPITALS) == NOTHING


# -- causes between classes ------------------------------------------------------------------------------------


def test_causes_are_told_of_individuals_only(tmp_path: Path) -> None:
    causes = ontology(axiom(Kind.FUNCTIONAL, "wdt:P828"), domains={"wdt:P828": "Cause-Effect"})
    triples: list[Triple] = []
    for name in ("Fire", "Flood", "Crash"):
        event, cause = f"wd:{name}", f"wd:{name}Cause"
        triples += [(event, "wdt:P828", cause), (event, "wdt:P31", "wd:Event"), (cause, "wdt:P31", "wd:Event")]
        triples += [(event, relation, f"wd:{name}Thing{c}") for relation, c in zip(FILL, "ABCD", strict=False)]
    seed = ("wd:Fire", "wdt:P828", "wd:FireCause")
    with small_kg(tmp_path / "individuals", triples) as knowledge:
        assert drafts(seed, SINGLE, knowledge, causes)
    for name in ("wd:Fire", "wd:FireCause"):
        folder = tmp_path / name.partition(":")[2]
        with small_kg(folder, [*triples, (name, "wdt:P279", "wd:Disaster")]) as knowledge:
            assert reasons(seed, SINGLE, knowledge, causes) == {"a cause between classes, not between individuals"}


# -- what every reader knows -----------------------------------------------------------------------------------

LIFE = ontology(
    axiom(Kind.SUB_PROPERTY, "wdt:P190", "cg:apartFrom"),
    axiom(Kind.SYMMETRIC, "cg:apartFrom"),
    axiom(Kind.CHAIN, "cg:lifeIn", "cg:apartFrom", "cg:notBeenIn"),
    axiom(Kind.DISJOINT, "cg:notBeenIn", "wdt:P937"),
    domains={"wdt:P937": "Human"},
    statable=["cg:lifeIn"],
)


def works() -> list[Triple]:
    """Ann worked in Beijing, whose partner town is Riga; nothing says what Beijing and Riga are."""
    triples: list[Triple] = [("wd:Beijing", "wdt:P190", "wd:Riga"), ("wd:Riga", "wdt:P190", "wd:Lima")]
    for name, town in (("Ann", "Beijing"), ("Bob", "Riga"), ("Eve", "Lima")):
        person = f"wd:{name}"
        triples += [
            (person, "wdt:P937", f"wd:{town}"),
            (person, "wdt:P31", "wd:Q5"),
            (f"wd:{town}", "wdt:P31", "wd:Town"),
        ]
        triples += [(person, relation, f"wd:{name}Thing{c}") for relation, c in zip(FILL, "ABC", strict=False)]
    return triples


@pytest.mark.parametrize(
    "known",
    [
        [("wd:Beijing", "wdt:P17", "wd:China"), ("wd:Riga", "wdt:P17", "wd:Latvia")],
        [("wd:Bob", "wdt:P19", "wd:Beijing"), ("wd:Eve", "wdt:P551", "wd:Riga")],
    ],
    ids=["they lie somewhere", "people live there"],
)
def test_what_common_knowledge_makes_shorter_is_not_multi_hop(tmp_path: Path, known: list[Triple]) -> None:
    """All her life in Riga, at work in Beijing: no partner town is needed to see that both cannot be."""
    seed = ("wd:Ann", "wdt:P937", "wd:Beijing")
    with small_kg(tmp_path / "plain", works()) as knowledge:
        assert lies(drafts(seed, MULTI, knowledge, LIFE)) == {("wd:Ann", "cg:lifeIn", "wd:Riga")}
    with small_kg(tmp_path / "known", [*works(), *known]) as knowledge:
        assert reasons(seed, MULTI, knowledge, LIFE) == NOTHING


BORDERS = ontology(
    axiom(Kind.CHAIN, "wdt:P47", "wdt:P31", "cg:bordersKind"),
    axiom(Kind.DISJOINT, "cg:bordersKind", "cg:bordersNone"),
    domains={"wdt:P47": "Geography"},
    statable=["cg:bordersNone"],
)


def test_what_readers_know_does_not_contradict_the_lie_within_its_text(tmp_path: Path) -> None:
    """Beside "it borders no county" no text may say that it borders Yuma, which every reader knows for a county."""
    triples: list[Triple] = [(f"wd:Arizona{c}", "wdt:P31", "wd:Other") for c in "ABC"]
    for county in ("Yuma", "Pima", "Gila"):
        triples += [("wd:Arizona", "wdt:P47", f"wd:{county}"), (f"wd:{county}", "wdt:P31", "wd:County")]
        triples += [
            (f"wd:{county}", relation, f"wd:{county}Thing{c}") for relation, c in zip(FILL, "ABCDE", strict=False)
        ]
    triples += [("wd:Nevada", "wdt:P47", f"wd:Arizona{c}") for c in "ABC"]
    seed = ("wd:Arizona", "wdt:P47", "wd:Yuma")
    with small_kg(tmp_path, triples) as knowledge:
        found = drafts(seed, MULTI, knowledge, BORDERS, tries=30)
    assert found
    for draft in found:
        assert [s.object for s in draft.original if s.subject == "wd:Arizona" and s.relation == "wdt:P47"] == [
            "wd:Yuma"
        ]


def test_no_name_beside_a_lie_tells_the_truth(tmp_path: Path) -> None:
    """ "El Paso County, a county of Colorado, lies outside Colorado" refutes itself without any axiom."""
    told = Statement("wd:ElPaso", "wdt:P31", "wd:CountyOfColorado")
    other = Statement("wd:ElPaso", "wdt:P31", "wd:CountySeat")
    elsewhere = Statement("wd:Denver", "wdt:P31", "wd:CountyOfColorado")
    lie = Statement("wd:ElPaso", "cg:liesOutside", "wd:Colorado")
    triples: list[Triple] = [(s.subject, s.relation, str(s.object)) for s in (told, other, elsewhere)]
    triples.append(("wd:ElPaso", "wdt:P131", "wd:Colorado"))
    labels = {"wd:CountyOfColorado": "county of Colorado", "wd:CountySeat": "county seat", "wd:Colorado": "Colorado"}
    with small_kg(tmp_path, triples, labels=labels) as knowledge:
        (found,) = run_in_lock_step([telling([told, other, elsewhere, lie], [[lie]], knowledge)], knowledge)
    assert found == {told}


# -- namesakes --------------------------------------------------------------------------------------------


def test_a_namesake_is_no_stand_in(tmp_path: Path) -> None:
    triples = countries("France", "Spain")
    for label, told in (("Paris of the South", True), ("Paris", False), ("Paris (Texas)", False), ("PARIS", False)):
        with small_kg(tmp_path / label, triples, labels={"wd:Madrid": label}) as knowledge:
            assert bool(drafts(FRANCE, SINGLE, knowledge, CAPITALS)) == told


def test_two_namesakes_do_not_stand_in_one_text(tmp_path: Path) -> None:
    labels = {"wd:FranceRiver": "Loire", "wd:FranceRange": "Loire (department)"}
    for names, together in (({}, True), (labels, False)):
        with small_kg(tmp_path / str(together), countries(), labels=names) as knowledge:
            found = drafts(FRANCE, SINGLE, knowledge, CAPITALS)
        assert found
        said = [{e for s in d.original for e in s.entities} for d in found]
        assert any({"wd:FranceRiver", "wd:FranceRange"} <= entities for entities in said) == together


# -- subgraphs that contradict themselves ------------------------------------------------------------------------


def test_true_facts_that_contradict_each_other_do_not_stay(tmp_path: Path) -> None:
    """A river with two mouths where it may have one: the pair is made without them, or not at all, and says why."""
    axioms = [*CAPITALS.axioms, axiom(Kind.FUNCTIONAL, "wdt:P403")]
    rules = ontology(*axioms, domains=CAPITALS.domains)
    mouths: list[Triple] = [("wd:Paris", "wdt:P403", "wd:Atlantic"), ("wd:Paris", "wdt:P403", "wd:Channel")]
    rich = [t for t in countries() if t[0] != "wd:Paris" or t[1] == "wdt:P31"]
    with small_kg(tmp_path / "rich", [*rich, *mouths]) as knowledge:
        free = drafts(FRANCE, SINGLE, knowledge, CAPITALS)
        found = drafts(FRANCE, SINGLE, knowledge, rules)
    assert any(sum(s.relation == "wdt:P403" for s in d.original) == 2 for d in free)
    assert len(found) == len(free) > 0
    for draft in found:
        assert not contradictory(draft.original, axioms)
        assert not contradictory(draft.perturbed, axioms)
    poor = [t for t in countries("France", "Spain") if t[1] in ("wdt:P36", "wdt:P37", "wdt:P206")]
    with small_kg(tmp_path / "poor", [*poor, *mouths]) as knowledge:
        assert drafts(FRANCE, SINGLE, knowledge, CAPITALS)
        assert reasons(FRANCE, SINGLE, knowledge, rules) == {"too few facts around the seed"}
