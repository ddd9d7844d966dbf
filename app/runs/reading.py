"""Reading at a terminal: shows the texts of one pair after another, and asks what the reader finds and judges.

Every answer is recorded before the next pair is shown, so one can stop at any question and go on later.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import TypeVar, get_args

import click

from contragraph.annotation.answers import (
    Beyond,
    English,
    Englishes,
    Quality,
    ReaderFinding,
    ReaderJudgement,
    Verdict,
    read_findings,
    record_findings,
    record_judgements,
)
from contragraph.annotation.todo import to_find, to_judge
from contragraph.app.terminal.failures import StoppedError
from contragraph.evaluation.matching import beyond, needed, sentences_known
from contragraph.evaluation.named import TEXTS, parse_conflict, sentence_order, spell_conflict
from contragraph.evaluation.sheets import Key, KeyConflict, ReadingFolder, Sheet
from contragraph.graph.errors import InputError

WIDTH = 100
W = TypeVar("W", bound=str)
HERE = "your answer"


def _say(text: str, first: str = "", rest: str = "") -> None:
    """Print a text in lines of a readable width; control characters of a foreign dataset are not obeyed."""
    plain = "".join(c if c.isprintable() else " " for c in text)
    click.echo(textwrap.fill(plain, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False))


def _show_texts(sheet: Sheet, title: str) -> None:
    click.echo(f"\n{title}")
    for text in TEXTS:
        click.echo(f"\nText {text}")
        for number, sentence in enumerate(getattr(sheet, text), start=1):
            name = f"{text}{number}"
            _say(sentence, f"  {name:<4}", " " * 6)
    click.echo()


def _ask_word(question: str, words: Sequence[W]) -> W:
    """Ask for one of some words; its first letters are enough where they say which."""
    while True:
        given = str(click.prompt(f"{question} ({'/'.join(words)})", prompt_suffix=": ")).strip().lower()
        meant = [w for w in words if w == given] or [w for w in words if given and w.startswith(given)]
        if len(meant) == 1:
            return meant[0]
        click.echo(f"'{given}' is none of {', '.join(words)}.")


def _ask_text(question: str) -> str:
    return str(click.prompt(question, default="", show_default=False, prompt_suffix=": ")).strip()


def _ask_conflicts(question: str, sheet: Sheet) -> tuple[str, ...]:
    """Ask for conflicts, separated by commas, until all of them can be read."""
    while True:
        given = _ask_text(question)
        parts = [part for part in given.replace(";", ",").split(",") if part.strip()]
        try:
            return tuple(dict.fromkeys(spell_conflict(parse_conflict(part, sheet.sizes)) for part in parts))
        except InputError as error:
            click.echo(str(error))


def _stopped(done: int) -> StoppedError:
    return StoppedError(f"Stopped; pairs recorded: {done}. The same command goes on from there.")


# -- finding --------------------------------------------------------------------------------------------------


def find_all(reading: ReadingFolder, reader: str) -> int:
    """Ask for the finding on every pair that is left; returns how many were recorded.

    Raises:
        StoppedError: if the reader stops before the last pair.
    """
    left = to_find(reading, reader)
    for done, sheet in enumerate(left):
        try:
            finding = _find(sheet, f"Pair {sheet.number} of {len(reading.sheets)} ({len(left) - done} to read)")
        except (click.Abort, KeyboardInterrupt):
            raise _stopped(done) from None
        record_findings(reading, reader, [(HERE, finding)])
    return len(left)


def _find(sheet: Sheet, title: str) -> ReaderFinding:
    while True:
        _show_texts(sheet, title)
        conflicts = _ask_conflicts("Conflicts, such as A2-B3, A4-B1+B5 (Enter: none)", sheet)
        verdict: Verdict = "none"
        if conflicts:
            verdict = "conflict" if click.confirm("Sure that they contradict each other?", default=True) else "unsure"
        words: Sequence[English] = get_args(English)
        english = Englishes(A=_ask_word("English of text A", words), B=_ask_word("English of text B", words))
        remarks = _ask_text("Remarks (Enter: none)")
        if click.confirm("Record this? It cannot be changed afterwards.", default=True):
            return ReaderFinding(
                pair=sheet.number,
                verdict=verdict,
                conflicts=conflicts,
                english=english,
                remarks=remarks,
                sheet=sheet.sheet,
            )


# -- judging --------------------------------------------------------------------------------------------------


def judge_all(reading: ReadingFolder, reader: str) -> int:
    """Ask for the judgement on every pair with a finding that is left; returns how many were recorded.

    Raises:
        InputError: if the reader has no finding yet.
        StoppedError: if the reader stops before the last pair.
    """
    findings = read_findings(reading, reader)
    if not findings:
        raise InputError(f"{reader} has no finding in {reading.folder}; a pair is read blind first, with read find.")
    left = to_judge(reading, reader)
    for done, key in enumerate(left):
        title = f"Pair {key.number} of {len(reading.sheets)} ({len(left) - done} to judge)"
        try:
            judgement = _judge(reading, key, findings[key.number], title)
        except (click.Abort, KeyboardInterrupt):
            raise _stopped(done) from None
        record_judgements(reading, reader, [(HERE, judgement)])
    return len(left)


def _judge(reading: ReadingFolder, key: Key, finding: ReaderFinding, title: str) -> ReaderJudgement:
    sheet = reading.sheets[key.number]
    known = all(map(sentences_known, key.conflicts))
    while True:
        _show_texts(sheet, title)
        click.echo(f"You found: {', '.join(finding.conflicts) or 'nothing'}")
        qualities: list[Quality] = []
        named: list[str | None] = []
        for number, conflict in enumerate(key.conflicts, start=1):
            _show_conflict(conflict, f"Declared conflict {number} of {len(key.conflicts)}")
            if not known:
                named.append(_ask_declared_sentences(sheet))
            words: Sequence[Quality] = get_args(Quality)
            qualities.append(_ask_word("This conflict is", words))
        sentences = None if known else tuple(named)
        wanted = needed(key, sheet.sizes, sentences) or []
        verdicts: dict[str, Beyond] = {}
        for spelled in beyond(finding.conflicts, wanted, sheet.sizes):
            click.echo(f"\nYou found {spelled}, which matches no declared conflict:")
            for name in sorted(parse_conflict(spelled, sheet.sizes), key=sentence_order):
                _say(getattr(sheet, name[0])[int(name[1:]) - 1], f"  {name:<4}", " " * 6)
            choices: Sequence[Beyond] = get_args(Beyond)
            verdicts[spelled] = _ask_word("It is a contradiction", choices)
        remarks = _ask_text("Remarks (Enter: none)")
        judgement = ReaderJudgement(
            pair=key.number,
            declared=tuple(qualities),
            undeclared=verdicts,
            sentences=sentences,
            remarks=remarks,
            sheet=sheet.sheet,
        )
        if click.confirm("Record this? It cannot be changed afterwards.", default=True):
            return judgement


def _show_conflict(conflict: KeyConflict, title: str) -> None:
    strength = f" ({conflict.hops} hops, {conflict.strength})" if conflict.hops else ""
    click.echo(f"\n{title}{strength}")
    for declared in conflict.statements:
        where = "" if declared.sentences is None else f" [{', '.join(_sorted(declared.sentences)) or 'nowhere'}]"
        _say(f"{declared.role}{where}: {declared.words}", "  ", "      ")
    if conflict.proof:
        click.echo()
        for line in conflict.proof:
            click.echo(f"  {line}")
    click.echo()


def _sorted(names: Iterable[str]) -> list[str]:
    return sorted(names, key=sentence_order)


def _ask_declared_sentences(sheet: Sheet) -> str | None:
    question = "Sentences that state it, such as A2-B3 (Enter: the texts do not state it)"
    while True:
        given = _ask_conflicts(question, sheet)
        if not given:
            return None
        if len(given) == 1 and set(given[0]) >= set(TEXTS):
            return given[0]
        click.echo("Name them as one conflict with sentences of both texts, such as A2+A3-B1.")
