"""Stand-ins for the models that tell and verify texts: rules that read the question and word the facts their own way.

The one that verifies knows what each sentence of the one that tells was made from. What a way of spoiling changes, it
does not know, so that a spoilt sentence states nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from contragraph.dataset.records.pairs import read_dataset
from contragraph.graph.model import Instance
from contragraph.llm import Gateway, open_gateway, read_config
from tests.scripted_server import Reply, Request, ScriptedServer, scripted

MODEL = "openai/teller"
Table = dict[str, Any]
Spoil = Callable[[list[str], Sequence[Table]], str]
"""Makes an answer of good sentences and the facts, one sentence for each fact."""


@dataclass
class Teller:
    """Answers both questions; ``spoilt`` first answers of each text are spoilt."""

    spoil: Spoil | None = None
    spoilt: int = 99
    verifies: bool = True
    """Whether spoilt sentences are seen; else every claim of the text's own side is called stated."""

    def __post_init__(self) -> None:
        self.made: dict[str, tuple[str, ...]] = {}
        """What each sentence says, as the facts mean it."""
        self.told: Counter[str] = Counter()
        self.tellings = self.verifyings = 0

    def __call__(self, request: Request, nth: int) -> Reply:
        del nth
        turns = [m["content"] for m in request["messages"] if m["role"] != "system"]
        said = [json.loads(t) for t in turns if t.startswith("{")]
        if "claims" in said[-1]:
            self.verifyings += 1
            return Reply(self._verified(said[-1]))
        facts = next(s["facts"] for s in reversed(said) if "facts" in s)
        self.tellings += 1
        told = _worded(facts)
        self.made.update(told)
        sentences = list(told)
        asked = json.dumps(facts)
        self.told[asked] += 1
        if self.spoil is not None and self.told[asked] <= self.spoilt:
            return Reply(self.spoil(sentences, facts))
        return Reply(" ".join(sentences))

    def _verified(self, asked: Table) -> str:
        stated = {m: s["sentence"] for s in asked["sentences"] for m in self.made.get(s["text"], ())}
        known = {meaning for said in self.made.values() for meaning in said}
        verdicts = []
        for claim in asked["claims"]:
            place = stated.get(claim["says"])
            if not self.verifies and place is None and claim["says"] in known:
                place = 1
            verdict = "stated" if place else "missing"
            verdicts.append({"claim": claim["claim"], "verdict": verdict, "sentence": place})
        added = [s["text"] for s in asked["sentences"] if s["text"] not in self.made]
        return json.dumps({"claims": verdicts, "added": added if self.verifies else []}, ensure_ascii=False)


def _worded(facts: Sequence[Table]) -> dict[str, tuple[str, ...]]:
    """Sentences of one or two facts each, with what they mean."""
    clauses = [(_clause(fact, place), fact["meaning"]) for place, fact in enumerate(facts)]
    told = {}
    while clauses:
        some, clauses = (clauses[:2], clauses[2:]) if len(clauses) % 3 else (clauses[:1], clauses[1:])
        said = f"{', and '.join(clause for clause, _ in some)}"
        told[f"{said[0].upper()}{said[1:]}{'' if said.endswith('.') else '.'}"] = tuple(m for _, m in some)
    return told


def _clause(fact: Table, place: int) -> str:
    """A fact in words that are not always the lexicon's; one that denies or restricts keeps them."""
    relation, time = fact["relation"], f" {fact['time']}" if "time" in fact else ""
    noun = len(relation.split()) < 4 and relation.split()[-1] not in _OPEN and not _denies(fact["meaning"])
    if fact["negated"] or not noun or relation.split()[0] in _VERBS:
        return str(fact["meaning"])
    said = (
        f"the {relation} of {fact['subject']} is {fact['object']}{time}",
        f"{fact['object']} is known as the {relation} of {fact['subject']}{time}",
    )
    return said[place % 2]


def _set(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_OPEN = _set("of by in with at to from for as on into")
_VERBS = _set("is was has had have does did shares never does claims contains none refused failed no")
_DENIALS = _set("not never no none only alone outside nothing without always all whole every")


def _denies(meaning: str) -> bool:
    return not _DENIALS.isdisjoint(meaning.casefold().split())


@contextmanager
def asking(answer: Callable[[Request, int], Reply], folder: Path) -> Iterator[tuple[Gateway, ScriptedServer]]:
    """A gateway to a stand-in, with a cache of its own."""
    with scripted(answer) as server:
        config = read_config(None, MODEL, server.url)
        with open_gateway(config, cache=folder / "answers.sqlite") as gateway:
            yield gateway, server


def pairs(folder: Path, number: int | None = None) -> list[Instance]:
    """The first pairs of a dataset."""
    return list(islice(read_dataset(folder), number))
