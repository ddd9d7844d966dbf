"""Scoring responses: their claims, who labels these, and what that takes. Variants differ in what a model does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from contragraph.documents.judges.apart import Apart
from contragraph.documents.judges.base import NOBODY, Judge, JudgeQuestion, PassageJudgement, cascade
from contragraph.documents.judges.modelled import ModelJudge, parts_of
from contragraph.documents.judges.standing import offline_judges
from contragraph.documents.passages import ContextDocument
from contragraph.documents.score.decompose import MOST_CHARACTERS, ask_of, claims_of, sentence_claims, whole
from contragraph.documents.score.metric import ConflictScore, ResponseClaim, score_of
from contragraph.documents.score.stated import stated
from contragraph.documents.traces import Context
from contragraph.documents.validate import validate_context
from contragraph.graph.errors import InputError
from contragraph.llm import Ask, Gateway

Name = Literal["full", "whole", "salient", "together", "prefilter", "offline"]
SALIENT = 3
"""Claims of ``salient`` without a number."""
BATCH = 200
"""Responses whose labels are asked for at once."""
_NO_TEXT = PassageJudgement("irrelevant", 1.0, "rules", why="no text")


@dataclass(frozen=True, slots=True)
class Case:
    """A response and the documents that it is held against."""

    id: str
    response: str
    documents: tuple[ContextDocument, ...]
    question: str = ""


@dataclass(frozen=True, slots=True)
class Variant:
    """How much is asked of a model, for n claims and m documents.

    ``full`` 1 + n·m questions, ``whole`` m (the response is one claim), ``salient`` 1 + k·m (its ``k`` chief claims),
    ``together`` 1 + n (all documents in one), ``prefilter`` 1 + what is left when the judges that need no model have
    spoken, ``offline`` none (claims are sentences).
    """

    name: Name
    k: int | None = None

    def __str__(self) -> str:
        return self.name if self.k is None else f"{self.name}:{self.k}"


def parse_variant(said: str) -> Variant:
    """A variant as users write it, such as ``full`` or ``salient:5``.

    :raises InputError: if there is none of that name, or the number is none.
    """
    name, colon, number = said.strip().partition(":")
    for known in get_args(Name):
        if known == name and (known == "salient" or not colon):
            if colon and not (number.isdecimal() and 0 < int(number) < 1000):
                raise InputError(f"{said!r}: behind salient: stands how many claims are kept, such as salient:5.")
            return Variant(known, int(number or SALIENT) if known == "salient" else None)
    raise InputError(f"There is no variant {said!r}; take one of {', '.join(get_args(Name))}, such as salient:5.")


@dataclass(frozen=True, slots=True)
class ScoreSettings:
    """How responses are scored. ``paper``: the three labels of the paper, all of them by the model.

    ``read``: conflicts of the documents themselves are looked for by proof and rules, for ``acknowledged``.
    """

    variant: Variant = Variant("full")
    paper: bool = False
    read: bool = False


def score_all(cases: Sequence[Case], settings: ScoreSettings, gateway: Gateway | None = None) -> list[ConflictScore]:
    """The score of each response.

    :raises InputError: if a model is needed and there is none, or a response has no documents.
    :raises CostLimitError: if the limit of cost is reached; answers that came are in the gateway's cache.
    :raises ModelError: if the model cannot be asked at all.
    """
    if gateway is None and settings.variant.name != "offline":
        raise InputError(f"The variant {settings.variant} asks a model; name one with --model, or take offline.")
    claims = taken_apart(cases, settings.variant, gateway)
    found: list[ConflictScore] = []
    for at in range(0, len(cases), BATCH):
        found += _labelled(cases[at : at + BATCH], claims[at : at + BATCH], settings, gateway)
    return found


def taken_apart(
    cases: Sequence[Case], variant: Variant, gateway: Gateway | None
) -> list[tuple[tuple[ResponseClaim, ...], str]]:
    """The claims of each response, and why there are none where a model did not give any.

    :raises CostLimitError: if the limit of cost is reached.
    :raises ModelError: if the model cannot be asked at all.
    """
    asks = [first_ask(case, variant) for case in cases]
    if gateway is None or variant.name in ("whole", "offline"):
        take = whole if variant.name == "whole" else sentence_claims
        return [(take(case.response), "") for case in cases]
    answers = iter(gateway.ask([ask for ask in asks if ask is not None]))
    found = []
    for case, ask in zip(cases, asks, strict=True):
        long = f"the response has more than {MOST_CHARACTERS:,} characters" if case.response.strip() else ""
        found.append(claims_of(next(answers), case.response, variant.k) if ask else ((), long))
    return found


def first_ask(case: Case, variant: Variant) -> Ask | None:
    """The question that takes a response apart; None where there is none to ask."""
    if variant.name in ("whole", "offline") or not case.response.strip() or len(case.response) > MOST_CHARACTERS:
        return None
    return ask_of(case.response, case.question, variant.k)


def questions_of(case: Case, claims: Sequence[ResponseClaim]) -> Iterator[JudgeQuestion]:
    """What judges are asked of each claim and each document that has a text."""
    for claim in claims:
        for document in case.documents:
            if document.text.strip():
                yield JudgeQuestion(claim.text, document.text, passage_topic=document.title)


def _labelled(
    cases: Sequence[Case],
    claims: Sequence[tuple[tuple[ResponseClaim, ...], str]],
    settings: ScoreSettings,
    gateway: Gateway | None,
) -> list[ConflictScore]:
    questions = [q for case, (its, _) in zip(cases, claims, strict=True) for q in questions_of(case, its)]
    answers = iter(cascade(judges_of(settings, gateway), questions))
    found = []
    for case, (its, reason) in zip(cases, claims, strict=True):
        labels = [[_kept(next(answers), settings) if d.text.strip() else _NO_TEXT for d in case.documents] for _ in its]
        told = {"id": case.id, "question": case.question, "reason": reason}
        score = score_of(case.response, case.documents, its, labels, **told)
        findings = validate_context(Context(case.id, case.documents)).findings if settings.read else ()
        found.append(replace(score, stated=stated(score.claims, findings)))
    return found


def judges_of(settings: ScoreSettings, gateway: Gateway | None) -> list[Judge]:
    """Who labels, the first that speaks decides: proofs come before the model, but for the paper's labels."""
    before = _before_model(settings)
    if settings.variant.name == "offline" or gateway is None:
        return before
    return [*before, ModelJudge(gateway, settings.paper, together=settings.variant.name == "together")]


