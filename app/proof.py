"""A conflict in one sentence and its proof as a tree of plain words, for whatever shows them to a person."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from contragraph.app.say import Words
from contragraph.dataset.codec import ConflictRecord, InstanceRecord, MinimalRecord, StatementRecord

STRENGTHS = {
    "strict": "strict: true by the meaning of the words",
    "typical": "typical: rests on a rule with known exceptions",
}


@dataclass(frozen=True, slots=True)
class Branch:
    """A line of a proof and what it follows from.

    ``note`` says by which rule it follows or, for a statement of the texts (``statement`` is its id), where it stands.
    """

    said: str
    note: str
    statement: str = ""
    branches: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True)
class Short:
    """A conflict in one sentence: what stands against what, and what both rest on."""

    against: str
    given: str

    def __str__(self) -> str:
        return f"{self.against}{self.given}."


def smallest(conflict: ConflictRecord) -> MinimalRecord:
    """The minimal set with the fewest statements."""
    return min(conflict.minimal, key=lambda m: (len(m.statements), m.statements))


def spelled(record: InstanceRecord) -> dict[str, StatementRecord]:
    """The statements of both texts by id."""
    return {s.id: s for s in (*record.contexts.original.statements, *record.contexts.perturbed.statements)}


def premises(record: InstanceRecord) -> dict[str, StatementRecord]:
    """What a proof may rest on by id: the statements of both texts, and the background."""
    return {**{s.id: s for s in record.background}, **spelled(record)}


def in_short(minimal: MinimalRecord, conflict: ConflictRecord, record: InstanceRecord, words: Words) -> Short:
    """The conflict in one sentence."""
    known = spelled(record)

    def quoted(ids: Iterable[str]) -> list[str]:
        return [f"“{words.statement(known[i])}”" for i in minimal.statements if i in set(ids)]

    made = {i for i in conflict.perturbed if known[i].source == "made"}
    against = quoted(made) or quoted(conflict.perturbed)
    rest = quoted(set(conflict.shared) | (set(conflict.perturbed) - made) if quoted(made) else conflict.shared)
    given = f", given that {listed(rest)}" if rest else ""
    return Short(f"{listed(quoted(conflict.original))} against {listed(against)}", given)


def listed(items: Sequence[str]) -> str:
    """``a, b and c``."""
    return " and ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))


def origin(conflict: ConflictRecord) -> Callable[[StatementRecord], str]:
    """What says in which text a statement of a conflict stands, and whether it is true."""
    return partial(_origin, conflict)


def _origin(conflict: ConflictRecord, statement: StatementRecord) -> str:
    if statement.id in conflict.original:
        return "original text"
    if statement.id in conflict.shared:
        return "both texts"
    if statement.id not in conflict.perturbed:
        return "known, in no text"
    return "perturbed text, " + ("made up" if statement.source == "made" else "true")


def tree(
    minimal: MinimalRecord, known: Mapping[str, StatementRecord], words: Words, where: Callable[[StatementRecord], str]
) -> Branch:
    """The proof from the contradiction down to what the texts say; ``where`` tells in which text a statement stands."""

    def grow(premise: str | int) -> Branch | None:
        if isinstance(premise, str):
            statement = known[premise]
            return Branch(words.statement(statement), where(statement), premise)
        step = minimal.proof[premise]
        if step.conclusion is None:
            return None
        return Branch(words.conclusion(step.conclusion), words.axiom(step), "", grown(step.premises))

    def grown(premises: Sequence[str | int]) -> tuple[Branch, ...]:
        return tuple(branch for branch in map(grow, premises) if branch is not None)

    last = minimal.proof[-1]
    return Branch("Contradiction", words.axiom(last), "", grown(last.premises))
