"""The traps that a naive generator falls into: a small KG for each, with and without what makes it one.

Every KG is loaded into a real store, and the same seed gives pairs where the trap is not set. A test says what the
generator must not do; its control says that nothing else keeps it from doing so.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from contragraph.generation.build import Draft
from contragraph.generation.knowledge import run_in_lock_step
from contragraph.generation.paper import PairType
from contragraph.generation.rules.standing import telling
from contragraph.graph.model import Statement
from contragraph.ontology.axioms import Axiom, Kind
from tests.made import axiom, built, drafts, ontology, reasons, small_kg
from tests.oracle import contradictory
from tests.staged_kgs import Triple

SINGLE, MULTI = PairType(1, multi=False), PairType(1, multi=True)
NOTHING = {"no true facts were found that make a conflict of this kind"}
COUNTRIES = {"France": "Paris", "Spain": "Madrid", "Italy": "Rome", "Poland": "Warsaw", "Norway": "Oslo"}
CAPITALS = ontology(axiom(Kind.FUNCTIONAL, "wdt:P36"), domains={"wdt:P36": "Geography"})
FRANCE: Triple = ("wd:France", "wdt:P36", "wd:Paris")


def countries(*names: str) -> list[Triple]:
    """Countries with capitals and neighbours, each with its class and some facts to fill a text with."""
    chosen = names or tuple(COUNTRIES)
    triples: list[Triple] = []
    for name in chosen:
        country, capital = f"wd:{name}", f"wd:{COUNTRIES[name]}"
        triples += [
            (country, "wdt:P36", capital),
            (country, "wdt:P31", "wd:Country"),
            (capital, "wdt:P31", "wd:City"),
            (country, "wdt:P37", f"wd:{name}Language"),
            (capital, "wdt:P206", f"wd:{name}River"),
            (country, "wdt:P610", f"wd:{name}Mountain"),
            (capital, "wdt:P6", f"wd:{name}Mayor"),
            (f"wd:{name}Mountain", "wdt:P4552", f"wd:{name}Range"),
        ]
    return triples


def lies(found: list[Draft]) -> set[Triple]:
    """The made-up statements of some pairs."""
    return {
        (s.subject, s.relation, str(s.object)) for d in found for s in d.perturbed if s.id in d.made and not s.negated
    }


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


FILL = tuple(f"wdt:P{n}" for n in (138, 366, 921, 1269, 1535))
"""Relations that have wordings, and that no rule speaks of."""


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


# -- hubs that are hidden ------------------------------------------------------------------------------------


def test_a_hidden_entity_is_no_stand_in(tmp_path: Path) -> None:
    with small_kg(tmp_path, countries("France", "Spain"), hidden=["wd:Madrid"]) as knowledge:
        assert reasons(FRANCE, SINGLE, knowledge, CAPITALS) == NOTHING


def test_hidden_classes_still_say_what_fits(tmp_path: Path) -> None:
    """Berlin's stand-ins are cities, although the class itself was cleaned away as a hub."""
    odd: list[Triple] = [("wd:Atlantis", "wdt:P36", "wd:Nemo"), ("wd:Nemo", "wdt:P31", "wd:Ship")]
    with small_kg(tmp_path, [*countries(), *odd], hidden=["wd:City", "wd:Country"]) as knowledge:
        told = lies(drafts(FRANCE, SINGLE, knowledge, CAPITALS, tries=30))
    assert told
    assert {thing for _, _, thing in told} <= {f"wd:{c}" for c in COUNTRIES.values()}


BORN = ontology(
    axiom(Kind.CHAIN, "wdt:P19", "wdt:P17", "cg:bornInCountry"),
    axiom(Kind.DISJOINT, "cg:bornInCountry", "cg:neverIn"),
    domains={"wdt:P19": "Human"},
    statable=["cg:neverIn"],
)


