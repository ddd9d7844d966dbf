"""The pieces of the generator: plans, caps, readings, the order of seeds, folders, journals, lines."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contragraph.generation.extract import Subgraph
from contragraph.generation.folder import (
    JOURNAL,
    append_journal,
    prepare,
    publish,
    read_journal,
    working_folder,
    write_lines,
    write_text,
)
from contragraph.generation.paper import PAIR_TYPES, PairType
from contragraph.generation.plan import format_plan, parse_plan, parse_type
from contragraph.generation.plans import Reading, Readings, readings
from contragraph.generation.quotas import Quotas
from contragraph.generation.record import line_hash, parse_line, to_instance, to_line
from contragraph.generation.rounds import FRUITLESS_TRIES, Seeds, State
from contragraph.graph import open_store
from contragraph.graph.errors import InputError
from contragraph.graph.model import Order, Statement
from contragraph.ontology import load_ontology
from contragraph.ontology.axioms import Kind
from contragraph.reasoning import compile_rules
from contragraph.reasoning.unfold import unfold
from tests.made import dataset, small_kg
from tests.staged_kgs import Triple, geography
from tests.strategies import deterministic

SINGLE = PairType(1, multi=False)

# -- plans ------------------------------------------------------------------------------------------------


@deterministic(60)
@given(st.dictionaries(st.sampled_from(PAIR_TYPES), st.integers(1, 999), min_size=1))
def test_a_plan_is_read_as_it_is_written(plan: dict[PairType, int]) -> None:
    assert parse_plan(format_plan(plan)) == plan
    assert list(parse_plan(format_plan(plan))) == sorted(plan, key=lambda t: (t.multi, t.conflicts))


def test_the_plan_of_the_paper() -> None:
    counts = {str(t): n for t, n in parse_plan("magic").items()}
    assert sum(counts.values()) == 1080
    assert [counts[f"{n}-single-hop"] for n in range(1, 5)] == [208, 154, 80, 50]
    assert [counts[f"{n}-multi-hop"] for n in range(1, 5)] == [300, 158, 80, 50]


@pytest.mark.parametrize(
    "text",
    ["", "1-single-hop", "5-single-hop=1", "1-single-hop=-1", "1-single-hop=x", "0-conflict=3", "1-single-hop=0"],
)
def test_what_is_no_plan_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_plan(text)


def test_a_type_named_twice_is_refused() -> None:
    with pytest.raises(InputError, match="1-single-hop twice"):
        parse_plan("1-single-hop=1,1-single-hop=2")


@deterministic(60)
@given(st.sampled_from(PAIR_TYPES), st.lists(st.integers(1, 4), max_size=5))
def test_a_type_admits_its_hops_only(pair_type: PairType, hops: list[int]) -> None:
    assert parse_type(str(pair_type)) == pair_type
    wanted = len(hops) == pair_type.conflicts and all((h > 1) == pair_type.multi for h in hops)
    assert pair_type.admits(tuple(hops)) == wanted


# -- caps of a subgraph ----------------------------------------------------------------------------------------

NODES = st.sampled_from([f"wd:Q{i}" for i in range(9)])


@deterministic(60)
@given(st.lists(st.tuples(NODES, st.sampled_from(["wdt:P1", "wdt:P2"]), NODES), max_size=60))
def test_a_subgraph_keeps_its_caps_whatever_is_added(triples: list[Triple]) -> None:
    subgraph = Subgraph()
    for statement in (Statement(*t) for t in triples):
        before = list(subgraph.statements)
        admitted = subgraph.admits(statement)
        assert subgraph.add(statement) == admitted
        assert subgraph.statements == [*before, statement][: len(before) + admitted]
        if not admitted:
            joined = {frozenset(s.entities) for s in before}
            degree = Counter(e for s in before for e in s.entities)
            full = len(before) == 15 or any(degree[e] == 5 for e in statement.entities)
            assert full or frozenset(statement.entities) in joined or len(set(statement.entities)) == 1
    degree = Counter(e for s in subgraph.statements for e in s.entities)
    assert len(subgraph.statements) <= 15
    assert max(degree.values(), default=0) <= 5
    assert not any(s.subject == s.object for s in subgraph.statements)
    assert len({frozenset(s.entities) for s in subgraph.statements}) == len(subgraph.statements)


@deterministic(60)
@given(
    st.lists(st.tuples(NODES, st.sampled_from(["Paris", "paris", "Paris (Texas)", "Lyon", "Lyon (2)"])), max_size=20)
)
def test_no_two_entities_of_a_subgraph_have_one_name(named: list[tuple[str, str]]) -> None:
    subgraph = Subgraph()
    taken: dict[str, str] = {}
    for entity, label in named:
        name = label.partition(" (")[0].lower()
        assert subgraph.name(entity, label) == (taken.get(name, entity) == entity)
        taken.setdefault(name, entity)


# -- readings -----------------------------------------------------------------------------------------------


def terms(reading: Reading, leaf: int) -> set[int]:
    atom = reading.pattern.leaves[leaf]
    return {t for t in (atom.first, atom.second) if isinstance(t, int)}


def test_every_join_starts_at_something_bound() -> None:
    """Each true leaf has a bound end when its turn comes, and at the end everything is bound."""
    ontology = load_ontology()
    unfolding = unfold(compile_rules(ontology.axioms), ontology.statable)
    seen = 0
    for relation in sorted(ontology.domains):
        for pattern, seed, flip in unfolding.by_relation.get(relation, ())[::7]:
            for reading in readings(pattern, seed, flip):
                seen += 1
                assert {seed, reading.made, *reading.before, *reading.after} == set(range(len(pattern.leaves)))
                assert len(reading.before) + len(reading.after) == len(pattern.leaves) - 2
                bound = terms(reading, seed)
                for leaf in reading.before:
                    assert not terms(reading, leaf) or bound & terms(reading, leaf)
                    bound |= terms(reading, leaf)
                free = terms(reading, reading.made) - bound
                assert free == ({reading.free} if reading.free is not None else set())
                bound |= free
                for leaf in reading.after:
                    assert not terms(reading, leaf) or bound & terms(reading, leaf)
                    bound |= terms(reading, leaf)
                assert pattern.variables <= bound
    assert seen > 1000


def test_readings_are_found_by_their_first_step() -> None:
    ontology = load_ontology()
    table = Readings(unfold(compile_rules(ontology.axioms), ontology.statable))
    found = table.of("wdt:P36", 2)
    assert sum(map(len, found.values())) > 10
    for step, some in found.items():
        for reading in some:
            assert reading.first == step
            assert reading.pattern.hops == 2
            if step is not None:
                end, predicate, _ = step
                assert reading.pattern.leaves[reading.before[0]].relation == predicate
                assert end in ("subject", "object")


def test_relations_that_have_many_values_in_fact_are_not_functional() -> None:
    """22 % of time zones and 40 % of record labels have company; such relations get exclusive forms."""
    axioms = load_ontology().axioms
    functional = [a for a in axioms if a.kind in (Kind.FUNCTIONAL, Kind.INVERSE_FUNCTIONAL)]
    assert functional
    for axiom in functional:
        assert axiom.facts is not None
        assert axiom.violations is not None
        assert axiom.violations <= 0.1 * axiom.facts, axiom.id
    exclusive = {a.roles[1].relation for a in axioms if a.kind is Kind.EXCLUSIVE_FORM}
    assert {"wdt:P264", "wdt:P127", "wdt:P421", "wdt:P178"} <= exclusive - {a.roles[0].relation for a in functional}


# -- the order of seeds ------------------------------------------------------------------------------------------


def seeds_of(counts: dict[str, int]) -> Seeds:
    by_relation = {
        r: tuple((s.id, s) for s in (Statement(f"wd:Q{i}", r, f"wd:Q{i + 1000}") for i in range(n)))
        for r, n in counts.items()
    }
    return Seeds(by_relation)


@deterministic(40)
@given(
    st.dictionaries(st.sampled_from([f"wdt:P{i}" for i in range(8)]), st.integers(1, 40), min_size=2),
    st.integers(1, 90),
)
def test_relations_share_evenly_and_rare_ones_are_used_up(counts: dict[str, int], wanted: int) -> None:
    """Where every seed gives a pair: a relation has less than another only if it ran dry, but for its lead."""
    seeds, state = seeds_of(counts), State()
    while state.count(SINGLE) < wanted:
        chosen = seeds.next(SINGLE, state, wanted - state.count(SINGLE))
        if not chosen:
            break
        assert len(set(chosen)) == len(chosen)
        for seed in chosen[: wanted - state.count(SINGLE)]:
            assert seed.id not in state.taken
            state.record_kept(SINGLE, seed.relation, [(seed.id, seed.relation, (), 1, 0)])
            state.record_tried(SINGLE, ((seed.relation, seed.id),))
    kept = {r: state.kept[SINGLE, r] for r in counts}
    assert sum(kept.values()) == min(wanted, sum(counts.values()))
    most = max(kept.values())
    assert all(n >= min(counts[r], most - 4) for r, n in kept.items()), kept


def test_a_relation_without_success_is_given_up() -> None:
    seeds, state = seeds_of({"wdt:P1": 1000}), State()
    tried = 0
    while chosen := seeds.next(SINGLE, state, 10):
        state.record_tried(SINGLE, tuple((s.relation, s.id) for s in chosen))
        tried += len(chosen)
    assert FRUITLESS_TRIES <= tried <= FRUITLESS_TRIES + 8


def test_where_seeds_are_ample_hopeless_relations_wait_until_there_is_nothing_else() -> None:
    """One relation yields pairs of one conflict and none of two, the other none at all: the first has all turns of two
    that it is worth, then both are as patiently tried as anywhere."""
    seeds = Seeds(seeds_of({"wdt:P1": 2000, "wdt:P2": 2000}).by_relation, ample=True)
    state = State()
    one, two = (PairType(n, multi=True) for n in (1, 2))
    for n in range(30):
        for seed in seeds.next(one, state, 100):
            if seed.relation == "wdt:P1" and n < 2:
                state.record_kept(one, seed.relation, [(seed.id, seed.relation, (), 2, 0)])
            state.record_tried(one, ((seed.relation, seed.id),))
    tries: list[str] = []
    while chosen := seeds.next(two, state, 100):
        tries += [s.relation for s in chosen]
        state.record_tried(two, tuple((s.relation, s.id) for s in chosen))
    alone = next(n for n, relation in enumerate(tries) if relation == "wdt:P2")
    assert 0 < alone < FRUITLESS_TRIES
    assert min(tries.count("wdt:P1"), tries.count("wdt:P2")) >= FRUITLESS_TRIES


def test_hops_that_a_relation_never_yielded_are_given_up_where_seeds_are_ample() -> None:
    state, pairs = State(), PairType(1, multi=True)
    state.record_kept(pairs, "wdt:P1", [("kept", "wdt:P1", (), 3, 0)])
    state.record_kept(SINGLE, "wdt:P2", [("alone", "wdt:P2", (), 1, 0)])
    for relation in ("wdt:P1", "wdt:P2"):
        state.record_tried(pairs, tuple((relation, f"{relation} {n}") for n in range(39)))
    assert not state.usage(pairs, 10, Quotas(), ample=True).barren
    for relation in ("wdt:P1", "wdt:P2"):
        state.record_tried(pairs, ((relation, f"{relation} 39"),))
    assert state.usage(pairs, 10, Quotas(), ample=True).barren == {("wdt:P1", 2), ("wdt:P1", 4)}
    assert not state.usage(pairs, 10, Quotas()).barren


def test_seeds_come_from_the_store_in_seeded_order(tmp_path: Path) -> None:
    relations = {"wdt:P36": "Geography", "wdt:P47": "Geography", "wdt:P999": "General"}
    with small_kg(tmp_path, geography(8), hidden=["wd:Q0"]):
        pass
    with open_store(f"ladybug:{tmp_path / 'tiny.lbug'}") as store:
        first, second = (Seeds.of(store, "tiny", relations, Order.of_seed(n)) for n in (1, 2))
    assert set(first.by_relation) == {"wdt:P36", "wdt:P47"}
    assert len(first.by_relation["wdt:P36"]) == 7
    assert set(first.by_relation["wdt:P47"]) == set(second.by_relation["wdt:P47"])
    assert first.by_relation["wdt:P47"] != second.by_relation["wdt:P47"]
    for seeds in first.by_relation.values():
        assert not any("wd:Q0" in statement.entities for _, statement in seeds)


# -- folders --------------------------------------------------------------------------------------------------

SETTINGS: dict[str, object] = {"seed": 7}


def finished(out: Path, settings: dict[str, object]) -> None:
    work = prepare(out, settings, resume=False, overwrite=out.exists())
    assert work is not None
    append_journal(work, {"a": 1})
    publish(work, out)


def test_a_new_folder_is_made_when_all_is_done(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    work = prepare(out, SETTINGS, resume=False, overwrite=False)
    assert work == working_folder(out)
    assert not out.exists()
    append_journal(work, {"a": 1})
    publish(work, out)
    assert {p.name for p in out.parent.rglob("*")} == {"out", "manifest.json"}


@pytest.mark.parametrize(
    ("present", "options", "said"),
    [
        ("finished", {}, "holds a dataset"),
        ("finished", {"resume": True, "other": True}, "other settings"),
        ("strange", {}, "no dataset"),
        ("strange", {"overwrite": True}, "no dataset"),
        ("strange", {"resume": True}, "no dataset"),
        ("file", {"overwrite": True}, "is a file"),
        ("unfinished", {}, "unfinished run"),
        ("unfinished", {"resume": True, "other": True}, "other settings"),
        ("nothing", {"resume": True, "overwrite": True}, "exclude each other"),
    ],
)
def test_a_folder_in_use_is_refused_and_left_alone(
    tmp_path: Path, present: str, options: dict[str, bool], said: str
) -> None:
    out = tmp_path / "out"
    if present == "finished":
        finished(out, SETTINGS)
    elif present == "strange":
        out.mkdir()
        (out / "thesis.txt").write_text("x", "utf-8")
    elif present == "file":
        out.write_text("x", "utf-8")
    elif present == "unfinished":
        prepare(out, SETTINGS, resume=False, overwrite=False)
    before = sorted(tmp_path.rglob("*"))
    settings: dict[str, object] = {"seed": 8} if options.get("other") else SETTINGS
    with pytest.raises(InputError, match=said):
        prepare(out, settings, resume=options.get("resume", False), overwrite=options.get("overwrite", False))
    assert sorted(tmp_path.rglob("*")) == before


def test_what_may_go_on_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert prepare(out, SETTINGS, resume=True, overwrite=False) == working_folder(out)
    append_journal(working_folder(out), {"a": 1})
    assert prepare(out, SETTINGS, resume=True, overwrite=False) == working_folder(out)
    assert list(read_journal(working_folder(out))) == [{"a": 1}]
    assert prepare(out, SETTINGS, resume=False, overwrite=True) == working_folder(out)
    assert list(read_journal(working_folder(out))) == []
    publish(working_folder(out), out)
    assert prepare(out, SETTINGS, resume=True, overwrite=False) is None


def test_overwriting_keeps_the_old_dataset_until_the_new_one_is_done(tmp_path: Path) -> None:
    out = tmp_path / "out"
    finished(out, SETTINGS)
    write_text(out / "old.txt", "x")
    work = prepare(out, {"seed": 8}, resume=False, overwrite=True)
    assert work is not None
    assert (out / "old.txt").exists()
    publish(work, out)
    assert [p.name for p in out.iterdir()] == ["manifest.json"]
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


@deterministic(20)
@given(st.lists(st.dictionaries(st.text(max_size=5), st.text(max_size=9), max_size=3), max_size=5), st.data())
def test_a_journal_gives_back_its_whole_lines(
    tmp_path_factory: pytest.TempPathFactory, entries: list[dict[str, object]], data: st.DataObject
) -> None:
    work = tmp_path_factory.mktemp("journal")
    for entry in entries:
        append_journal(work, entry)
    raw = (work / JOURNAL).read_bytes() if entries else b""
    cut = data.draw(st.integers(0, len(raw)))
    (work / JOURNAL).write_bytes(raw[:cut])
    whole = raw[:cut].count(b"\n")
    assert list(read_journal(work)) == entries[:whole]
    append_journal(work, {"next": "ä\n"})
    assert list(read_journal(work)) == [*entries[:whole], {"next": "ä\n"}]


def test_files_appear_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    write_lines(path, ["old"])

    def broken() -> Iterator[str]:
        yield "new"
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space"):
        write_lines(path, broken())
    assert path.read_text("utf-8") == "old\n"


# -- lines ------------------------------------------------------------------------------------------------


def test_a_line_is_read_back_as_what_it_was_written_from() -> None:
    for line in (dataset() / "instances.jsonl").read_text("utf-8").splitlines():
        record = parse_line(line, "here")
        instance = to_instance(record)
        assert to_line(instance) == (record.id, line)
        assert line_hash(line) == record.id
        assert to_instance(parse_line(to_line(instance)[1], "here")) == instance


def test_unknown_keys_are_kept_out_of_the_way_and_count_for_the_id() -> None:
    line = json.loads((dataset() / "instances.jsonl").read_text("utf-8").splitlines()[0])
    line["later"] = {"valid": None}
    text = json.dumps(line)
    assert to_instance(parse_line(text, "here")).type == line["type"]
    assert line_hash(text) != line["id"]


def test_sentences_stand_in_order_in_the_record() -> None:
    for line in (dataset() / "instances.jsonl").read_text("utf-8").splitlines():
        for side in to_instance(parse_line(line, "here")).sides:
            assert all(a.end <= b.start for a, b in pairwise(side.text.sentences))
