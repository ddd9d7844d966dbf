"""What arms and prompts come to, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from contragraph.app.shown.scored import record
from contragraph.dataset.files.folder import MANIFEST, publish, sha256, working_folder, write_lines, write_text
from contragraph.dataset.records.codec import dump
from contragraph.documents.regenerate.arms import ARMS, SECOND, Arm, ArmAnswers, answer_all, foreseen_asks
from contragraph.documents.regenerate.figures import compared, figures_of
from contragraph.documents.regenerate.questions import letter, read_questions, read_subjects
from contragraph.documents.regenerate.reports import (
    STYLES,
    Style,
    WrittenReport,
    differences,
    foreseen_reports,
    write_reports,
)
from contragraph.documents.score.compare import means
from contragraph.documents.score.run import ScoreSettings
from contragraph.evaluation.results import counts, emptied
from contragraph.graph.errors import InputError
from contragraph.llm import Ask, Gateway, Ledger
from contragraph.ontology.axioms import Ontology

if TYPE_CHECKING:
    from contragraph.documents.score.metric import ConflictScore

ANSWERS, REPORTS, SUMMARY = "answers.jsonl", "reports.jsonl", "summary.json"
FORMAT = 1
"""Version of the layout of a folder."""
ARM_COLUMNS = (
    *("arm", "right", "of", "accuracy", "unreadable", "wrong_flagged", "right_flagged", "corrected", "broken"),
    *("improve", "harm", "net", "p"),
)
REPORT_COLUMNS = ("prompt", "reports", "cs_c", "cs_c_interval", "cs_r", "cs_r_interval", "acknowledged", "coverage")

Name = TypeVar("Name", bound=str)


@dataclass(frozen=True, slots=True)
class RegenerationResult:
    """What a run has come to: a table, the lines of a file, all figures, and a sentence."""

    rows: Sequence[Mapping[str, object]]
    columns: Sequence[str]
    file: str
    lines: Iterable[str]
    summary: Mapping[str, object]
    said: str


@dataclass(frozen=True, slots=True)
class Work:
    """A run before it is one: ``asked`` tells it from others, ``foreseen`` are its questions."""

    names: Sequence[str]
    asked: object
    foreseen: Iterable[Ask]
    run: Callable[[Gateway, Ontology], RegenerationResult]


def arms_work(path: Path, arms: str | None, settings: ScoreSettings) -> Work:
    """Questions that arms answer.

    :raises InputError: if a line of the file is wrong, or there is no such arm.
    """
    chosen, choices = _named(arms, ARMS), read_questions(path)

    def run(gateway: Gateway, ontology: Ontology) -> RegenerationResult:
        answered = answer_all(choices, chosen, settings, gateway)
        rows, summary = list(arm_rows(answered, chosen)), arm_summary(answered, chosen)
        return RegenerationResult(
            rows, ARM_COLUMNS, ANSWERS, answer_lines(answered, ontology), summary, _arms_said(answered, chosen)
        )

    asked = [asdict(c) for c in choices]
    return Work(chosen, asked, foreseen_asks(choices, chosen, settings), run)


def reports_work(path: Path, styles: str | None, settings: ScoreSettings) -> Work:
    """Subjects on which reports are written.

    :raises InputError: if a line of the file is wrong, or there is no such prompt.
    """
    chosen, subjects = _named(styles, STYLES), read_subjects(path)

    def run(gateway: Gateway, ontology: Ontology) -> RegenerationResult:
        reports = write_reports(subjects, chosen, settings, gateway)
        rows, summary = list(report_rows(reports, chosen)), report_summary(reports, chosen)
        said = _reports_said(reports, chosen)
        return RegenerationResult(rows, REPORT_COLUMNS, REPORTS, report_lines(reports, ontology), summary, said)

    return Work(chosen, [asdict(s) for s in subjects], foreseen_reports(subjects, chosen, settings), run)


def _named(said: str | None, known: Sequence[Name]) -> list[Name]:
    """Those that a user names, in their own order; the first one is always among them, since the others follow it."""
    wanted = {name.strip() for name in said.split(",")} if said is not None else {*known}
    for name in sorted(wanted - {*known}):
        raise InputError(f"--arms: there is no {name!r}; take some of {', '.join(known)}.")
    return [name for name in known if name in wanted or name == known[0]]


def arm_rows(answered: Sequence[ArmAnswers], arms: Sequence[Arm]) -> Iterator[dict[str, object]]:
    """A row for each arm; ``p`` is that of the exact test of McNemar against ``rag``, of all questions."""
    against = {its.other: its.p for its in compared(answered, arms) if its.one == "rag"}
    for arm in arms:
        its = figures_of(answered, arm)
        among = its.flagged
        turned: tuple[object, ...] = (among.corrected, among.broken, among.improve, among.harm, among.net)
        values = (arm, its.right.count, its.right.of, its.right.share, its.unreadable, among.wrong, among.right)
        row = (*values, *((None,) * 5 if arm == "rag" else turned), against.get(arm))
        yield dict(zip(ARM_COLUMNS, row, strict=True))


def arm_summary(answered: Sequence[ArmAnswers], arms: Sequence[Arm]) -> dict[str, object]:
    """All figures of a run."""
    scores = [its.score for its in answered if its.score]
    intervals = {arm: figures_of(answered, arm).right.interval for arm in arms}
    return {
        "questions": len(answered),
        "flagged": sum(its.flagged for its in answered),
        "unstated": sum(its.score is None and its.given["rag"].option is not None for its in answered)
        if {*arms} & {*SECOND}
        else 0,
        "scores": means(scores) if scores else None,
        "arms": [row | {"accuracy_interval": intervals[arm]} for arm, row in zip(arms, arm_rows(answered, arms))],
        "compared": [asdict(its) | {"p": its.p} for its in compared(answered, arms)],
    }


def answer_lines(answered: Iterable[ArmAnswers], ontology: Ontology) -> Iterator[str]:
    """Each question with what its arms answer, as JSON."""
    for its in answered:
        arms = {
            arm: {
                "option": None if given.option is None else letter(given.option),
                "right": its.right(arm),
                "kept": given.kept,
                "cited": given.cited,
                "text": given.text,
                "failure": given.failure,
            }
            for arm, given in its.given.items()
        }
        yield dump(
            {
                "id": its.choice.id,
                "question": its.choice.question,
                "options": its.choice.options,
                "answer": letter(its.choice.right),
                "statement": its.statement,
                "flagged": its.flagged,
                "claim": its.claim.text if its.claim else None,
                "arms": arms,
                "score": _score(its.score, ontology),
            }
        )


def _score(score: ConflictScore | None, ontology: Ontology) -> dict[str, object] | None:
    return record(score, ontology) if score else None


def report_rows(reports: Sequence[WrittenReport], styles: Sequence[Style]) -> Iterator[dict[str, object]]:
    """A row for each prompt: the means over its reports that have the figure."""
    for style in styles:
        found = means([r.score for r in reports if r.style == style and r.score])
        values = (style, found["responses"], *(found[name] for name in REPORT_COLUMNS[2:]))
        yield dict(zip(REPORT_COLUMNS, values, strict=True))


def report_summary(reports: Sequence[WrittenReport], styles: Sequence[Style]) -> dict[str, object]:
    """All figures of the reports, and how the other prompts differ from the first one."""
    scores = {style: [r.score for r in reports if r.style == style and r.score] for style in styles}
    return {
        "prompts": {style: means(its) for style, its in scores.items()},
        "unwritten": sum(r.score is None for r in reports),
        "differences": [asdict(its) for its in differences(reports, styles)],
    }


def report_lines(reports: Iterable[WrittenReport], ontology: Ontology) -> Iterator[str]:
    """Each report as JSON."""
    for its in reports:
        told = {"id": its.subject.id, "about": its.subject.about, "prompt": its.style, "report": its.text}
        yield dump(told | {"failure": its.failure, "score": _score(its.score, ontology)})


def _arms_said(answered: Sequence[ArmAnswers], arms: Sequence[Arm]) -> str:
    flagged = sum(its.flagged for its in answered)
    told = [
        f"{its.other} against {its.one}: {its.gained} won, {its.lost} lost, p {_said(its.p)}"
        for its in compared(answered, arms)
    ]
    return ". ".join([f"{len(answered):,} questions, {flagged:,} with a conflicted claim", *told]) + "."


def _reports_said(reports: Sequence[WrittenReport], styles: Sequence[Style]) -> str:
    told = [
        f"{its.other} against {its.one}: {its.measure} {_said(its.value)} {_said(its.interval)} of {its.of}"
        for its in differences(reports, styles)
        if its.measure in ("cs_c", "cs_r")
    ]
    lost = sum(r.score is None for r in reports)
    return ". ".join([f"{len(reports):,} reports, {lost:,} not written", *told]) + "."


def _said(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_said, value))}]"
    return f"{value:.4f}" if isinstance(value, float) else "–"


def write_run(folder: Path, made: RegenerationResult, settings: Mapping[str, object], ledger: Ledger) -> None:
    """Write a run as a new folder, with what was asked for it.

    :raises StoreError: if something cannot be written
    """
    work = working_folder(folder)
    emptied(work, ledger)
    write_lines(work / made.file, made.lines)
    _write_json(work / SUMMARY, made.summary)
    files = [made.file, SUMMARY, *([ledger.path.name] if ledger else [])]
    asked = {model: {step: c.model_dump() for step, c in steps.items()} for model, steps in counts(ledger).items()}
    head = {"format": FORMAT, "contragraph": version("contragraph"), "settings": dict(settings), "asked": asked}
    _write_json(work / MANIFEST, head | {"files": {file: sha256(work / file) for file in files}})
    publish(work, folder)


def _write_json(path: Path, held: object) -> None:
    write_text(path, json.dumps(held, ensure_ascii=False, indent=2, sort_keys=True) + "\n")
