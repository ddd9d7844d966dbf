"""What a language model finds in contexts, in one question about each, beside what proof and rules have found.

A sentence that a model quotes is looked up in the documents that it names: what does not stand there is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel, ConfigDict

from contragraph.documents.extract import MOST_SENTENCES
from contragraph.documents.records import CAUSES
from contragraph.documents.sentences import sentences
from contragraph.documents.traces import Context
from contragraph.documents.validate import OTHER, ContextFinding, QuotedSentence, Validation
from contragraph.evaluation.contexts.ask import shown
from contragraph.generation.llm.prompts import load_prompt
from contragraph.llm import Answer, Ask, Gateway

MOST_CHARACTERS = 400_000
"""Characters of a context that a model is asked about: about a hundred thousand tokens."""
LEAST_BLANKS = 2
"""Of what a model quotes of a sentence; less may stand anywhere."""


class ContradictionRead(BaseModel):
    """One contradiction as the model gives it."""

    model_config = ConfigDict(extra="ignore")
    documents: list[int]
    sentences: list[str] = []
    cause: str = OTHER
    why: str = ""


class Contradictions(BaseModel):
    """The shape of the model's answer."""

    model_config = ConfigDict(extra="ignore")
    contradictions: list[ContradictionRead]


def ask_of(context: Context) -> Ask | None:
    """The question about a context; None if it is too long."""
    documents = [(d.title or d.id, d.text) for d in context.documents]
    if sum(len(text) for _, text in documents) > MOST_CHARACTERS:
        return None
    prompt = load_prompt("validate", home="contragraph.documents")
    return Ask("detect", prompt.id, prompt.render(documents=shown(documents)), Contradictions)


def validate_with_model(contexts: Sequence[Context], found: Sequence[Validation], gateway: Gateway) -> list[Validation]:
    """What was found, with what a model finds besides; all contexts are asked about at once, each one time.

    :raises CostLimitError: if the limit of cost is reached.
    :raises ModelError: if the model cannot be asked at all.
    """
    asks = [ask_of(context) for context in contexts]
    answers = iter(gateway.ask([ask for ask in asks if ask is not None]))
    return [
        _with(its, context, None if ask is None else next(answers))
        for its, context, ask in zip(found, contexts, asks, strict=True)
    ]


def _with(found: Validation, context: Context, answer: Answer | None) -> Validation:
    if answer is None:
        note = f"the model was not asked: there are more than {MOST_CHARACTERS:,} characters"
        return replace(found, notes=(*found.notes, note))
    if not isinstance(answer.parsed, Contradictions):
        return replace(found, notes=(*found.notes, f"the model gave no answer that can be used ({answer.failure})"))
    findings = list(found.findings)
    strange = 0
    for told in answer.parsed.contradictions:
        numbers = sorted({*told.documents})
        if not numbers or not all(1 <= n <= found.size for n in numbers):
            strange += 1
            continue
        made = _finding(told, numbers, context)
        if not any(_same(made, other) for other in findings):
            findings.append(made)
    notes = (f"{strange} contradictions of the model name no document, or one that is not there",) if strange else ()
    return replace(found, findings=tuple(findings), notes=(*found.notes, *notes))


def _finding(told: ContradictionRead, numbers: Sequence[int], context: Context) -> ContextFinding:
    names = tuple(context.documents[n - 1].name for n in numbers)
    wanted = [" ".join(quoted.split()).casefold() for quoted in told.sentences]
    quotes = []
    for number in numbers:
        for place, sentence in enumerate(sentences(context.documents[number - 1].text)[:MOST_SENTENCES], 1):
            said = " ".join(sentence.body.split()).casefold()
            if any(said in each or (each in said and each.count(" ") >= LEAST_BLANKS) for each in wanted):
                quotes.append(QuotedSentence(number, place, sentence.start, sentence.end, sentence.body))
    cause = told.cause if told.cause in CAUSES and told.cause != "axiom" else OTHER
    return ContextFinding(tuple(numbers), names, "model", cause, tuple(quotes), why=" ".join(told.why.split()))


def _same(made: ContextFinding, other: ContextFinding) -> bool:
    """Whether it was found before: in the same documents, in one of the same sentences if the model quotes any."""
    return made.documents == other.documents and (
        not made.sentences or not {*made.sentences}.isdisjoint(other.sentences)
    )
