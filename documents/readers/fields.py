"""What a row holds under the usual names: texts, ids, questions and answers."""

from __future__ import annotations

from collections.abc import Mapping

from contragraph.documents.readers.registry import Row


def text_of(value: object) -> str:
    """A text of a row: itself, or the part of a map or list that holds it."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return next((str(value[k]) for k in ("text", "passage", "body", "content", "snippet") if value.get(k)), "")
    return ""


def id_of(row: Row, number: int) -> str:
    """The id of an item, or its number where it has none."""
    names = ("instance_id", "question_ID", "question_id", "id", "uid")
    return next((str(row[k]) for k in names if row.get(k) not in (None, "")), str(number))


def question_of(row: Row) -> str | None:
    """The question of an item, if it has one."""
    return next((str(row[k]) for k in ("question", "query", "search_query", "question1") if row.get(k)), None)


def answers_of(row: Row) -> tuple[str, ...]:
    """The answers that its texts give."""
    return tuple(str(row[k]) for k in ("answer1", "answer2") if row.get(k))
