"""Questions with options and documents, and subjects of reports: JSONL in which every line has to be right."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase

from contragraph.documents.passages import ContextDocument, documents_of, names, said
from contragraph.graph.errors import InputError

SUBJECTS = ("about", "main_entity", "entity", "topic")
"""Names of the key with what a report is about."""
Row = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A question of which one option is right; ``right`` is its place, from 0."""

    id: str
    question: str
    options: tuple[str, ...]
    right: int
    documents: tuple[ContextDocument, ...]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a report is to be written about, and from which documents."""

    id: str
    about: str
    documents: tuple[ContextDocument, ...]


def read_questions(path: Path) -> list[ChoiceQuestion]:
    """The questions of a file, a line each: ``question``, ``options``, ``answer`` (letter or words) and documents.

    :raises InputError: if there is none, or a line is not such a question.
    """
    return [_choice(row, where, id, documents) for where, id, row, documents in _rows(path)]


def read_subjects(path: Path) -> list[Subject]:
    """The subjects of a file, a line each: ``about`` and documents.

    :raises InputError: if there is none, or a line is not such a subject.
    """
    found = []
    for where, id, row, documents in _rows(path):
        about = next((a for name in SUBJECTS if isinstance(a := row.get(name), str) and a.strip()), "").strip()
        if not about:
            raise InputError(f"{where} does not say what the report is about; give it as {SUBJECTS[0]!r}.")
        found.append(Subject(id, about, documents))
    return found


def _rows(path: Path) -> Iterator[tuple[str, str, Row, tuple[ContextDocument, ...]]]:
    """Where each line stands, its id, what it holds, and its documents, one of which at least has a text."""
    if not path.is_file():
        raise InputError(f"There is no file {path}.")
    known: set[str] = set()
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            row = json.loads(json.dumps(json.loads(line), ensure_ascii=False).encode(errors="replace"))
        except (ValueError, RecursionError):
            raise InputError(f"{where} is not JSON; each line is one object.") from None
        if not isinstance(row, Mapping):
            raise InputError(f"{where} is no object; each line is one.")
        documents = documents_of(row)
        if not documents or not any(document.text.strip() for document in documents):
            raise InputError(f"{where} has no document with a text; give them as {names()['documents'][0]!r}.")
        id = said(row, "context") or str(number)
        if id in known:
            raise InputError(f"{where} has the id {id!r} of a line before; give each its own.")
        known.add(id)
        yield where, id, row, documents
    if not known:
        raise InputError(f"{path} is empty; give an object a line.")


def _choice(row: Row, where: str, id: str, documents: tuple[ContextDocument, ...]) -> ChoiceQuestion:
    question, options = said(row, "question"), row.get("options")
    if not question:
        raise InputError(f"{where} has no question.")
    told = [o.strip() for o in options if isinstance(o, str) and o.strip()] if isinstance(options, list) else []
    if not isinstance(options, list) or not len(told) == len(options) == len({*told}) or not 1 < len(told) < 27:
        raise InputError(f"{where} has no list of two or more different options.")
    answer = row.get("answer")
    right = [n for n, option in enumerate(told) if isinstance(answer, str) and answer.strip() == option]
    right = right or [
        n for n in range(len(told)) if isinstance(answer, str) and answer.strip(" ().").upper() == letter(n)
    ]
    if not right:
        raise InputError(f"{where}: the answer is neither a letter (A, B …) nor one of the options in the same words.")
    return ChoiceQuestion(id, question, tuple(told), right[0], documents)


def letter(option: int) -> str:
    """The letter of an option."""
    return ascii_uppercase[option]
