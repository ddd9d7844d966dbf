"""Banks of facts: made, proven again from their files and by plain forward chaining, stopped, and damaged."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import contragraph as cg
from contragraph.dataset.check.check import check
from contragraph.dataset.check.faults import Axioms
from contragraph.dataset.files.folder import working_folder
from contragraph.dataset.records.bank import BankFact, read_bank
from contragraph.dataset.records.codec import statement_of
from contragraph.generation.bank import settings as bank_settings
from contragraph.generation.bank.choosing import ReplacementChooser
from contragraph.generation.bank.knowledge import Knowledge
from contragraph.generation.bank.making import generate_bank
from contragraph.generation.bank.proving import Proofs
from contragraph.generation.bank.settings import BankSettings
from contragraph.generation.bank.shards import make_shard
from contragraph.generation.bank.snapshot import Snapshot, write_snapshot
from contragraph.generation.bank.swapping import swap_of
from contragraph.generation.bank.telling import ClaimToTell, fault_of
from contragraph.generation.bank.times import disjoint, overlapping
from contragraph.generation.executors import Local
from contragraph.generation.settings import choose_kg
from contragraph.generation.verbalise import Name
from contragraph.graph.errors import InputError
from contragraph.graph.model import Literal, Order, Sentence, Statement, Text
from contragraph.graph.stores.open import open_store
from contragraph.reasoning.prover.certificate import consistent, verify
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.values.times import meet
from tests.cli import contragraph
from tests.made import FACTS_WANTED, Line, bank, raw_facts, sample_world
from tests.staged_kgs import geography, stage

FEW = BankSettings(12, causes=("misinformation",), styles=("short", "book"))


def facts() -> list[BankFact]:
    return [fact for _, fact in read_bank(bank())]


def store() -> cg.GraphStore:
    return open_store(f"ladybug:{sample_world() / 'loaded.lbug'}", read_only=True)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@cache
def axioms() -> Axioms:
    return Axioms.of(bank())


# -- what is made -----------------------------------------------------------------------------------------------


def test_the_bank_is_whole_and_all_is_proven_again() -> None:
    report = check(bank())
    assert report.accepted, report.faults
    made = facts()
    assert report.instances == FACTS_WANTED == len(made)
    kinds = Counter(claim.kind for fact in made for claim in fact.claims)
    assert kinds["true"] == FACTS_WANTED
    for kind in ("plain", "namesake", "control", "future"):
        assert kinds[kind] > 4, kinds
    assert len({fact.relation.id for fact in made}) > 8


def test_plain_forward_chaining_agrees_with_every_status() -> None:
    rules = axioms().rules
    for fact in facts():
        background = tuple(map(statement_of, fact.background))
        default = statement_of(fact.claims[0].statement)
        assert consistent([default], rules, background=background)
        for claim in fact.claims[1:]:
            stated = statement_of(claim.statement)
            assert consistent([stated], rules, background=background)
            apart = consistent([default, stated], rules, background=background)
            if claim.kind == "namesake":
                assert apart
                one = replace(stated, subject=default.subject)
                assert not consistent([default, one], rules, background=background)
            elif claim.status != "unproven":
                assert apart == (claim.status == "consistent"), claim.id


def test_true_statements_are_facts_and_made_up_ones_are_not() -> None:
    raw, looked_at = raw_facts(), 0
    for fact in facts():
        for spelled in (*(c.statement for c in fact.claims), *fact.facts, *fact.background):
            statement = statement_of(spelled)
            if isinstance(statement.object, str):
                looked_at += 1
                known = (statement.subject, statement.relation, statement.object) in raw
                assert known == (spelled.source == "kg"), statement
    assert looked_at > 200


def test_texts_differ_in_what_they_claim_alone() -> None:
    swapped = 0
    for fact in facts():
        default = {e.style: e for e in fact.claims[0].evidence}
        for claim in fact.claims:
            if claim.kind != "plain":
                continue
            for evidence in claim.evidence:
                old, new = fact.object.label, fact.replacement.label
                if default[evidence.style].text.replace(old, new) == evidence.text:
                    swapped += 1
    assert swapped > FACTS_WANTED  # of three times as many; the others have names that are said differently


def test_the_answers_are_told_by_the_line() -> None:
    for fact in facts():
        texts = {option.role: option.text for option in fact.question.options}
        assert texts["uncertain"] == "uncertain"
        namesakes = [c for c in fact.claims if c.kind == "namesake"]
        assert [s.answer for s in fact.question.senses] == ["original", "replacement"] * len(namesakes)
        for claim in namesakes:
            assert claim.subject_description
            assert fact.subject.description != claim.subject_description
            assert fact.object.label not in claim.subject_description


# -- the same bytes, whatever happens ---------------------------------------------------------------------------


class Stopped(Exception):  # noqa: N818
    pass


def test_processes_and_a_stop_change_no_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bank_settings, "SHARD", 3)
    seen: list[int] = []

    def stop(what: str, done: int, of: int) -> None:
        seen.append(done)
        if len(seen) == 3:
            raise Stopped

    with store() as opened:
        generate_bank(opened, tmp_path / "one", FEW, keep=False)
        generate_bank(opened, tmp_path / "two", FEW, processes=2, keep=False)
        with pytest.raises(Stopped):
            generate_bank(opened, tmp_path / "stopped", FEW, progress=stop, keep=False)
        assert not (tmp_path / "stopped").exists()
        shards = sorted(p.name for p in (working_folder(tmp_path / "stopped") / "shards").iterdir())
        assert 0 < len(shards) < FEW.shards
        generate_bank(opened, tmp_path / "stopped", FEW, resume=True, keep=False)
        again = generate_bank(opened, tmp_path / "one", FEW, resume=True, keep=False)
        other = generate_bank(opened, tmp_path / "seed", replace(FEW, seed=8), keep=False)
    assert contents(tmp_path / "one") == contents(tmp_path / "two") == contents(tmp_path / "stopped")
    assert again.already_done
    assert not again.short
    assert other.note.facts == 12
    assert contents(tmp_path / "seed")["bank.jsonl"] != contents(tmp_path / "one")["bank.jsonl"]
    assert check(tmp_path / "seed").accepted


def test_a_graph_without_values_has_a_snapshot(tmp_path: Path) -> None:
    with open_store(f"ladybug:{tmp_path / 'geo.lbug'}", create=True) as opened:
        opened.load(stage(tmp_path / "geo", "geo", geography(4)))
        write_snapshot(opened, choose_kg(opened, None), tmp_path / "snapshot")
        known = Snapshot(tmp_path / "snapshot")
        numbers = filter(None, (known.find(e) for e in ("wd:Q0", "wd:Q1000")))
        for number in numbers:
            asked = opened.facts([known.id_of(number)], "out", Order(1, 0), 1000, hidden=True)[known.id_of(number)]
            assert sorted(s.id for s in known.of(number)) == sorted(f.statement.id for f in asked)
        assert known.facts == opened.kgs()[0].facts > 0


@pytest.mark.neo4j
def test_both_engines_give_the_same_bytes(neo4j_sample: str, tmp_path: Path) -> None:
    with store() as opened, open_store(neo4j_sample, read_only=True) as other:
        generate_bank(opened, tmp_path / "ladybug", FEW, keep=False)
        generate_bank(other, tmp_path / "neo4j", FEW, keep=False)
    assert contents(tmp_path / "ladybug") == contents(tmp_path / "neo4j")


def test_shards_tell_what_goes_wrong(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no snapshot"):
        list(Local(2).run(partial(make_shard, tmp_path, FEW), [0, 1]))


# -- proofs -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    folder = tmp_path_factory.mktemp("snapshot")
    with store() as opened:
        write_snapshot(opened, choose_kg(opened, None), folder)
    return Knowledge(Snapshot(folder))


def test_a_snapshot_has_every_fact(known: Knowledge) -> None:
    snapshot = known.snapshot
    between = {
        (s.subject, s.relation, s.object)
        for s in map(snapshot.statement, range(snapshot.facts))
        if isinstance(s.object, str)
    }
    assert between == raw_facts()
    for place in range(0, snapshot.facts, 97):
        statement = snapshot.statement(place)
        assert statement in known.facts(statement.subject)
        assert place in snapshot.with_object_of(place)
        assert {snapshot.statement(int(n)).object for n in snapshot.with_object_of(place)} == {statement.object}
    assert snapshot.find("wd:none") is None


def test_filled_in_proofs_are_those_of_the_prover(known: Knowledge) -> None:
    proofs, chooser, rules = Proofs(known), ReplacementChooser(known, 7), known.rules
    proven = refused = 0
    for place in range(0, known.snapshot.facts, 41):
        fact = known.snapshot.statement(place)
        for _, thing in list(chooser.draws(fact, "test"))[:4]:
            other = replace(fact, object=thing)
            if other == fact or isinstance(thing, Literal) != isinstance(fact.object, Literal):
                continue
            ways = [s for o in (fact.object, thing) if isinstance(o, str) for s in known.background(o)]
            background = tuple(dict.fromkeys(ways))
            verdict = minimal_conflicts((fact, other), rules, background=background)
            found = proofs.of(fact, other)
            assert (found is not None) == (verdict.minimal == (0b11,)), (fact, other)
            if found is None:
                refused += 1
                continue
            proven += 1
            record = parse_minimal(dict(found.minimal))
            assert verify(record, (fact, other), rules, background=found.background) is None
    assert proven > 100
    assert refused > 100


def parse_minimal(told: Line) -> Any:  # noqa: ANN401
    from contragraph.dataset.records.codec import minimal_of
    from contragraph.dataset.records.schema import MinimalRecord

    return minimal_of(MinimalRecord.model_validate_json(json.dumps(told)))


YEARS = st.integers(1800, 2020)


@given(YEARS, st.integers(0, 40), st.booleans(), st.integers(0, 99))
def test_times_overlap_or_not_as_they_should(start: int, length: int, open_end: bool, number: int) -> None:
    end = None if open_end else str(start + length)
    fact = Statement(f"wd:Q{number}", "wdt:P26", "wd:Q1", valid_from=str(start), valid_to=end)
    own = {*range(start, 2100 if open_end else start + length + 1)}

    def years(statement: Statement) -> set[int]:
        until = 2100 if statement.valid_to is None else int(statement.valid_to) + 1
        return {*range(int(statement.valid_from or 0), until)}

    for lie in overlapping(fact, "wd:Q2", ()):
        assert meet((fact.valid_from, fact.valid_to), (lie.valid_from, lie.valid_to))
        assert own & years(lie)
        assert (lie.valid_from, lie.valid_to) != (fact.valid_from, fact.valid_to)
    later = disjoint(fact, "wd:Q2", [(fact.valid_from, fact.valid_to)], ())
    if later is not None:
        assert not own & years(later)


# -- texts that are no evidence ---------------------------------------------------------------------------------

CLAIM = Statement("wd:Q1", "wdt:P19", "wd:Q2")
BESIDE = Statement("wd:Q1", "wdt:P69", "wd:Q3")
GOOD = "Ann Lee was born in Ulm. She was educated at Yale University in the United States."


def text(body: str, *stated: tuple[str, ...]) -> Text:
    """A text of two sentences."""
    cut = body.index(".") + 2
    return Text(body, (Sentence(0, cut, stated[0]), Sentence(cut, len(body), stated[1])))


@pytest.mark.parametrize(
    ("body", "stated", "fault"),
    [
        (GOOD, ((CLAIM.id,), (BESIDE.id,)), ""),
        ("Ann Lee was born in Ulm. She lived.", ((CLAIM.id,), (BESIDE.id,)), "too short"),
        (GOOD * 40, ((CLAIM.id,), (BESIDE.id,)), "too long"),
        (GOOD, ((), (BESIDE.id,)), "does not state the claim once"),
        (GOOD, ((CLAIM.id,), (CLAIM.id,)), "does not state the claim once"),
        (GOOD.replace("Ann Lee", "She"), ((CLAIM.id,), (BESIDE.id,)), "without a name for its subject"),
        (GOOD.replace("Ulm", "Bonn"), ((CLAIM.id,), (BESIDE.id,)), "without a name for its object"),
        (GOOD.replace("Yale", "Berlin"), ((CLAIM.id,), (BESIDE.id,)), "names what it must not"),
    ],
)
def test_planted_texts_are_refused(body: str, stated: tuple[tuple[str, ...], ...], fault: str) -> None:
    told = ClaimToTell(CLAIM, (BESIDE,), {}, ("wd:Q4",))
    found = fault_of(text(body, *stated), told, "Ann Lee", ("Ulm",), ("Berlin",))
    assert fault in found
    assert bool(fault) == bool(found)


def test_names_that_are_said_differently_are_not_exchanged() -> None:
    one, other = CLAIM, replace(CLAIM, object="wd:Q4")
    town, land = Name("Ulm", "Ulm", "it", "place"), Name("Gambia", "the Gambia", "it", "place")
    names = {"wd:Q1": Name("Ann Lee", "Ann Lee", "she", "person"), "wd:Q2": town, "wd:Q4": replace(town, label="Bonn")}
    same = swap_of(one, other, {**names, "wd:Q4": Name("Bonn", "Bonn", "it", "place")}, (), event=True, lasts=False)
    assert same is not None
    made = same.text(text(GOOD, (one.id,), (BESIDE.id,)))
    assert made is not None
    assert made.body == GOOD.replace("Ulm", "Bonn")
    assert [made.body[s.start : s.end] for s in made.sentences][1].startswith("She was educated")
    assert made.sentences[0].statements == (other.id,)
    assert same.text(text(GOOD.replace("Ulm", "Bonn"), (one.id,), (BESIDE.id,))) is None
    assert swap_of(one, other, {**names, "wd:Q4": land}, (), event=True, lasts=False) is None
    person = Name("Bo Lee", "Bo Lee", "he", "person")
    assert swap_of(one, other, {**names, "wd:Q4": person}, (), event=True, lasts=False) is None


# -- commands ---------------------------------------------------------------------------------------------------


def test_a_fact_is_shown_with_its_claims_and_proofs(tmp_path: Path) -> None:
    shown = contragraph("show", bank(), "1", "--type", "namesake", cwd=tmp_path)
    assert shown.code == 0, shown.err
    for said in ("semantic · namesake · proven", "Contradiction", "means this one", "uncertain", "▶"):
        assert said in shown.out
    assert contragraph("show", bank(), "999", cwd=tmp_path).err.count("\n") == 1


def test_wrong_options_are_told_in_a_sentence(tmp_path: Path) -> None:
    asked = ("generate", "--benchmark", "conflictbank", "--out", "bank")
    for options, said in (
        (("--causes", "slander"), "There is no cause 'slander'; known are misinformation, temporal, semantic."),
        (("--styles", "short,short"), "Name each style once"),
        (("--claims", "3"), "goes with --facts"),
        (("--controls", "all"), "is no ratio"),
    ):
        told = contragraph(*asked, *options, cwd=tmp_path)
        assert told.code in {1, 2}
        assert said in told.err
        assert "Traceback" not in told.err
    assert "go with --benchmark conflictbank" in contragraph("generate", "--facts", "3", "--out", "x", cwd=tmp_path).err


# -- dated facts of a real graph --------------------------------------------------------------------------------


@pytest.mark.data
def test_dated_facts_give_claims_that_overlap_or_follow(data_folder: Path, tmp_path: Path) -> None:
    dated = data_folder / "yago" / "yago11k_timed_facts.tsv.gz"
    loaded = contragraph("load", "yago", dated, "--store", "ladybug:yago.lbug", cwd=tmp_path)
    assert loaded.code == 0, loaded.err
    with open_store(f"ladybug:{tmp_path / 'yago.lbug'}", read_only=True) as opened:
        settings = BankSettings(30, causes=("temporal",), styles=("book",))
        report = generate_bank(opened, tmp_path / "bank", settings, keep=False)
    assert report.note.facts == 30
    assert check(tmp_path / "bank").accepted
    kinds: Counter[str] = Counter()
    for _, fact in read_bank(tmp_path / "bank"):
        default = statement_of(fact.claims[0].statement)
        for claim in fact.claims[1:]:
            kinds[claim.kind] += 1
            stated = statement_of(claim.statement)
            together = meet((default.valid_from, default.valid_to), (stated.valid_from, stated.valid_to))
            assert claim.kind == "control" or together == (claim.kind == "overlap")
        for asked in fact.question.as_of:
            side = (
                default
                if asked.answer == "original"
                else statement_of(next(c.statement for c in fact.claims if c.id == asked.claim))
            )
            assert str(side.valid_from)[:4] <= asked.time <= str(side.valid_to)[:4]
    assert kinds["overlap"] == 30
    assert kinds["update"] > 15
    assert kinds["control"] > 5
