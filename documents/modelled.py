"""Statements read by a language model, checked against the text, in the same form as those of the offline extractor."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel, ConfigDict

from contragraph.documents.extract import extract, mentions_of
from contragraph.documents.names import name_key
from contragraph.documents.records import Extracted, Mention, Said, TextSpan
from contragraph.generation.llm.prompts import load_prompt
from contragraph.llm import Answer, Ask, Gateway

MOST_SENTENCES = 60
"""Sentences of a text that a model is given; of longer texts the rest is read offline."""


class ModelStatement(BaseModel):
    """One statement as the model gives it."""

    model_config = ConfigDict(extra="ignore")
    sentence: int
    subject: str
    relation: str
    object: str
    negated: bool = False
    time: str | None = None


class Statements(BaseModel):
    """The shape of the model's answer."""

    model_config = ConfigDict(extra="ignore")
    statements: list[ModelStatement]


def asks_of(texts: Sequence[Extracted]) -> list[Ask]:
    """The question about each text."""
    prompt = load_prompt("extract", home="contragraph.documents")
    return [Ask("extract", prompt.id, prompt.render(text=_numbered(text)), Statements) for text in texts]


def _numbered(text: Extracted) -> str:
    sentences = [{"sentence": n, "text": s.body} for n, s in enumerate(text.sentences[:MOST_SENTENCES], 1)]
    return json.dumps({"sentences": sentences}, ensure_ascii=False)


def extract_with_model(texts: Sequence[str], gateway: Gateway, numbers: Sequence[int] = ()) -> list[Extracted]:
    """What each text says, in the model's reading; where no usable answer came the offline reading stands, noted.

    ``numbers`` are the places of the texts in their pairs, for the spans; by default those in ``texts``.

    :raises InputError: if the offline extractor's library is not installed.
    :raises CostLimitError: if the limit of cost is reached.
    :raises ModelError: if the model cannot be asked at all.
    """
    places = list(numbers) or list(range(len(texts)))
    read = [extract(text, number) for text, number in zip(texts, places, strict=True)]
    answers = gateway.ask(asks_of(read))
    return [_with(its, answer, n) for its, answer, n in zip(read, answers, places, strict=True)]


def _with(read: Extracted, answer: Answer, number: int) -> Extracted:
    if not isinstance(answer.parsed, Statements):
        return replace(read, notes=(*read.notes, f"the model gave no statements ({answer.failure}); read offline"))
    said = [made for stated in answer.parsed.statements if (made := _said(read, stated, number)) is not None]
    lost = len(answer.parsed.statements) - len(said)
    notes = (f"{lost} statements of the model name no sentence of the text and were left out",) if lost else ()
    return replace(read, said=tuple(said), notes=(*read.notes, *notes), modelled=True)


def _said(read: Extracted, stated: ModelStatement, number: int) -> Said | None:
    """A statement with its place; None if there is no such sentence, or an end of it is empty."""
    place = stated.sentence - 1
    if not 0 <= place < len(read.sentences) or not stated.subject.strip() or not stated.object.strip():
        return None
    sentence = read.sentences[place]
    subject, thing = (_end(read, place, text) for text in (stated.subject, stated.object))
    time = _end(read, place, stated.time) if stated.time else None
    span = TextSpan(number, sentence.start, sentence.end)
    return Said(subject, stated.relation.strip(), thing, stated.negated, time, span, place)


def _end(read: Extracted, place: int, text: str) -> Mention:
    """An end of a statement as a mention: with its value if it is a number or time, with its place if it is quoted."""
    sentence = read.sentences[place]
    at = sentence.body.casefold().find(text.strip().casefold())
    start = sentence.start + max(at, 0)
    end = start + len(text.strip()) if at >= 0 else sentence.end
    valued = [m for m in mentions_of(text) if m.kind in ("number", "time")]
    if valued:
        return replace(valued[0], text=text.strip(), start=start, end=end)
    return Mention("name", text.strip(), name_key(text), start, end)
