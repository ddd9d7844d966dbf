"""What is asked beside the conflicts: does the model know the statement, and how good are the texts to a judge?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from contragraph.evaluation.answers.parse import parse
from contragraph.evaluation.pairs.ask import HOME
from contragraph.evaluation.records import Item, Knowledge, Probe, Rating
from contragraph.generation.llm.prompts import load_prompt
from contragraph.llm import Ask, Gateway

TIMES = 5
"""How often the model is asked whether a statement is true."""
KNOWN = 4
"""From so many times yes on the model knows it."""
UNKNOWN = 1
"""Up to so many times yes it does not; an answer that cannot be read may have been a yes."""
_NUMBER = {
    name: re.compile(rf"\b{name}\W{{1,6}}([1-5])\b(?![.,]?\d)", re.IGNORECASE) for name in ("naturalness", "realism")
}


def probe_questions(items: Sequence[Item]) -> Iterator[tuple[tuple[Item, int, str], Ask]]:
    """Is the first original statement of each conflict true? Each is asked five times."""
    wording = load_prompt("probe", home=HOME)
    for item in items:
        for number, conflict in enumerate(item.conflicts):
            words = next((s.words for s in conflict.statements if s.role == "original"), "")
            parts = [part.strip() for part in words.strip("() ").split(" | ")]
            if len(parts) != 3:
                continue  # a foreign dataset whose conflicts are no statements
            messages = wording.render(**dict(zip(("subject", "relation", "object"), parts)))
            for attempt in range(1, TIMES + 1):
                yield (item, number, words), Ask("probe", wording.id, messages, attempt=attempt)


def probe(items: Sequence[Item], gateway: Gateway, model: str) -> list[Probe]:
    """What the model knows of each declared conflict's statement."""
    asked = list(probe_questions(items))
    answers = gateway.ask([ask for _, ask in asked])
    said: dict[tuple[str, int, str], list[str]] = {}
    for ((item, number, words), _), answer in zip(asked, answers, strict=True):
        said.setdefault((item.id, number, words), []).append(parse(answer.text, "binary").said)
    return [
        Probe(
            item=item,
            conflict=number,
            model=model,
            words=words,
            asked=len(verdicts),
            yes=verdicts.count("conflict"),
            unreadable=verdicts.count("unreadable"),
            knowledge=_knowledge(verdicts.count("conflict"), verdicts.count("unreadable")),
        )
        for (item, number, words), verdicts in said.items()
    ]


def _knowledge(yes: int, unreadable: int) -> Knowledge:
    return "known" if yes >= KNOWN else "unknown" if yes + unreadable <= UNKNOWN else "unsure"


def judge_questions(items: Sequence[Item]) -> Iterator[tuple[Item, Ask]]:
    """How natural, how realistic are the two texts of each pair?"""
    wording = load_prompt("judge", home=HOME)
    for item in items:
        yield item, Ask("judge", wording.id, wording.render(text_a=item.texts[0], text_b=item.texts[1]))


def judge(items: Sequence[Item], gateway: Gateway, model: str) -> list[Rating]:
    """How the judge rates each pair."""
    asked = list(judge_questions(items))
    answers = gateway.ask([ask for _, ask in asked])
    return [
        Rating(item=item.id, model=model, naturalness=_rated("naturalness", a.text), realism=_rated("realism", a.text))
        for (item, _), a in zip(asked, answers, strict=True)
    ]


def _rated(what: str, text: str) -> int | None:
    found = _NUMBER[what].findall(text)
    return int(found[-1]) if found else None
