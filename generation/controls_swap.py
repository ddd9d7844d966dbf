"""Harmless cousins of lies: the same words, said of things of which they contradict nothing.

A lie about two things ("Emilio Estevez has never spent a day in Malibu") is moved to another thing that the pair speaks
of anyway, so that the texts differ in the same words, and in no more of them. What comes out is nothing that the graph,
the pair, or what readers know of the things named, refutes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from contragraph.generation.believable import is_believable
from contragraph.generation.knowledge import Asking
from contragraph.generation.one_time import of_one_time
from contragraph.generation.perturb import Proposal, Proposer
from contragraph.generation.plausible import is_historical, readable, short_label
from contragraph.generation.quotas import family_of
from contragraph.generation.tellable import tellable
from contragraph.graph.model import Literal, Statement
from contragraph.ontology.axioms import Kind, Role
from contragraph.reasoning.certificate import consistent
from contragraph.reasoning.ends import End

_TRIED = 6
"""Cousins of one lie that are looked at closely."""
_LEVELS = 3
"""Steps from the ends of a statement within which facts of the graph may refute it."""
_FACTS = 400
"""Facts that are held against a statement, at most; of things with more nobody can say what they are not."""
_NODES = 40
"""Things of one level whose facts are looked at."""
_OF_VALUES = ("cg:no", "cg:unusedInWorksOf")
"""Lies about the values of a relation: their subject may well have to do with what these are said to lack."""
_KIN = ("wdt:P22", "wdt:P25", "wdt:P26", "wdt:P40", "wdt:P3373", "wdt:P1038", "wdt:P451")
_OF_KIN = frozenset(
    {"cg:unrelatedTo", "cg:friendNotKin", "cg:cousinOf", "cg:nephewOrNieceOf", "cg:stepchildOf", "cg:grandchildOf"}
)


@dataclass(frozen=True, slots=True)
class Swap:
    """A lie made harmless: what is said instead, in which way, and the statement that names what it was moved to."""

    said: Statement
    kind: str
    anchor: Statement | None
    true: bool = False
    """Whether the graph states it."""


class Mover:
    """Everything derived from a proposer that the search for harmless cousins needs; one per run."""

    def __init__(self, proposer: Proposer) -> None:
        self.proposer, self.knowledge = proposer, proposer.knowledge
        forms = (a.roles for a in proposer.ontology.axioms if a.kind is Kind.EXCLUSIVE_FORM)
        self.exclusive: Mapping[str, Role] = {form.relation: base for form, base in forms}
        spelled = (s.relation for some in proposer.unfolding.spellings.values() for s in some)
        self.families = frozenset(map(family_of, spelled))
        """All kinds of lies."""
        self._beside: dict[str, frozenset[str]] = {}

    def beside(self, relation: str) -> frozenset[str]:
        """The relations whose facts can take part in a refutation of statements of a relation."""
        if relation not in self._beside:
            unfolding = self.proposer.unfolding
            uses = unfolding.by_relation.get(relation, ())
            predicates = {leaf.relation for pattern, _, _ in uses for leaf in pattern.leaves}
            spelled = {s.relation for p in predicates for s in unfolding.spellings.get(p, ())}
            self._beside[relation] = frozenset(r for r in spelled if not r.startswith("cg:"))
        return self._beside[relation]


def harmless(proposal: Proposal, beside: Sequence[Statement], mover: Mover, random: Random) -> Asking[Swap | None]:
    """A cousin of a lie that contradicts nothing; None if there is none.

    ``beside`` are the other statements of the original side.
    """
    if proposal.made.relation in mover.exclusive:
        options = yield from _exclusive(proposal, beside, mover)
    elif not proposal.made.relation.startswith("cg:") and not proposal.made.negated:
        options = yield from _truths(proposal, beside, mover)
    else:
        options = yield from _moved(proposal, beside, mover)
    keyed = [((-min(_told(o, beside), 2), random.random()), o) for o in options]
    keyed.sort(key=lambda pair: pair[0])
    for _, option in keyed[:_TRIED]:
        if (yield from _stands(option, proposal, mover)):
            return option
    return None


def _told(option: Swap, beside: Sequence[Statement]) -> int:
    """How much the pair says of what a lie is moved to: what much is said of is a likely subject."""
    return sum(option.said.subject in s.entities for s in beside)


def _moved(proposal: Proposal, beside: Sequence[Statement], mover: Mover) -> Asking[list[Swap]]:
    """The lie with another thing of the pair, of a class with it, at either end."""
    made, knowledge = proposal.made, mover.knowledge
    core = {e for s in proposal.statements for e in s.entities}
    names = dict.fromkeys(e for s in beside for e in s.entities)
    found: list[Swap] = []
    for end in made.entities:
        (here,) = (yield from knowledge.entities([end])) or (None,)
        if here is None:
            continue
        for other in (yield from knowledge.entities(n for n in names if n not in core)):
            if set(here.types).isdisjoint(other.types):
                continue
            anchor = next(s for s in beside if other.id in s.entities)
            if end == made.subject:
                found.append(Swap(replace(made, subject=other.id), "other subject", anchor))
            else:
                found.append(Swap(replace(made, object=other.id), "other object", anchor))
    return found


def _exclusive(proposal: Proposal, beside: Sequence[Statement], mover: Mover) -> Asking[list[Swap]]:
    """An exclusive form with the true value, where the graph knows one alone: of another thing, or of the same."""
    base = mover.exclusive[proposal.made.relation]
    if base.inverse:
        return []
    knowledge = mover.knowledge
    (here,) = (yield from knowledge.entities([proposal.made.subject])) or (None,)
    found: list[Swap] = []
    if here is None:
        return found
    core = {e for s in proposal.statements for e in s.entities}
    names = dict.fromkeys(e for s in beside for e in s.entities if e not in core)
    alike = [e for e in (yield from knowledge.entities(names)) if not set(e.types).isdisjoint(here.types)]
    for one in (*alike, here):
        out = yield from knowledge.out(one.id)
        values = out.ends(base.relation)
        if len(values) != 1 or values[0] in knowledge.hidden:
            continue
        anchor = next((s for s in beside if one.id in s.entities), None)
        kind = "true alone, of another" if one is not here else "true alone"
        found.append(Swap(Statement(one.id, proposal.made.relation, values[0]), kind, anchor))
    return found


def _truths(proposal: Proposal, beside: Sequence[Statement], mover: Mover) -> Asking[list[Swap]]:
    """Facts of the graph by the lie's relation, about something that the pair speaks of: another value among many."""
    relation, knowledge = proposal.made.relation, mover.knowledge
    told = {frozenset(s.entities) for s in (*beside, *proposal.statements)}
    names = dict.fromkeys((*proposal.original.entities, *(e for s in beside for e in s.entities)))
    taken = {short_label(e.label) for e in (yield from knowledge.entities(names))}
    found: list[Swap] = []
    for name in names:
        out, into = (yield from knowledge.out(name)), (yield from knowledge.into(name))
        facts = [
            *(s for _, s in out.statements(relation, name, outgoing=True)),
            *(s for _, s in into.statements(relation, name, outgoing=False)),
        ]
        for fact in facts[:_TRIED]:
            ends = yield from knowledge.entities(fact.entities)
            (new,) = [e for e in ends if e.id != name] or (None,)
            if len(ends) < 2 or new is None or frozenset(fact.entities) in told or new.id in knowledge.hidden:
                continue
            if new.id not in names and short_label(new.label) in taken:
                continue
            if readable(new.label) and tellable(fact, *ends):
                anchor = next((s for s in beside if name in s.entities), None)
                if anchor is not None:
                    found.append(Swap(fact, "another truth", anchor, true=True))
    return found


