"""What the manner of texts gives away: denials, and a bag of words on pairs of which the answer is known."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from contragraph.dataset.folder.manner import LEAST_PAIRS, manner_of
from contragraph.dataset.records.codec import parse_line
from contragraph.dataset.records.schema import InstanceRecord
from contragraph.graph.model import id_number
from tests.made import dataset


def records(said: tuple[str, str], times: int, *, swapped: bool = False) -> Iterator[InstanceRecord]:
    """So many copies of a pair, each side ending with a word; by lot the words change sides."""
    line = (dataset() / "instances.jsonl").read_text("utf-8").splitlines()[0]
    record = parse_line(line, "a line")
    for n in range(times):
        words = said[::-1] if swapped and id_number(f"swap|{n}") % 2 else said
        sides = record.contexts.original, record.contexts.perturbed
        one, other = (side.model_copy(update={"text": f"{side.text} {word}"}) for side, word in zip(sides, words))
        contexts = record.contexts.model_copy(update={"original": one, "perturbed": other})
        yield record.model_copy(update={"id": f"{n:016x}", "contexts": contexts})


def test_denials_of_made_up_sentences_are_counted() -> None:
    (record,) = records(("so", "so"), 1)
    side = record.contexts.perturbed
    lies = {s.id for s in side.statements if s.source == "made"}
    telling = [s for s in side.sentences if not lies.isdisjoint(s.statements)]
    assert (manner_of([record]).made, manner_of([record]).denials) == (len(telling), 0)
    start = telling[0].start
    denied = side.model_copy(update={"text": f"{side.text[:start]}Not {side.text[start + 4 :]}"})
    changed = record.model_copy(update={"contexts": record.contexts.model_copy(update={"perturbed": denied})})
    assert manner_of([changed]).denials == 1
    assert manner_of([record.model_copy(update={"conflicts": ()})]).made == 0


@pytest.mark.parametrize(("swapped", "low", "high"), [(False, 1.0, 1.0), (True, 0.3, 0.7)])
def test_words_of_one_side_alone_tell_it(swapped: bool, low: float, high: float) -> None:
    """The word at the end tells every pair where it keeps its side, and none where it changes sides by lot."""
    some = list(records(("alpha", "beta"), 2 * LEAST_PAIRS, swapped=swapped))
    found = manner_of(_ends(record) for record in some)
    assert found.judged == LEAST_PAIRS
    assert low <= found.told <= high


def _ends(record: InstanceRecord) -> InstanceRecord:
    """The record with the last word of its texts alone."""
    sides = {
        name: side.model_copy(update={"text": side.text.rpartition(" ")[2]})
        for name, side in (("original", record.contexts.original), ("perturbed", record.contexts.perturbed))
    }
    return record.model_copy(update={"contexts": record.contexts.model_copy(update=sides)})


def test_of_few_pairs_nothing_is_said() -> None:
    assert manner_of(records(("alpha", "beta"), LEAST_PAIRS - 1)).judged == 0
