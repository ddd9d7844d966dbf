"""A language model as a judge: one question for each claim and passage, or one for a claim and many passages.

Words that it quotes are looked up in the passage; what does not stand there is no snippet. A passage too long for a
question is asked about in windows, and what the windows say is put together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

from contragraph.documents.judges.base import By, JudgeQuestion, Label, PassageJudgement, Snippet
from contragraph.documents.sentences import sentences
from contragraph.evaluation.answers.answered import Quote
from contragraph.evaluation.answers.match import locate
from contragraph.evaluation.contexts.ask import shown
from contragraph.generation.llm.prompts import load_prompt
from contragraph.llm import Answer, Ask, Gateway

HOME = "contragraph.documents"
"""The package with the files of the prompts."""
WINDOW, OVERLAP = 24_000, 1_000
"""Characters of a passage that a question holds (about 6,000 tokens), and how many of them the next one has again."""
MOST_TOGETHER = 120_000
"""Characters of passages in one question about many."""
SURE = 0.9
"""How probable a label of a model is right: a round figure, since models do not say it of themselves."""
BOTH = """\
- MIXED: one place of the document supports the claim and another place of it contradicts the claim;
"""
_GAP = re.compile(r"\s*\[?(?:\.{3,}|…)\]?\s*")
_WHITE = re.compile(r"\s+")


def _upper(said: object) -> object:
    return said.strip().upper() if isinstance(said, str) else said


class _Read(BaseModel):
    model_config = ConfigDict(extra="ignore")
    document_snippet: str
    reasoning: str


class Three(_Read):
    """An answer with the labels of the paper."""

    answer: Annotated[Literal["SUPPORTS", "CONTRADICTS", "IRRELEVANT"], BeforeValidator(_upper)]


class Four(_Read):
    """An answer with the label of a document that says both."""

    answer: Annotated[Literal["SUPPORTS", "CONTRADICTS", "MIXED", "IRRELEVANT"], BeforeValidator(_upper)]


class NumberedThree(Three):
    """The same of one of several documents."""

    document: int


class NumberedFour(Four):
    """The same of one of several documents."""

    document: int


class ManyThree(BaseModel):
    """Answers of several documents."""

    labels: list[NumberedThree]


class ManyFour(BaseModel):
    """Answers of several documents."""

    labels: list[NumberedFour]


@dataclass(frozen=True, slots=True)
class _ModelQuestion:
    """A question to the model; ``places`` are (question, where its window begins), in the order of the documents."""

    ask: Ask
    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ModelJudge:
    """A judge over a gateway. ``paper`` keeps three labels, ``together`` asks of many passages in one question."""

    gateway: Gateway
    paper: bool = False
    together: bool = False
    by: By = "model"

    def judge(self, questions: Sequence[JudgeQuestion]) -> list[PassageJudgement]:
        """What the model says of each question.

        :raises CostLimitError: if the limit of cost is reached.
        :raises ModelError: if the model cannot be asked at all.
        """
        parts = list(parts_of(questions, paper=self.paper, together=self.together))
        answers = self.gateway.ask([part.ask for part in parts])
        said: list[list[PassageJudgement]] = [[] for _ in questions]
        for part, answer in zip(parts, answers, strict=True):
            for number, (place, start) in enumerate(part.places, 1):
                said[place].append(_judgement(answer, number, questions[place].passage, start))
        return [_merged(its, self.paper) for its in said]


def parts_of(
    questions: Sequence[JudgeQuestion], *, paper: bool = False, together: bool = False
) -> Iterator[_ModelQuestion]:
    """What a model is asked."""
    waiting: list[int] = []
    size = 0
    for place, question in enumerate(questions):
        if together and len(question.passage) <= WINDOW:
            size += len(question.passage)
            if waiting and (questions[waiting[0]].claim != question.claim or size > MOST_TOGETHER):
                yield _many([(n, questions[n]) for n in waiting], paper)
                waiting, size = [], len(question.passage)
            waiting.append(place)
            continue
        for start, text in windows(question.passage):
            title = f"{question.passage_topic}\n" if question.passage_topic else ""
            ask = _ask("label", question, Three if paper else Four, document=f"{title}<<<\n{text}\n>>>")
            yield _ModelQuestion(ask, ((place, start),))
    if waiting:
        yield _many([(n, questions[n]) for n in waiting], paper)


def _many(asked: Sequence[tuple[int, JudgeQuestion]], paper: bool) -> _ModelQuestion:
    documents = shown([(question.passage_topic, question.passage) for _, question in asked])
    ask = _ask("label_together", asked[0][1], ManyThree if paper else ManyFour, documents=documents)
    return _ModelQuestion(ask, tuple((place, 0) for place, _ in asked))


def _ask(name: str, question: JudgeQuestion, shape: type[BaseModel], **texts: str) -> Ask:
    prompt, paper = load_prompt(name, home=HOME), shape in (Three, ManyThree)
    topic = f" (about {question.claim_topic})" if question.claim_topic else ""
    messages = prompt.render(claim=question.claim, topic=topic, mixed="" if paper else BOTH, **texts)
    return Ask("label", prompt.id + ("-paper" if paper else ""), messages, shape)


def windows(text: str) -> Iterator[tuple[int, str]]:
    """The parts of a text with where they begin: they end at blanks, and a part begins before the last one ends."""
    start = 0
    while len(text) - start > WINDOW:
        end = max(text.rfind(mark, start + WINDOW // 2, start + WINDOW) for mark in (" ", "\n"))
        end = end if end > 0 else start + WINDOW
        yield start, text[start:end]
        start = end - OVERLAP
    yield start, text[start:]


def _judgement(answer: Answer, number: int, passage: str, start: int) -> PassageJudgement:
    """What an answer says of the document of a number; of one alone that is 1."""
    read = answer.parsed
    if isinstance(read, (ManyThree, ManyFour)):
        its = [each for each in read.labels if each.document == number]
        if len(its) != 1:
            return PassageJudgement(None, 0.0, "model", failure=f"the answer has {len(its)} labels of a document")
        read = its[0]
    if not isinstance(read, (Three, Four)):
        return PassageJudgement(None, 0.0, "model", failure=answer.failure or "there is no answer")
    labels: dict[str, Label] = {"SUPPORTS": "supports", "CONTRADICTS": "contradicts", "MIXED": "mixed"}
    label = labels.get(read.answer, "irrelevant")
    snippets = () if label == "irrelevant" else looked_up(read.document_snippet, passage, start)
    return PassageJudgement(label, SURE, "model", snippets, why=" ".join(read.reasoning.split()))


def looked_up(quoted: str, passage: str, start: int = 0) -> tuple[Snippet, ...]:
    """Where the words that a model quotes stand in a passage: none if they do not; dots stand for what is left out."""
    quoted = quoted.strip().strip("\"'“”‘’").strip()
    found: list[Snippet] = []
    for piece in [quoted] if quoted in passage else _GAP.split(quoted):
        if piece:
            found += _exactly(piece, passage, start) or _alike(piece, passage)
    return tuple(sorted({*found}, key=lambda its: (its.start, its.end)))


def _exactly(piece: str, passage: str, start: int) -> list[Snippet]:
    at = passage.find(piece, start)
    at = passage.find(piece) if at < 0 else at
    if at >= 0:
        return [Snippet(at, at + len(piece), piece)]
    spaced = re.search(r"\s+".join(map(re.escape, _WHITE.split(piece))), passage, re.IGNORECASE)
    return [Snippet(spaced.start(), spaced.end(), spaced[0])] if spaced else []


def _alike(piece: str, passage: str) -> list[Snippet]:
    """The sentences that it is in other spelling, with gaps, or in part."""
    told = sentences(passage)
    names = locate(Quote(piece, "A"), (tuple(its.body for its in told), ()))
    return [Snippet(its.start, its.end, its.body) for n, its in enumerate(told, 1) if f"A{n}" in names]


def _merged(said: Sequence[PassageJudgement], paper: bool) -> PassageJudgement:
    """What the windows of a passage say together; one that cannot be read leaves all unread."""
    if len(said) == 1:
        return said[0]
    if unread := [its for its in said if its.label is None]:
        return unread[0]
    labels: set[Label] = {its.label for its in said if its.label is not None and its.label != "irrelevant"}
    if not labels:
        return said[0]
    both: Label = "supports" if paper else "mixed"
    label = both if len(labels) > 1 else labels.pop()
    telling = [its for its in said if its.label == label or (label == "mixed" and its.label != "irrelevant")]
    snippets = sorted({s for its in telling for s in its.snippets}, key=lambda s: (s.start, s.end))
    why = " ".join(dict.fromkeys(its.why for its in telling))
    return PassageJudgement(label, SURE, "model", tuple(snippets), why)