def _stands(option: Swap, proposal: Proposal, mover: Mover) -> Asking[bool]:
    """Whether what is said can be said of such things, and nothing that is known refutes it."""
    said, proposer, knowledge = option.said, mover.proposer, mover.knowledge
    if option.true:
        return True
    yield from proposer.periods.prepare(said.entities)
    if not isinstance(said.object, Literal):
        ends = yield from knowledge.entities(said.entities)
        if len(ends) < 2 or said.subject == said.object or not of_one_time(said, said, proposer.periods):
            return False
        for entity, subject in zip(ends, (True, False), strict=True):
            if not (yield from proposer.signatures.fits(entity, End(said.relation, subject), knowledge)):
                return False
            if (yield from is_historical(entity, knowledge)):
                return False
        if not (
            yield from is_believable(proposal.original, said, (), proposer.both_ways, proposer.signatures, knowledge)
        ):
            return False
        if not option.kind.startswith("true") and (yield from _has_to_do(said, proposal, proposer)):
            return False
    return not (yield from refuted(said, mover))


def _has_to_do(said: Statement, proposal: Proposal, proposer: Proposer) -> Asking[bool]:
    """Whether the things named have to do with each other in a way that a reader would hold against what is said."""
    knowledge = proposer.knowledge
    one, other = said.subject, str(said.object)
    for here, there in ((one, other), (other, one)):
        out = yield from knowledge.out(here)
        if out.cut or any(there in ends for ends in out.by_relation.values()):
            return True
    if said.relation in _OF_KIN:
        kin = {other, *proposal.original.entities}
        out, into = (yield from knowledge.out(one)), (yield from knowledge.into(one))
        if any(not kin.isdisjoint(around.ends(r)) for around in (out, into) for r in _KIN):
            return True
    if said.relation.startswith(_OF_VALUES):
        return False
    out = yield from knowledge.out(one)
    into = yield from knowledge.into(one)
    near = dict.fromkeys(e for around in (out, into) for ends in around.by_relation.values() for e in ends)
    for name in list(near)[:_NODES]:
        if other in (yield from proposer.containment.ancestors(name, knowledge)):
            return True
        beyond = yield from knowledge.out(name)
        if any(other in beyond.ends(r) for r in _SITED):
            return True
    return other in (yield from proposer.containment.ancestors(one, knowledge))


