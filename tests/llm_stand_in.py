"""A stand-in for a model that proposes well: it reads the prompt's JSON, and tries with the prover what contradicts.

It knows the axioms, as any reader of what level a place is, and nothing else of the graph: things are names to it. It
gives relations names of its own, as models do.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from contragraph.generation.llm.names import plain
from contragraph.generation.llm.values import read_value
from contragraph.graph.model import Literal, Statement, content_hash
from contragraph.ontology.axioms import Ontology
from contragraph.reasoning.prover.certificate import consistent
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.rules.ruleset import TYPE, RuleSet, rules_of

_DATA = re.compile(r"^Data:\n(\{.*\})\s*$", re.MULTILINE | re.DOTALL)
_ENOUGH = 3
"""Candidates among which one is chosen."""
_TRIED = 300
_OFF = 2
"""Years by which it is off."""
_SURE = 6
"""Numbers that may be true, at most, where it is off by some."""
Triplet = list[str]


def is_proposal(request: Mapping[str, Any]) -> bool:
    """Whether a request asks for a contradiction."""
    return any(_DATA.search(m["content"]) for m in request["messages"] if m["role"] == "user")


@dataclass(frozen=True)
class Reasoner:
    """Proposes what its axioms say contradicts."""

    ontology: Ontology
    labels: Mapping[str, str]
    """Of relations, by id."""
    levels: Mapping[str, str]
    """Of places, by name."""

    @cached_property
    def _ids(self) -> Mapping[str, str]:
        return {plain(label): relation for relation, label in sorted(self.labels.items(), reverse=True)}

    @cached_property
    def _rules(self) -> RuleSet:
        return rules_of(self.ontology)

    def answer(self, request: Mapping[str, Any]) -> str | None:
        """The text of an answer, None where it finds none; another one for each time that the last was not accepted."""
        data = _data(request)
        turn = sum(m["role"] == "assistant" for m in request["messages"])
        candidates = list(self._candidates(data, multi="one to three" in _question(request)))
        if not candidates:
            return None
        made, facts = candidates[turn % len(candidates)]
        told = [_json([made[0], _freely(made[1]), made[2]]), *map(_json, facts)]
        return json.dumps({"triplets": told, "reason": "These cannot hold together."}, ensure_ascii=False)

    def _candidates(self, data: Mapping[str, Any], *, multi: bool) -> Iterator[tuple[Triplet, list[Triplet]]]:
        """Made-up triplets with the facts that they need, in an order of their own."""
        seed = self._statement(data["statement"])
        facts = [(f, s) for f in data["facts"] if (s := self._statement(f)) is not None] if multi else []
        if seed is None:
            return
        true = [seed, *(s for _, s in facts)]
        count = 0
        for tried, triplet in enumerate(self._possible(data, true, multi=multi)):
            made = self._statement(triplet)
            if made is None or made in true:
                continue
            if count == _ENOUGH or tried == _TRIED:
                return
            known = [Statement(e, TYPE, self.levels[e]) for s in (*true, made) for e in s.entities if e in self.levels]
            verdict = minimal_conflicts((seed, made, *true[1:]), self._rules, background=known, limit=20_000)
            if verdict.decided and len(verdict.minimal) == 1 and verdict.minimal[0] & 3 == 3:
                mask = verdict.minimal[0]
                needed = [f for i, (f, _) in enumerate(facts) if mask >> (i + 2) & 1]
                if len(needed) <= 3 and bool(needed) == multi:
                    count += 1
                    yield triplet, needed

    def _statement(self, triplet: Sequence[str]) -> Statement | None:
        relation = self._ids.get(plain(triplet[1]))
        if relation is None:
            return None
        value = self._value(relation, triplet[2]) if relation in self.ontology.data else triplet[2]
        return None if value is None else Statement(triplet[0], relation, value)

    def _value(self, relation: str, said: str) -> Literal | None:
        """What is written as a value: a date as far as it is told, or a number."""
        del relation
        year = len(said) == 4 and said.isdigit()
        forms = {1: ("1900", "xsd:gYear") if year else ("1", "xsd:integer"), 2: ("1900-01", "xsd:gYearMonth")}
        return read_value(said, Literal(*forms.get(len(said.split()), ("1900-01-01", "xsd:date"))))

    def _possible(self, data: Mapping[str, Any], true: Sequence[Statement], *, multi: bool) -> list[Triplet]:
        """Triplets over the names of the data, likely ones first, those alike in an order of their own."""
        subject, _, thing = data["statement"]
        near = sorted({e for s in true for e in s.entities} - {subject, thing})
        found = []
        for relation in data["relations"]:
            offered = relation.get("things", [])
            if not offered:
                ends = [(a, b) for a in (subject, *near) for b in self._values(a, relation["name"], true)]
                found += [(place // 12, [a, relation["name"], b]) for place, (a, b) in enumerate(ends)]
                continue
            ends = [*((a, b) for a in (subject, thing) for b in offered), (subject, thing), (thing, subject)]
            ends += [(b, a) for a in (subject, thing) for b in offered]
            if multi:
                ends += [(a, b) for a in near for b in offered] + [(a, b) for a in (subject, thing) for b in near]
            found += [(place // 12, [a, relation["name"], b]) for place, (a, b) in enumerate(ends) if a != b]
        found.sort(key=lambda pair: (pair[0], content_hash(pair[1])))
        return [triplet for _, triplet in found]

    def _values(self, subject: str, name: str, true: Sequence[Statement]) -> list[str]:
        """Years or numbers just beyond those that go together with what is true."""
        relation = self._ids.get(plain(name))
        if relation is None:
            return []
        dated = relation in self.ontology.dates or any(
            isinstance(s.object, Literal) and s.relation == relation and len(s.object.value) > 3 for s in true
        )
        years = [int(s.object.value[:4]) for s in true if isinstance(s.object, Literal) and len(s.object.value) > 3]
        if dated and not years:
            return []
        datatype = "xsd:gYear" if dated else "xsd:integer"
        numbers = range(min(years) - 90, max(years) + 90) if dated else range(1, 120)
        sure = [
            n
            for n in numbers
            if consistent(
                [*true, Statement(subject, relation, Literal(f"{n:04d}" if dated else str(n), datatype))], self._rules
            )
        ]
        if not 0 < len(sure) <= _SURE:
            return []
        return [str(n) for n in (sure[0] - _OFF, sure[-1] + _OFF) if n > 1]


def answered(reasoners: Sequence[Reasoner], request: Mapping[str, Any]) -> str:
    """What the first says that has an answer: each knows the vocabulary of one graph."""
    said = next((told for each in reasoners if (told := each.answer(request)) is not None), None)
    return said or json.dumps({"triplets": [_json(_data(request)["statement"])], "reason": "Nothing contradicts it."})


def _data(request: Mapping[str, Any]) -> dict[str, Any]:
    """What the question shows."""
    found = _DATA.search(_question(request))
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def _question(request: Mapping[str, Any]) -> str:
    return str(next(m["content"] for m in request["messages"] if m["role"] == "user"))


def _freely(name: str) -> str:
    """A relation as a model may name it: as it stands, joined like code, in capitals."""
    form = int(content_hash(name)[:2], 16) % 3
    if form == 1:
        return "_".join(name.split())
    return name.upper() if form == 2 else name


def _json(triplet: Sequence[str]) -> dict[str, str]:
    return dict(zip(("subject", "relation", "object"), triplet, strict=True))
