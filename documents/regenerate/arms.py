"""The arms: a first answer, one told to mind conflicts, and second answers that see the conflict, none, or another's.

All second answers are asked for of the same questions, those whose first answer makes a conflicted claim, in the same
words but for what is said of the conflict. So ``again`` shows what a second pass does by itself, and ``placebo`` what
any talk of a conflict does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel

from contragraph.documents.regenerate.answers import cited, option_of
from contragraph.documents.regenerate.questions import ChoiceQuestion, letter
from contragraph.documents.score.metric import ConflictScore, ScoredClaim
from contragraph.documents.score.run import Case, ScoreSettings, foreseen, score_all
from contragraph.evaluation.contexts.ask import shown
from contragraph.generation.llm.prompts import load_prompt
from contragraph.llm import Answer, Ask, Gateway

HOME = "contragraph.documents"
Arm = Literal["rag", "control", "regenerate", "again", "placebo"]
SECOND: tuple[Arm, ...] = ("regenerate", "again", "placebo")
"""The arms with a second answer."""
ARMS: tuple[Arm, ...] = ("rag", "control", *SECOND)
Kept = Literal["", "not scored", "not conflicted", "unreadable", "no other conflict"]
"""Why the first answer stands; empty where the second one counts."""
MIND = (
    "The documents may disagree. Look for what they say of each option, weigh whose word is better founded, and do not"
    " go by the first one or by their number alone."
)


class StatementRead(BaseModel):
    """The shape of a statement."""

    statement: str


@dataclass(frozen=True, slots=True)
class ArmAnswer:
    """What an arm answers: ``option`` is None where that could not be read; ``kept``: why it is the first answer."""

    option: int | None
    text: str
    kept: Kept = ""
    failure: str = ""
    cited: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ArmAnswers:
    """A question with what each arm answers.

    ``statement`` says the first answer as a sentence and ``score`` is its ConflictScore; None where it could not be
    read or said. ``claim`` is the conflicted one that second answers are told of.
    """

    choice: ChoiceQuestion
    given: Mapping[Arm, ArmAnswer]
    statement: str
    score: ConflictScore | None
    claim: ScoredClaim | None

    @property
    def flagged(self) -> bool:
        """Whether a claim of the first answer is conflicted."""
        return self.claim is not None

    def right(self, arm: Arm) -> bool:
        """Whether an arm is right; what cannot be read is not."""
        return self.given[arm].option == self.choice.right


def answer_all(
    choices: Sequence[ChoiceQuestion], arms: Sequence[Arm], settings: ScoreSettings, gateway: Gateway
) -> list[ArmAnswers]:
    """What the arms answer; ``rag``, from which the second answers begin, is always among them.

    :raises CostLimitError: if the limit of cost is reached; answers that came are in the gateway's cache.
    :raises ModelError: if the model cannot be asked at all.
    """
    first = [_given(c, a) for c, a in zip(choices, gateway.ask([_respond(c) for c in choices]), strict=True)]
    given: list[dict[Arm, ArmAnswer]] = [{"rag": its} for its in first]
    if "control" in arms:
        for its, choice, answer in zip(given, choices, gateway.ask([_respond(c, MIND) for c in choices]), strict=True):
            its["control"] = _given(choice, answer)
    second = [arm for arm in SECOND if arm in arms]
    if not second:
        return [ArmAnswers(c, its, "", None, None) for c, its in zip(choices, given, strict=True)]
    statements = _statements(choices, first, gateway)
    scores = _scores(choices, statements, settings, gateway)
    claims = [None if score is None else most_balanced(score) for score in scores]
    flagged = [n for n, claim in enumerate(claims) if claim is not None]
    asks: list[tuple[int, Arm, Ask]] = []
    for at, n in enumerate(flagged):
        told = {"regenerate": claims[n], "again": None, "placebo": claims[flagged[(at + 1) % len(flagged)]]}
        for arm in second:
            if arm != "placebo" or len(flagged) > 1:
                asks.append((n, arm, regenerate(choices[n], first[n], told[arm], arm)))
    for its, score, claim in zip(given, scores, claims, strict=True):
        kept: Kept = "not scored" if score is None else "no other conflict" if claim else "not conflicted"
        its |= {arm: ArmAnswer(its["rag"].option, "", kept) for arm in second}
    for (n, arm, _), answer in zip(asks, gateway.ask([ask for *_, ask in asks]), strict=True):
        read = _given(choices[n], answer)
        stays = ArmAnswer(first[n].option, read.text, "unreadable", read.failure)
        given[n][arm] = read if read.option is not None else stays
    return [ArmAnswers(*each) for each in zip(choices, given, statements, scores, claims, strict=True)]


def most_balanced(score: ConflictScore) -> ScoredClaim | None:
    """The conflicted claim whose documents are divided most evenly, of several the first."""
    return max((c for c in score.claims if c.conflicted), key=lambda claim: claim.balance or 0.0, default=None)


def _given(choice: ChoiceQuestion, answer: Answer) -> ArmAnswer:
    option = None if answer.failure else option_of(answer.text, len(choice.options))
    return ArmAnswer(option, answer.text, failure=answer.failure or "", cited=cited(answer.text, len(choice.documents)))


def _respond(choice: ChoiceQuestion, mind: str = "") -> Ask:
    prompt = load_prompt("respond", home=HOME)
    return Ask("respond", prompt.id + ("-mind" if mind else ""), prompt.render(mind=mind, **_asked(choice)))


def regenerate(choice: ChoiceQuestion, first: ArmAnswer, claim: ScoredClaim | None, arm: Arm) -> Ask:
    """The question for a second answer; ``claim`` is what is told of a conflict, if anything."""
    prompt = load_prompt("regenerate", home=HOME)
    taken = "" if first.option is None else f"({letter(first.option)}) {choice.options[first.option]}"
    conflict = evidence(claim) if claim else ""
    return Ask("regenerate", f"{prompt.id}-{arm}", prompt.render(first=taken, conflict=conflict, **_asked(choice)))


def evidence(claim: ScoredClaim) -> str:
    """A conflicted claim, and the words of the documents on either side of it."""
    lines = ["\nThe documents disagree about what was claimed:", f"Claim: {claim.text}"]
    for head, numbers in (("For it", claim.supporting), ("Against it", claim.contradicting)):
        for n in numbers:
            its = claim.labels[n - 1]
            words = " … ".join(snippet.text for snippet in its.snippets)
            lines.append(f"{head}, document {n}: {f'“{words}”' if words else its.why or 'as a whole'}")
    return "\n".join(lines)


def _asked(choice: ChoiceQuestion) -> dict[str, str]:
    options = "\n".join(f"({letter(n)}) {option}" for n, option in enumerate(choice.options))
    documents = shown([(d.title, d.text) for d in choice.documents])
    return {"question": choice.question, "options": options, "documents": documents}


def _state(choice: ChoiceQuestion, option: int) -> Ask:
    prompt = load_prompt("state", home=HOME)
    return Ask(
        "decompose", prompt.id, prompt.render(question=choice.question, option=choice.options[option]), StatementRead
    )


def _statements(choices: Sequence[ChoiceQuestion], first: Sequence[ArmAnswer], gateway: Gateway) -> list[str]:
    """Each first answer as a sentence; empty where it could not be read or said."""
    read = [(n, its.option) for n, its in enumerate(first) if its.option is not None]
    answers = gateway.ask([_state(choices[n], option) for n, option in read])
    said = {
        n: a.parsed.statement for (n, _), a in zip(read, answers, strict=True) if isinstance(a.parsed, StatementRead)
    }
    return [" ".join(said.get(n, "").split()) for n in range(len(choices))]


def _scores(
    choices: Sequence[ChoiceQuestion], statements: Sequence[str], settings: ScoreSettings, gateway: Gateway
) -> list[ConflictScore | None]:
    cases = [Case(c.id, s, c.documents, c.question) for c, s in zip(choices, statements, strict=True) if s]
    found = iter(score_all(cases, settings, gateway))
    return [next(found) if statement else None for statement in statements]


def foreseen_asks(choices: Sequence[ChoiceQuestion], arms: Sequence[Arm], settings: ScoreSettings) -> Iterator[Ask]:
    """What would be asked at most: as if every first answer were the first option, and conflicted."""
    second = [arm for arm in SECOND if arm in arms]
    for choice in choices:
        yield _respond(choice)
        if "control" in arms:
            yield _respond(choice, MIND)
        if second:
            yield _state(choice, 0)
            said = f"{choice.question.rstrip('?')}: {choice.options[0]}"
            yield from foreseen([Case(choice.id, said, choice.documents, choice.question)], settings)
            yield from (regenerate(choice, ArmAnswer(0, ""), None, arm) for arm in second)
