"""When things were: years in texts, estimates from neighbours, and both against years that were told elsewhere."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from benchmarks.periods import against_timed_facts, held_out, read_graph
from contragraph.generation.knowledge import Knowledge
from contragraph.generation.periods.around import periods_for
from contragraph.generation.periods.estimate import (
    Periods,
    before,
    periods_of,
    read_periods,
    together,
)
from contragraph.generation.periods.kinds import TIES, Described, Kind, Triple, kind_of_class
from contragraph.generation.periods.own import PRESENT, Period, own_period
from contragraph.generation.periods.years import read_label, years_in
from contragraph.graph.model import Order
from contragraph.graph.store import GraphStore
from contragraph.loaders import released_files
from contragraph.samples import sample_files


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("American singer (born 1958)", (1958, 1958)),
        ("Hungarian composer (1811–1886)", (1811, 1886)),
        ("18th-century German composer", (1700, 1799)),
        ("traders of the 18th and 19th centuries", (1700, 1899)),
        ("4th century BC Greek general", (-400, -301)),
        ("Greek philosopher (384–322 BC)", (-384, -322)),
        ("eruption in AD 79", (79, 79)),
        ("1980s band", (1980, 1989)),
        ("1997 film by Jane Doe", (1997, 1997)),
        ("2019–20 season", (2019, 2020)),
        ("1999-00 season", (1999, 2000)),
        ("king from 1961 until his death in 1999", (1961, 1999)),
        ("Boeing 747", None),
        ("1984 (novel)", None),
        ("1984", None),
        ("a lake 1500 m above the sea", None),
        ("home of 1,900 people", None),
        ("home of 1900 people", None),
        ("a tank of type MD-1900", None),
        ("pre-20th century paintings", None),
        ("44th president of the United States", None),
        ("a film set in 2049", None),
        ("", None),
    ],
)
def test_years_in_a_text(text: str, years: tuple[int, int] | None) -> None:
    assert years_in(text) == years


def test_a_label_has_years_in_parentheses_only() -> None:
    assert read_label("Death Race 2000") is None
    assert read_label("Berlin (band)") is None
    found = read_label("Sundown (1941 film)")
    assert found is not None
    assert (found.first, found.last) == (1941, 1941)


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("human", "person"),
        ("film", "work"),
        ("film production company", "body"),
        ("television series", "work"),
        ("United States presidential election", "event"),
        ("season of a sports league or competition", "event"),
        ("fictional human", "timeless"),
        ("sovereign state", "timeless"),
        ("historical country", "body"),
        ("river", None),
    ],
)
def test_the_head_of_its_name_says_what_a_class_holds(label: str, kind: Kind | None) -> None:
    assert kind_of_class(label) == kind


def test_own_years_are_read_by_kind() -> None:
    lived = own_period(Described("A", "American politician (1812-1887)"), "person")
    assert lived == Period(1812, 1887, True)
    assert own_period(Described("A", "American singer (born 1958)"), "person") == Period(1958, PRESENT, True)
    reigned = own_period(Described("A", "Queen of the Netherlands (1980-2013)"), "person")
    assert reigned is not None
    assert not reigned.sure
    assert reigned.first < 1960
    assert own_period(Described("2004 Games"), "event") == Period(2004, 2004, True)
    assert own_period(Described("Death Race 2000"), "work") is None
    assert own_period(Described("A", "company founded in 1912"), "body") == Period(1912, PRESENT, True)
    assert own_period(Described("A", "city founded in 1912"), "timeless") is None


OF_ITS_TIME = ("wdt:P166", "wdt:P69", "wdt:P108", "wdt:P39", "wdt:P54", "wdt:P264", "wdt:P1411")
HUMAN = {"c:human": Described("human"), "c:film": Described("film"), "c:language": Described("language")}


def person(label: str, description: str = "") -> Described:
    return Described(label, description, types=("c:human",))


def test_neighbours_tell_the_time() -> None:
    entities = {
        **HUMAN,
        "mother": person("Mother", "painter (1800-1870)"),
        "child": person("Child"),
        "grandchild": person("Grandchild"),
        "great-grandchild": person("Great-grandchild"),
        "stranger": person("Stranger"),
        "film": Described("Film", types=("c:film",)),
        "actor": person("Actor", "actor (1920-1990)"),
        "language": Described("Language", "language of the year 1900", types=("c:language",)),
    }
    facts: list[Triple] = [
        ("mother", "wdt:P40", "child"),
        ("grandchild", "wdt:P25", "child"),
        ("grandchild", "wdt:P40", "great-grandchild"),
        ("film", "wdt:P161", "actor"),
    ]
    periods = periods_of(entities, facts)
    assert periods.of("mother") == Period(1800, 1870, True)
    child = periods.of("child")
    assert child is not None
    assert abs(child.first - 1831) <= child.error
    grandchild = periods.of("grandchild")
    assert grandchild is not None
    assert grandchild.error > child.error
    assert not grandchild.sure
    assert periods.of("great-grandchild") is None, "three steps away nothing is told"
    assert periods.of("stranger") is None
    assert periods.of("language") is None
    film = periods.of("film")
    assert film is not None
    assert film.first == 1960 - TIES["wdt:P161"].offset
    assert periods.together("film", "actor") is True
    assert periods.together("film", "mother") is False
    assert periods.before("mother", "film") is True
    assert periods.before("film", "mother") is False
    assert periods.together("film", "stranger") is None
    assert periods.before("film", "stranger") is None


def test_neighbours_that_disagree_tell_nothing() -> None:
    entities = {
        **HUMAN,
        "old": person("Old", "painter (1700-1770)"),
        "new": person("New", "actor (1920-1990)"),
        "between": person("Between"),
    }
    facts: list[Triple] = [("between", "wdt:P26", "old"), ("between", "wdt:P26", "new")]
    assert periods_of(entities, facts).of("between") is None
    assert periods_of(entities, facts[:1]).of("between") is not None


def test_a_state_that_ended_and_an_influence_limit_a_life() -> None:
    entities = {
        **HUMAN,
        "c:state": Described("sovereign state"),
        "state": Described("State", "republic in Europe (1919-1933)", types=("c:state",)),
        "citizen": person("Citizen"),
        "teacher": person("Teacher", "philosopher (1800-1860)"),
        "pupil": person("Pupil", "philosopher (1850-1920)"),
        "reader": person("Reader"),
    }
    facts: list[Triple] = [
        ("citizen", "wdt:P27", "state"),
        ("reader", "wdt:P737", "teacher"),
        ("pupil", "wdt:P737", "reader"),
    ]
    periods = periods_of(entities, facts)
    assert periods.of("state") == Period(1919, 1933, True)
    assert periods.together("citizen", "state") is True
    assert periods.together("citizen", "teacher") is not True
    reader = periods.of("reader")
    assert reader is not None
    assert 1840 < (reader.first + reader.last) // 2 < 1890


def test_what_they_have_in_common_tells_the_time() -> None:
    entities = dict(HUMAN)
    facts: list[Triple] = []
    for n in range(400):
        year = 1600 + n
        entities[f"p{n:03}"] = person(f"P{n}", f"somebody ({year}-{year + 70})")
        facts += [(f"p{n:03}", r, f"{r} of {year // 20}") for r in OF_ITS_TIME]
        facts.append((f"p{n:03}", "wdt:P106", "job"))
    entities["honoured"] = person("Honoured")
    entities["jobbing"] = person("Jobbing")
    facts += [("honoured", r, f"{r} of 92") for r in OF_ITS_TIME]
    facts += [("honoured", "wdt:P106", "job"), ("jobbing", "wdt:P106", "job")]
    periods = periods_of(entities, facts)
    honoured = periods.of("honoured")
    assert honoured is not None
    assert abs(honoured.first - 1850) <= honoured.error
    assert periods.of("jobbing") is None


def test_order_does_not_matter() -> None:
    rows, facts = read_graph_of_sample()
    first = periods_of(rows, facts).known
    chance = random.Random(7)
    shuffled, turned = list(rows.items()), list(facts)
    chance.shuffle(shuffled)
    chance.shuffle(turned)
    assert first
    assert periods_of(dict(shuffled), turned).known == first


def read_graph_of_sample() -> tuple[dict[str, Described], list[Triple]]:
    return read_graph(released_files(sample_files()))


def test_verdicts_leave_room_for_error() -> None:
    life, other = Period(1800, 1860, True), Period(1861, 1930, True)
    assert together(life, other) is False
    assert together(life, Period(1858, 1930, True)) is None, "two years in common"
    assert together(life, Period(1820, 1890, True)) is True
    assert together(life, Period(1861, 1930, False, 15)) is None
    assert together(life, Period(1850, 1850, True)) is True
    assert before(life, other) is True
    assert before(other, life) is False
    assert before(life, Period(1865, 1940, False, 15)) is None
    assert before(life, Period(1820, 1890, True)) is False
    assert before(None, life) is None


def test_both_engines_tell_the_same_as_the_files(sample_store: GraphStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store = sample_store
    periods = read_periods(store, "wikidata5m")
    entities, facts = read_graph_of_sample()
    assert periods.known == periods_of(entities, facts).known
    assert len(periods.known) > 100
    knowledge = Knowledge(store, "wikidata5m", Order.of_seed("periods"), in_memory=0)
    monkeypatch.setattr("contragraph.generation.periods.around.SCAN_LIMIT", 0)
    asked = periods_for(store, "wikidata5m", knowledge)
    sure = [i for i, p in sorted(periods.known.items()) if p is not None and p.sure][:40]
    assert [asked.of(i) for i in sure] == [periods.of(i) for i in sure]
    assert asked.of("wd:Q0") is None
    assert isinstance(asked, Periods)


@pytest.mark.data
def test_estimates_agree_with_years_told_elsewhere(data_folder: Path) -> None:
    """The floors are a little below what was measured; the benchmark prints the figures."""
    from benchmarks.source import real_files

    entities, facts = read_graph(real_files(data_folder))
    hidden = held_out(entities, facts, parts=1)
    assert hidden["person"].within(30) >= 0.88
    assert hidden["work"].within(30) >= 0.95
    assert hidden["event"].within(30) >= 0.95
    timed = against_timed_facts(entities, facts, data_folder)
    assert timed["person"].within(10) >= 0.92