def _before_model(settings: ScoreSettings) -> list[Judge]:
    """Who is asked before the model. What rules think is no reason not to ask it; a proof is."""
    standing = offline_judges()
    if settings.variant.name == "offline":
        return [*standing]
    proofs = [] if settings.paper else [judge for judge in standing if judge.by == "proof"]
    return [*proofs, Apart()] if settings.variant.name == "prefilter" else proofs


def _kept(said: PassageJudgement, settings: ScoreSettings) -> PassageJudgement:
    """With the labels of the paper a document that says both supports, for that is looked at first."""
    return replace(said, label="supports") if settings.paper and said.label == "mixed" else said


def foreseen(cases: Sequence[Case], settings: ScoreSettings) -> Iterator[Ask]:
    """What would be asked if each sentence of a response made one claim, and no answer were in the cache."""
    variant = settings.variant
    for case in cases:
        if (ask := first_ask(case, variant)) is not None:
            yield ask
        claims = whole(case.response) if variant.name == "whole" else sentence_claims(case.response)
        questions = list(questions_of(case, claims[: variant.k]))
        before = cascade(_before_model(settings), questions)
        left = [q for q, said in zip(questions, before, strict=True) if said is NOBODY]
        if variant.name != "offline":
            together = variant.name == "together"
            yield from (part.ask for part in parts_of(left, paper=settings.paper, together=together))
