"""Contradictions of a set of texts as the graph reader reads them: which texts it takes, and in which sentences.

Words may have several meanings. What counts is what no choice of meanings avoids, where a span ("when her mother Ann
was 39") says in which meaning the two things belong together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from contragraph.evaluation.graph_reader.reader import (
    GraphReader,
    LocatedClaim,
    in_two_senses,
    of_another,
    read_pair,
    statements_of,
)
from contragraph.graph.model import Statement
from contragraph.ontology.axioms import Role
from contragraph.reasoning.prover.cycles import keep_minimal
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.prover.sets import fewest_documents

MOST_MEANINGS = 256
"""Choices of meanings that are tried; a contradiction that leaves more is none."""


@dataclass(frozen=True, slots=True)
class FoundAcross:
    """A contradiction: the texts that it takes, its statements, and the sentence (text, number) that tells each."""

    texts: tuple[int, ...]
    statements: tuple[Statement, ...]
    told: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ReadAcross:
    """All that contradicts itself in a set of texts, that of fewest texts first; ``decided`` within the work limit."""

    found: tuple[FoundAcross, ...]
    decided: bool


@dataclass(frozen=True, slots=True)
class _Meant:
    """Which claims tell a statement, and what each of them may mean."""

    tellers: Mapping[Statement, tuple[LocatedClaim, ...]]
    meanings: Mapping[LocatedClaim, tuple[Statement, ...]]

    def meanings_of(self, statement: Statement) -> tuple[Statement, ...]:
        """What else may be meant where it is told: of several claims, by the one that leaves least open."""
        return min((self.meanings[t] for t in self.tellers[statement]), key=len)


@dataclass(frozen=True, slots=True)
class _Conflicts:
    """All minimal conflicts, as masks, and the bit of each statement."""

    masks: Sequence[int]
    bits: Mapping[Statement, int]

    def hold(self, statements: Iterable[Statement]) -> bool:
        """Whether some statements contradict each other."""
        mask = sum({self.bits[s] for s in statements})
        return any(c & mask == c for c in self.masks)


def contradictions_across(texts: Sequence[Sequence[str]], reader: GraphReader) -> ReadAcross:
    """The contradictions within and across texts, given as sentences.

    Of a set a text may contradict itself, so no meaning is dropped because of that. Where some texts contradict each
    other, more texts that hold those are not named again.
    """
    meant = _meant(statements_of(read_pair(texts, reader.phrases)))
    union = sorted(meant.tellers, key=lambda s: s.sort_key)
    verdict = minimal_conflicts(union, reader.rules)
    conflicts = _Conflicts(verdict.minimal, {s: 1 << i for i, s in enumerate(union)})
    held: dict[int, list[tuple[Statement, ...]]] = {}
    fewest: list[int] = []
    for mask in verdict.minimal:
        members = tuple(s for i, s in enumerate(union) if mask >> i & 1)
        telling = [(s, t) for s in members for t in meant.tellers[s]]
        if in_two_senses(members, telling) or of_another(members, telling, reader.through):
            continue
        if not _surely(members, meant, reader.through, conflicts):
            continue
        for taken in fewest_documents(sum({1 << t.text for t in meant.tellers[s]}) for s in members):
            held.setdefault(taken, []).append(members)
            keep_minimal(fewest, taken)
    found = [each for taken in fewest for each in _apart(taken, held[taken], meant)]
    return ReadAcross(tuple(sorted(found, key=_order)), verdict.decided)


def _order(found: FoundAcross) -> tuple[int, int, tuple[int, ...], tuple[tuple[int, int], ...]]:
    return len(found.texts), len(found.statements), found.texts, found.told


def _meant(stated: Iterable[tuple[Statement, LocatedClaim]]) -> _Meant:
    tellers: dict[Statement, list[LocatedClaim]] = {}
    meanings: dict[LocatedClaim, list[Statement]] = {}
    for statement, told in dict.fromkeys(stated):
        tellers.setdefault(statement, []).append(told)
        meanings.setdefault(told, []).append(statement)
    return _Meant({s: tuple(some) for s, some in tellers.items()}, {t: tuple(some) for t, some in meanings.items()})


def _apart(taken: int, held: Sequence[tuple[Statement, ...]], meant: _Meant) -> Iterator[FoundAcross]:
    """Of those of the same texts that share a statement, or stand in the same sentences, the smallest."""
    used: set[Statement] = set()
    seen: set[frozenset[tuple[int, int]]] = set()
    texts = tuple(n for n in range(taken.bit_length()) if taken >> n & 1)
    for members in sorted(held, key=len):
        told = tuple(min((t.text, t.sentence) for t in meant.tellers[s] if t.text in texts) for s in members)
        if used.isdisjoint(members) and frozenset(told) not in seen:
            yield FoundAcross(texts, members, told)
        used.update(members)
        seen.add(frozenset(told))


def _surely(members: Sequence[Statement], meant: _Meant, through: Mapping[str, Role], conflicts: _Conflicts) -> bool:
    """Whether the claims contradict each other whatever they mean."""
    settled = _settled(members, meant, through, conflicts)
    choices = [(s,) if s in settled else meant.meanings_of(s) for s in members]
    return prod(map(len, choices)) <= MOST_MEANINGS and all(map(conflicts.hold, product(*choices)))


def _settled(
    members: Sequence[Statement], meant: _Meant, through: Mapping[str, Role], conflicts: _Conflicts
) -> set[Statement]:
    """The spans that are counted from a thing that is named, or else the only one, and what ties the two together.

    Where none is named, "a son of Ann" may still be said of either parent.
    """
    settled = set()
    for span in members:
        role = through.get(span.relation)
        if role is None:
            continue
        named = {f"name:{t.claim.via}" for t in meant.tellers[span] if t.claim.via}
        tied = {thing: s for s in meant.tellers if (thing := _tied(s, role, span.subject))}
        for thing, tie in tied.items():
            open_to = named or len(tied) > 1 or any(conflicts.hold((tie, o)) for o in meant.meanings_of(tie))
            if tie in members and (thing in named or not open_to):
                settled |= {tie, span}
    return settled


def _tied(statement: Statement, role: Role, subject: str) -> str | None:
    """What a statement ties to a subject in a role."""
    ends = (statement.subject, statement.object_id)
    one, other = ends[::-1] if role.inverse else ends
    return other if statement.relation == role.relation and one == subject and not statement.negated else None
