"""Reports on documents that disagree, written as three prompts ask, and the ConflictScore of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

from contragraph.documents.regenerate.questions import Subject
from contragraph.documents.score.compare import MEASURES, resampled
from contragraph.documents.score.metric import ConflictScore
from contragraph.documents.score.run import Case, ScoreSettings, foreseen, score_all
from contragraph.evaluation.contexts.ask import shown
from contragraph.evaluation.statistics import DIGITS, Interval
from contragraph.generation.llm.prompts import load_prompt
from contragraph.llm import Ask, Gateway

Style = Literal["rag", "balanced", "super_balanced"]
HOW: Mapping[Style, str] = {
    "rag": "",
    "balanced": "Where they disagree, hedge what you say and give every view that they hold.",
    "super_balanced": """Keep these rules:
- say nothing as certain that any document doubts or denies;
- say whose view it is, each time;
- add nothing that no document says, and draw no conclusion of your own;
- where documents disagree, name both views in the same sentence, and take no side.""",
}
"""What each prompt adds."""
STYLES: tuple[Style, ...] = tuple(HOW)
DIFFERENCES = ("cs_c", "cs_r", "cs_r_sources", "acknowledged", "coverage")
"""The figures that prompts are compared by."""


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """A report; ``score`` is None where none was written, and ``failure`` says why."""

    subject: Subject
    style: Style
    text: str
    score: ConflictScore | None
    failure: str = ""


@dataclass(frozen=True, slots=True)
class PromptDifference:
    """How much higher a figure is under one prompt than under the other: the mean over ``of`` subjects with both.

    The interval (95 %) is of these subjects resampled, each with both of its reports.
    """

    measure: str
    one: Style
    other: Style
    value: float | None
    interval: Interval | None
    of: int


def write_reports(
    subjects: Sequence[Subject], styles: Sequence[Style], settings: ScoreSettings, gateway: Gateway
) -> list[WrittenReport]:
    """A report on each subject under each prompt, with its score.

    :raises CostLimitError: if the limit of cost is reached; answers that came are in the gateway's cache.
    :raises ModelError: if the model cannot be asked at all.
    """
    wanted = [(subject, style) for subject in subjects for style in styles]
    answers = gateway.ask([_ask(*each) for each in wanted])
    cases = [
        _case(subject, style, answer.text)
        for (subject, style), answer in zip(wanted, answers, strict=True)
        if not answer.failure
    ]
    scores = iter(score_all(cases, settings, gateway))
    return [
        WrittenReport(*each, answer.text, None if answer.failure else next(scores), answer.failure or "")
        for each, answer in zip(wanted, answers, strict=True)
    ]


def _ask(subject: Subject, style: Style) -> Ask:
    prompt = load_prompt("report", home="contragraph.documents")
    documents = shown([(d.title, d.text) for d in subject.documents])
    messages = prompt.render(how=HOW[style], about=subject.about, documents=documents)
    return Ask("respond", f"{prompt.id}-{style}", messages)


def _case(subject: Subject, style: Style, text: str) -> Case:
    return Case(f"{subject.id}/{style}", text, subject.documents, f"Write a report about {subject.about}.")


def differences(reports: Sequence[WrittenReport], styles: Sequence[Style]) -> Iterator[PromptDifference]:
    """How the other prompts differ from the first one."""
    scores = {(r.subject.id, r.style): r.score for r in reports}
    ids = list(dict.fromkeys(r.subject.id for r in reports))
    for other in styles[1:]:
        for name in DIFFERENCES:
            of = MEASURES[name]
            pairs = [(scores[i, styles[0]], scores[i, other]) for i in ids]
            both = [(of(a), of(b)) for a, b in pairs if a is not None and b is not None]
            apart = [b - a for a, b in both if a is not None and b is not None]
            value = round(fmean(apart), DIGITS) if apart else None
            yield PromptDifference(name, styles[0], other, value, resampled(apart), len(apart))


def foreseen_reports(subjects: Sequence[Subject], styles: Sequence[Style], settings: ScoreSettings) -> Iterator[Ask]:
    """What would be asked if each report had one sentence for each of its documents."""
    for subject in subjects:
        text = " ".join(f"{n} is said of {subject.about}." for n, _ in enumerate(subject.documents, 1))
        for style in styles:
            yield _ask(subject, style)
            yield from foreseen([_case(subject, style, text)], settings)
