"""Read an answer: JSON, tables, lines that name the texts, prose. What cannot be read is unreadable, never a "no"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from contragraph.evaluation.answers.answered import Parsed, Quote, Reported
from contragraph.evaluation.answers.mentions import Where, mended, sides, unpointed
from contragraph.evaluation.answers.parse_json import find_json, json_conflicts, json_verdict
from contragraph.evaluation.answers.parse_lines import labels_inside, read_lines
from contragraph.evaluation.answers.parse_prose import read_prose
from contragraph.evaluation.answers.parse_tables import read_tables
from contragraph.evaluation.answers.verdicts import Verdict, is_refusal, spoken_verdict, stated_verdict, word_verdict
from contragraph.evaluation.records import Prompt

LONGEST = 100_000
"""Characters of an answer at most: no one reads more, and no model that keeps to the question writes more."""
_RUN = re.compile(r"([^\w\n]{20})[^\w\n]+")
"""More signs in a row than any layout has: they mean nothing, and would cost patterns that look for marks dear."""
_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_UNFINISHED = re.compile(r"<(?:think|thinking|reasoning)>.*", re.DOTALL | re.IGNORECASE)
_RULE = re.compile(r"^[ \t]*(?:-{3,}|\*{3,}|={3,}|_{3,})[ \t]*$", re.MULTILINE)
_ANSWER = re.compile(r"^[^\w\n]*(?:final\s+)?(?:answer|verdict|result)\W*:", re.MULTILINE | re.IGNORECASE)
_NOTHING = re.compile(r"^\W*(?:none|no|n/?a|nothing|null|yes|true|false|\.\.\.|…)\W*$", re.IGNORECASE)
"""What stands under a label where the answer has no sentence to name."""


def parse(text: str, prompt: Prompt, where: Where | None = None) -> Parsed:
    """What the answer says. To the prompt ``binary`` only the verdict is read.

    ``where`` says which sentences of the texts a quote means: with it, layouts are read that do not say what is what.

    An answer whose verdict and conflicts contradict each other (no, but here is one) is unreadable.
    """
    if len(text) > LONGEST:
        return Parsed("unreadable", (), f"longer than {LONGEST:,} characters")
    body = _RUN.sub(r"\1", text)
    body = _UNFINISHED.sub("", _THOUGHT.sub("", body) if "</" in body else body).strip()
    if not body:
        return Parsed("unreadable", (), "empty" if not text.strip() else "thoughts without an answer")
    verdict, reported, how = _read(mended(body), where if prompt == "steps" else None)
    if prompt == "binary":
        reported = ()
    if reported and verdict == "none":
        return Parsed("unreadable", (), "it says no, and reports conflicts")
    if reported:
        return Parsed("conflict", reported, how)
    if verdict is None:
        return Parsed("unreadable", (), "a refusal" if is_refusal(body) else f"{how} without a verdict")
    return Parsed(verdict, (), how)


def _read(body: str, where: Where | None) -> tuple[Verdict | None, tuple[Reported, ...], str]:
    value = find_json(body)
    if value is not None:
        reported = _kept(json_conflicts(value, where))
        return json_verdict(value) or stated_verdict(body) or ("conflict" if reported else None), reported, "JSON"
    if re.match(r"(?:```\w*\s*)?[{\[]\s*[\"'{]", body):
        return None, (), "damaged JSON"
    verdict, reported, how = _read_text(body, where)
    if where is not None and verdict != "none" and not _two_sided(reported, where):
        below = next(_results(body))
        told = _kept(read_prose(unpointed(below), told=True, where=where)) if how == "lines" else ()
        if _two_sided(told, where):
            return verdict or "conflict", told, "prose"
    return verdict, reported, how


def _two_sided(reported: Iterable[Reported], where: Where) -> int:
    """The conflicts with sentences of both texts that are there."""
    return sum(len(sides(quotes, where)) == 2 for quotes in reported)


def _read_text(body: str, where: Where | None) -> tuple[Verdict | None, tuple[Reported, ...], str]:
    lines: list[Reported] = []
    for part in _results(body):
        lines = read_tables(part, where) or read_lines(part)
        if lines and labels_inside(part) and _quotes(told := read_prose(part)) > _quotes(lines):
            lines = told
        if reported := _kept(lines):
            return stated_verdict(part) or _leading(body) or stated_verdict(body), reported, "lines"
    verdict = stated_verdict(body) or spoken_verdict(body)
    if verdict == "none" or lines:
        return verdict, (), "prose"
    return verdict, _kept(read_prose(unpointed(body), told=verdict == "conflict", where=where)), "prose"


def _quotes(reported: list[Reported]) -> int:
    return sum(map(len, reported))


def _results(body: str) -> Iterator[str]:
    """The parts of an answer in which its result may stand: below the last rule, from its verdict on, all of it."""
    below = _RULE.split(body)[-1]
    if below.strip() and below != body:
        yield below
    if verdicts := list(_ANSWER.finditer(body)):
        yield body[verdicts[-1].start() :]
    yield body


def _leading(body: str) -> Verdict | None:
    """The verdict of a first line that is nothing else."""
    first = body.splitlines()[0]
    return word_verdict(first) if len(first.split()) <= 3 else None


def _kept(reported: list[Reported]) -> tuple[Reported, ...]:
    """The conflicts without the places that hold no sentence, each once."""
    kept = (tuple(q for q in quotes if _names(q)) for quotes in reported)
    return tuple(dict.fromkeys(quotes for quotes in kept if quotes))


def _names(quote: Quote) -> bool:
    return quote.number is not None or not (_NOTHING.match(quote.words) or len(quote.words) < 2)