_SITED = ("wdt:P17", "wdt:P131", "wdt:P159", "wdt:P276", "wdt:P740", "wdt:P127", "wdt:P749")
"""Relations to where something is, or to whom it belongs."""


def refuted(said: Statement, mover: Mover) -> Asking[bool]:
    """Whether facts of the graph within some steps of its ends refute a statement, or may: there are too many."""
    rules = mover.proposer.rules
    facts = yield from _surroundings(said, mover.beside(said.relation), mover.proposer)
    if len(facts) > _FACTS or not consistent(facts, rules):
        return True
    return not consistent([*facts, said], rules)


def _surroundings(said: Statement, relevant: frozenset[str], proposer: Proposer) -> Asking[list[Statement]]:
    """Facts of some relations around the ends of a statement; farther off those that lead on, or down to parts."""
    knowledge, downwards = proposer.knowledge, proposer.containment.downwards
    found: dict[Statement, None] = {}
    seen: set[str] = set()
    frontier: list[str] = list(said.entities)
    for level in range(_LEVELS):
        yield from knowledge.prefetch_facts(frontier)
        ends: dict[str, None] = {}
        for node in frontier:
            seen.add(node)
            out, into = (yield from knowledge.out(node)), (yield from knowledge.into(node))
            for around, outgoing in ((out, True), (into, False)):
                for relation in around.by_relation:
                    if relation in relevant and (outgoing or level == 0 or relation in downwards):
                        for end, fact in around.statements(relation, node, outgoing=outgoing):
                            found[fact] = None
                            ends[end] = None
        if len(found) > _FACTS:
            break
        frontier = [e for e in ends if e not in seen and e not in knowledge.hidden][:_NODES]
    return list(found)
