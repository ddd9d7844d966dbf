"""What readers answer: findings, made from the texts alone, and judgements, made with the key in view.

One file of each for every reader in the reading folder. An answer that is recorded stays as it is, and a pair is judged
only after its finding is recorded; so what a reader found was found blind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeVar

from contragraph.dataset.files.folder import write_lines
from contragraph.dataset.records.codec import dump
from contragraph.evaluation.matching import beyond, needed, sentences_known
from contragraph.evaluation.named import TEXTS, parse_conflict, spell_conflict
from contragraph.evaluation.sheets import Key, ReadingFolder, Sheet, StrictRecord, read_key, read_records
from contragraph.graph.errors import InputError

Verdict = Literal["conflict", "unsure", "none"]
"""Of a finding: the texts contradict each other, perhaps do, do not."""
English = Literal["fine", "clumsy", "wrong"]
Quality = Literal["real", "debatable", "silly", "none"]
"""Of a declared conflict: a contradiction; one only under a disputable axiom; one that no one would write; none."""
Beyond = Literal["real", "debatable", "no", "declared"]
"""Of a found conflict that matches no declared one; ``declared``: a declared one is meant, by other sentences."""
_READER = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")


class Englishes(StrictRecord):
    """The English of both texts."""

    A: English
    B: English


class ReaderFinding(StrictRecord):
    """What a reader finds in the two texts of a pair. ``sheet`` ties it to the draw where it is given."""

    pair: int
    verdict: Verdict
    conflicts: tuple[str, ...] = ()
    english: Englishes
    remarks: str = ""
    sheet: str | None = None


class ReaderJudgement(StrictRecord):
    """How a reader judges what is declared and what was found beyond it.

    ``declared`` has one word for each declared conflict, ``undeclared`` one for each found conflict that matches none.
    ``sentences`` names the sentences of each declared conflict where the dataset does not know them, None where the
    texts do not state it.
    """

    pair: int
    declared: tuple[Quality, ...]
    undeclared: Mapping[str, Beyond] = {}
    sentences: tuple[str | None, ...] | None = None
    remarks: str = ""
    sheet: str | None = None


A = TypeVar("A", ReaderFinding, ReaderJudgement)


def check_reader(name: str) -> str:
    """The name, if it can be part of a file name; else an InputError."""
    if not _READER.fullmatch(name):
        raise InputError(f"'{name}' is no name for a reader; use letters, digits, '.', '_' and '-'.")
    return name


def _path(reading: ReadingFolder, kind: type[StrictRecord], reader: str) -> Path:
    return reading.folder / f"{'findings' if kind is ReaderFinding else 'judgements'}-{check_reader(reader)}.jsonl"


def readers(reading: ReadingFolder) -> list[str]:
    """The readers with findings, by name."""
    return sorted(p.name.removeprefix("findings-")[: -len(".jsonl")] for p in reading.folder.glob("findings-*.jsonl"))


def _recorded(reading: ReadingFolder, kind: type[A], reader: str) -> dict[int, A]:
    path = _path(reading, kind, reader)
    if not path.exists():
        return {}
    found = {}
    for where, answer in read_records(kind, path):
        _tie(reading, answer, where)
        found[answer.pair] = answer
    return found


def read_findings(reading: ReadingFolder, reader: str) -> dict[int, ReaderFinding]:
    """The findings of a reader by pair; empty where there are none yet."""
    return _recorded(reading, ReaderFinding, reader)


def read_judgements(reading: ReadingFolder, reader: str) -> dict[int, ReaderJudgement]:
    """The judgements of a reader by pair; empty where there are none yet."""
    return _recorded(reading, ReaderJudgement, reader)


def _tie(reading: ReadingFolder, answer: ReaderFinding | ReaderJudgement, where: str) -> Sheet:
    """The sheet that an answer belongs to."""
    sheet = reading.sheet(answer.pair, where)
    if answer.sheet is not None and answer.sheet != sheet.sheet:
        raise InputError(f"{where}: the answer on pair {answer.pair} belongs to another draw or dataset.")
    return sheet


def _record(
    reading: ReadingFolder, reader: str, answers: Mapping[int, A], before: Mapping[int, A], kind: type[A]
) -> int:
    """Write all answers of a reader anew, the new ones among them; returns how many are new."""
    for number, answer in answers.items():
        if number in before and before[number] != answer:
            what = "finding" if kind is ReaderFinding else "judgement"
            raise InputError(f"The {what} of {reader} on pair {number} is recorded already and cannot be changed.")
    every = {**before, **answers}
    if len(every) > len(before):
        write_lines(_path(reading, kind, reader), (dump(every[n].model_dump()) for n in sorted(every)))
    return len(every) - len(before)


def _by_pair(answers: Iterable[tuple[str, A]]) -> dict[int, A]:
    found: dict[int, A] = {}
    for where, answer in answers:
        if answer.pair in found:
            raise InputError(f"{where}: pair {answer.pair} is answered twice.")
        found[answer.pair] = answer
    return found


# -- findings -------------------------------------------------------------------------------------------------


def checked_finding(reading: ReadingFolder, finding: ReaderFinding, where: str) -> ReaderFinding:
    """The finding in its one spelling, tied to its sheet.

    Raises:
        InputError: if it names a pair or sentence that is not there, or verdict and conflicts do not agree.
    """
    sheet = _tie(reading, finding, where)
    try:
        spelled = [spell_conflict(parse_conflict(words, sheet.sizes)) for words in finding.conflicts]
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    if finding.verdict == "none" and spelled:
        raise InputError(
            f"{where}: the verdict is none, but conflicts are named; drop them, or say conflict or unsure."
        )
    if finding.verdict != "none" and not spelled:
        raise InputError(f"{where}: the verdict is {finding.verdict}, but no conflict is named; name its sentences.")
    return finding.model_copy(update={"conflicts": tuple(dict.fromkeys(spelled)), "sheet": sheet.sheet})


def record_findings(reading: ReadingFolder, reader: str, findings: Iterable[tuple[str, ReaderFinding]]) -> int:
    """StrictRecord findings, each with where it stands, all or none; returns how many are new.

    Raises:
        InputError: if one is wrong, or differs from what the reader recorded before.
    """
    answers = _by_pair((where, checked_finding(reading, finding, where)) for where, finding in findings)
    return _record(reading, reader, answers, read_findings(reading, reader), ReaderFinding)


# -- judgements -----------------------------------------------------------------------------------------------


def checked_judgement(
    reading: ReadingFolder, key: Key, finding: ReaderFinding, judgement: ReaderJudgement, where: str
) -> ReaderJudgement:
    """The judgement in its one spelling, tied to its sheet.

    Raises:
        InputError: if it does not judge exactly what is declared and what was found beyond it.
    """
    sheet = _tie(reading, judgement, where)
    count = len(key.conflicts)
    if len(judgement.declared) != count:
        given = len(judgement.declared)
        raise InputError(f"{where}: pair {key.number} has {count} declared conflicts, but {given} are judged.")
    try:
        named = _spelled_sentences(key, judgement, sheet)
        wanted = needed(key, sheet.sizes, named) or []
        undeclared = {
            spell_conflict(parse_conflict(words, sheet.sizes)): verdict
            for words, verdict in judgement.undeclared.items()
        }
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    to_judge = beyond(finding.conflicts, wanted, sheet.sizes)
    for words in to_judge:
        if words not in undeclared:
            raise InputError(f"{where}: {words} was found and matches no declared conflict; judge it under undeclared.")
    for words in undeclared:
        if words not in to_judge:
            why = "matches a declared conflict" if words in finding.conflicts else "was not found"
            raise InputError(f"{where}: {words} {why}; take it out of undeclared.")
    ordered = {words: undeclared[words] for words in to_judge}
    return judgement.model_copy(update={"undeclared": ordered, "sentences": named, "sheet": sheet.sheet})


def _spelled_sentences(key: Key, judgement: ReaderJudgement, sheet: Sheet) -> tuple[str | None, ...] | None:
    if all(map(sentences_known, key.conflicts)):
        if judgement.sentences is not None:
            raise InputError("the dataset knows the sentences of its conflicts; leave sentences out.")
        return None
    if judgement.sentences is None or len(judgement.sentences) != len(key.conflicts):
        raise InputError(
            "the dataset does not know the sentences of its conflicts; name them under sentences, one entry for each "
            "declared conflict, null where the texts do not state it."
        )
    spelled: list[str | None] = []
    for words in judgement.sentences:
        named = None if words is None else parse_conflict(words, sheet.sizes)
        if named is not None and {n[0] for n in named} != set(TEXTS):
            raise InputError(f"'{words}' names sentences of one text; a declared conflict is between both texts.")
        spelled.append(None if named is None else spell_conflict(named))
    return tuple(spelled)


def record_judgements(reading: ReadingFolder, reader: str, judgements: Sequence[tuple[str, ReaderJudgement]]) -> int:
    """StrictRecord judgements, each with where it stands, all or none; returns how many are new.

    Raises:
        InputError: if one is wrong, its pair has no finding of the reader, or it differs from one recorded before.
    """
    findings, keys = read_findings(reading, reader), read_key(reading)
    answers = _by_pair(judgements)
    places = {answer.pair: where for where, answer in judgements}
    checked = {}
    for number, answer in answers.items():
        reading.sheet(number, places[number])
        if number not in findings:
            raise InputError(f"{places[number]}: {reader} has no finding on pair {number}; a pair is read blind first.")
        checked[number] = checked_judgement(reading, keys[number], findings[number], answer, places[number])
    return _record(reading, reader, checked, read_judgements(reading, reader), ReaderJudgement)