def test_hidden_hubs_support_conflicts_but_are_not_walked_into(tmp_path: Path) -> None:
    triples: list[Triple] = []
    for name, town, country in (("Ann", "Lyon", "France"), ("Bob", "Nice", "France"), ("Eve", "Rome", "Italy")):
        triples += [(f"wd:{name}", "wdt:P19", f"wd:{town}"), (f"wd:{town}", "wdt:P17", f"wd:{country}")]
        triples += [(f"wd:{name}", "wdt:P937", "wd:France"), ("wd:France", "wdt:P793", f"wd:{town}")]
        triples += [(f"wd:{country}", "wdt:P31", "wd:Country")]
        triples += [(f"wd:{name}", relation, f"wd:{name}Thing{c}") for relation, c in zip(FILL, "ABCD", strict=False)]
    seed = ("wd:Ann", "wdt:P19", "wd:Lyon")
    with small_kg(tmp_path, triples, hidden=["wd:France"]) as knowledge:
        found = drafts(seed, MULTI, knowledge, BORN)
    assert lies(found) == {("wd:Ann", "cg:neverIn", "wd:France")}
    for draft in found:
        assert not any("wd:France" in s.entities for s in draft.original)
        beside = [s for s in draft.perturbed if "wd:France" in s.entities and s.id not in draft.made]
        assert [(s.subject, s.relation) for s in beside] == [("wd:Lyon", "wdt:P17")]


def test_a_lie_about_a_hidden_hub_is_not_told_where_it_is_true(tmp_path: Path) -> None:
    """With the hub's facts left out, "Ann is allied with France" would look made up."""
    allied = ontology(
        axiom(Kind.CHAIN, "wdt:P19", "wdt:P17", "cg:bornInCountry"),
        axiom(Kind.DISJOINT, "cg:bornInCountry", "wdt:P945"),
        domains={"wdt:P19": "Human"},
    )
    triples: list[Triple] = [("wd:Spain", "wdt:P31", "wd:Country"), ("wd:France", "wdt:P31", "wd:Country")]
    for name, town in (("Ann", "Lyon"), ("Bob", "Nice")):
        triples += [(f"wd:{name}", "wdt:P19", f"wd:{town}"), (f"wd:{town}", "wdt:P17", "wd:France")]
        triples += [(f"wd:{name}", "wdt:P31", "wd:Q5"), (f"wd:{name}Friend", "wdt:P31", "wd:Q5")]
        triples += [(f"wd:{name}Friend", "wdt:P945", "wd:Spain")]
        triples += [(f"wd:{name}", relation, f"wd:{name}Thing{c}") for relation, c in zip(FILL, "ABCD", strict=False)]
    seed = ("wd:Ann", "wdt:P19", "wd:Lyon")
    true: Triple = ("wd:Ann", "wdt:P945", "wd:France")
    with small_kg(tmp_path / "false", triples, hidden=["wd:France"]) as knowledge:
        assert lies(drafts(seed, MULTI, knowledge, allied)) == {true}
    with small_kg(tmp_path / "true", [*triples, true], hidden=["wd:France"]) as knowledge:
        assert reasons(seed, MULTI, knowledge, allied) == NOTHING


