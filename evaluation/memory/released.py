"""Rows of ConflictBank's released questions (``CB_qa``) as items; a row that lacks something is left out, and named.

A row has three claims against its fact, one for each cause; options are a list, or a list spelled as a text, and the
right one is given by its letter, or by its text. The column of the texts of misinformation ends with *evidence* twice
in the release.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from contragraph.dataset.records.bank import CAUSES, Cause, Role
from contragraph.evaluation.memory.records import ClaimPassage, MemoryItem, Option, QuestionWording
from contragraph.evaluation.memory.rows import ENDINGS, Row, columns_of, refuse_pickle, rows_of
from contragraph.graph.model import content_hash

NEEDED = frozenset({"question", "options", "correct_option", "replace_option", "default_evidence"})
"""Columns by which the release is known."""
LETTERS = "ABCDEFGHIJ"
DEFAULT = "default"
"""What the claim of the fact itself is called; those against it go by their causes."""
_TEXTS: Mapping[Cause, tuple[str, ...]] = {
    "default": ("default_evidence",),
    "misinformation": ("misinformation_conflict_evidence_evidence", "misinformation_conflict_evidence"),
    "temporal": ("temporal_conflict_evidence",),
    "semantic": ("semantic_conflict_evidence",),
}
_ROLES: Mapping[str, Role] = {
    "correct_option": "original",
    "replace_option": "replacement",
    "uncertain_option": "uncertain",
}
Found = tuple[str, MemoryItem | str]
"""The id (or place) of an item, and the item, or why there is none."""


def holds_rows(path: Path) -> bool:
    """Whether a file has the columns of the released questions.

    Raises:
        InputError: if it is a pickle, or cannot be read.
    """
    refuse_pickle(path)
    if not path.is_file() or not path.name.lower().removesuffix(".gz").endswith(ENDINGS):
        return False
    return columns_of(path) >= NEEDED


def read_released(path: Path) -> Iterator[Found]:
    """The rows of a file, streaming.

    Raises:
        InputError: if the file cannot be read.
    """
    known: dict[str, int] = {}
    for number, row in rows_of(path):
        item = row if isinstance(row, str) else item_of(row)
        if isinstance(item, str):
            yield f"row {number}", item
        elif item.id in known:
            yield f"row {number}", f"says the same as row {known[item.id]}"
        else:
            known[item.id] = number
            yield item.id, item


def item_of(row: Row) -> MemoryItem | str:
    """A row as an item, or what is wrong with it."""
    question, subject, relation = (_text(row.get(name)) for name in ("question", "subject", "relation"))
    if not question:
        return "has no question"
    options = _options(row)
    if isinstance(options, str):
        return options
    passages: list[ClaimPassage] = []
    for cause, names in _TEXTS.items():
        name = next((n for n in names if _text(row.get(n))), None)
        if name is not None:
            style = _text(row.get(f"{names[-1]}_category"))
            passages.append(
                ClaimPassage(
                    claim=cause, cause=cause, control=False, texts=((style, _text(row[name])),), status="unproven"
                )
            )
    if not passages or passages[0].cause != "default":
        return "has no default_evidence"
    passages[0] = passages[0].model_copy(update={"status": "true"})
    there = {passage.cause for passage in passages}
    if not there & {*CAUSES}:
        return "has no text against its fact"
    wordings = [w for w in (_dated(row, question), _sensed(row, question, subject)) if w and w.claim in there]
    return MemoryItem(
        id=content_hash("CB_qa", question, [o.text for o in options], [p.model_dump(mode="json") for p in passages]),
        question=question,
        options=options,
        passages=tuple(passages),
        wordings=tuple(wordings),
        relation=relation,
    )


def _options(row: Row) -> tuple[Option, ...] | str:
    given = _listed(row.get("options"))
    if given is None or not 2 <= len(given) <= len(LETTERS):
        return f"has no list of 2 to {len(LETTERS)} options"
    texts = [_text(each) for each in given]
    if not all(texts):
        return "has an empty option"
    if len({text.casefold() for text in texts}) < len(texts):
        return "has an option twice"
    roles: dict[int, Role] = {}
    for column, role in _ROLES.items():
        said = _text(row.get(column))
        if not said and role == "uncertain":
            continue
        place = _place(said, texts)
        if place is None:
            return f"has {column} {said!r}, which is none of its options" if said else f"has no {column}"
        if place in roles:
            return f"has the option {LETTERS[place]} as {roles[place]} and as {role}"
        roles[place] = role
    return tuple(Option(text=text, role=roles.get(n, "other")) for n, text in enumerate(texts))


def _place(said: str, texts: list[str]) -> int | None:
    """Which option is meant: by its text, else by its letter."""
    if said in texts:
        return texts.index(said)
    at = LETTERS.find(said.upper()) if len(said) == 1 else -1
    return at if 0 <= at < len(texts) else None


def _dated(row: Row, question: str) -> QuestionWording | None:
    span = [_text(each) for each in _listed(row.get("temporal_conflict_time_span")) or ()]
    if not span or not all(span) or len(span) > 2:
        return None
    time = f"the time from {span[0]} to {span[1]}" if len(span) == 2 else f"this time: {span[0]}"
    return QuestionWording(claim="temporal", text=f"{question} The question is about {time}.")


def _sensed(row: Row, question: str, subject: str) -> QuestionWording | None:
    said = _text(row.get("semantic_description"))
    if not said or not subject:
        return None
    return QuestionWording(claim="semantic", text=f"{question} “{subject}” in this question means: {said.rstrip('.')}.")


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _listed(value: object) -> list[Any] | None:
    """A list, also one that is spelled as JSON or as Python prints it."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            try:
                value = ast.literal_eval(str(value))
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                return None
    return list(value) if isinstance(value, (list, tuple)) else None