# -- one fact in two spellings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("also", "said"),
    [("wdt:P47", axiom(Kind.SYMMETRIC, "wdt:P47")), ("wdt:P999", axiom(Kind.INVERSE_OF, "wdt:P47", "wdt:P999"))],
    ids=["symmetric", "inverse"],
)
def test_no_fact_is_told_in_two_spellings(tmp_path: Path, also: str, said: Axiom) -> None:
    """Every border stands in the KG from both sides; as support on one side and fill on both it would be said twice."""
    borders = ontology(
        said,
        axiom(Kind.SUB_PROPERTY, "wdt:P47", "cg:beside"),
        axiom(Kind.SYMMETRIC, "cg:beside"),
        axiom(Kind.CHAIN, "wdt:P131", "cg:beside", "cg:notIn"),
        axiom(Kind.DISJOINT, "cg:notIn", "wdt:P131"),
        domains={"wdt:P131": "Geography"},
    )
    regions = ["Tula", "Tver", "Kursk", "Orel"]
    triples: list[Triple] = []
    for region in regions:
        triples += [(f"wd:{region}Town", "wdt:P131", f"wd:{region}"), (f"wd:{region}", "wdt:P31", "wd:Region")]
        triples += [(f"wd:{region}Town", "wdt:P31", "wd:Town")]
        triples += [(f"wd:{region}", "wdt:P47", f"wd:{r}") for r in regions if r != region]
        triples += [(f"wd:{region}", also, f"wd:{r}") for r in regions if r != region and also != "wdt:P47"]
    with small_kg(tmp_path, triples) as knowledge:
        found = drafts(("wd:TulaTown", "wdt:P131", "wd:Tula"), MULTI, knowledge, borders, tries=40)
    assert len(found) > 10
    for draft in found:
        for side in (draft.original, draft.perturbed):
            pairs = [frozenset(s.entities) for s in side if s.relation in ("wdt:P47", also)]
            assert len(pairs) == len(set(pairs)), side


def test_a_lie_is_not_true_in_another_spelling(tmp_path: Path) -> None:
    """ "Paris is the capital of France" makes "the capital of France is Paris" true."""
    said = ontology(*CAPITALS.axioms, axiom(Kind.INVERSE_OF, "wdt:P36", "wdt:P1376"), domains=CAPITALS.domains)
    triples = countries("France", "Spain")
    other: Triple = ("wd:Madrid", "wdt:P1376", "wd:France")
    with small_kg(tmp_path / "plain", triples) as knowledge:
        assert lies(drafts(FRANCE, SINGLE, knowledge, said))
    with small_kg(tmp_path / "spelled", [*triples, other]) as knowledge:
        assert reasons(FRANCE, SINGLE, knowledge, said) == NOTHING


# -- relations with many values ----------------------------------------------------------------------------------


def test_a_relation_with_many_values_gets_an_exclusive_form(tmp_path: Path) -> None:
    """Another record label is no contradiction; "its only record label" is one, and says what no fact says."""
    form = axiom(Kind.EXCLUSIVE_FORM, "cg:only_P264", "wdt:P264")
    labels = ontology(form, domains={"wdt:P264": "Creative Work"}, statable=["cg:only_P264"])
    triples: list[Triple] = []
    for name in ("Queen", "Genesis", "Yes"):
        band = f"wd:{name}"
        triples += [(band, "wdt:P31", "wd:Band"), (f"wd:{name}Records", "wdt:P31", "wd:Label")]
        triples += [
            (band, "wdt:P264", f"wd:{name}Records"),
            (band, "wdt:P264", "wd:Decca"),
            (band, "wdt:P136", "wd:Rock"),
        ]
        triples += [(band, relation, f"wd:{name}Thing{c}") for relation, c in zip(FILL, "AB", strict=False)]
    seed = ("wd:Queen", "wdt:P264", "wd:QueenRecords")
    with small_kg(tmp_path, [*triples, ("wd:Decca", "wdt:P31", "wd:Label")]) as knowledge:
        found = drafts(seed, SINGLE, knowledge, labels, tries=30)
    assert {(s, r) for s, r, _ in lies(found)} == {("wd:Queen", "cg:only_P264")}
    assert not {"wd:QueenRecords", "wd:Decca"} & {thing for _, _, thing in lies(found)}


def test_a_relation_without_axioms_is_denied_as_a_last_resort(tmp_path: Path) -> None:
    silent = ontology(domains={"wdt:P36": "Geography"})
    with small_kg(tmp_path, countries()) as knowledge:
        plain = built(FRANCE, SINGLE, knowledge, silent)
        assert isinstance(plain, Draft)
        (lie,) = (s for s in plain.perturbed if s.id in plain.made)
        assert (lie.subject, lie.relation, lie.object, lie.negated) == (*FRANCE, True)
        assert not any(s.negated for d in drafts(FRANCE, SINGLE, knowledge, CAPITALS) for s in d.perturbed)
