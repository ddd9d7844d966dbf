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
from contragraph.generation.extract import Subgraph
from contragraph.generation.knowledge import Asking
from contragraph.generation.one_time import of_one_time
from contragraph.generation.perturb import Proposal, Proposer
from contragraph.generation.plausible import is_historical, readable, short_label
from contragraph.generation.quotas import family_of
from contragraph.generation.tellable import tellable
from contragraph.graph.model import Entity, Fact, Literal, Statement
from contragraph.ontology.axioms import Kind, Role
from contragraph.reasoning.certificate import consistent
from contragraph.reasoning.ends import End
from contragraph.reasoning.rules import RuleSet

_NAMES, _LOOKED_AT = 8, 25
"""Things of a pair from which others are looked for, and facts of each that are looked at in either direction."""
_TRIED = 8
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
        self._rules: dict[str, RuleSet] = {}

    def beside(self, relation: str) -> frozenset[str]:
        """The relations whose facts can take part in a refutation of statements of a relation."""
        if relation not in self._beside:
            unfolding = self.proposer.unfolding
            uses = unfolding.by_relation.get(relation, ())
            predicates = {leaf.relation for pattern, _, _ in uses for leaf in pattern.leaves}
            spelled = {s.relation for p in predicates for s in unfolding.spellings.get(p, ())}
            self._beside[relation] = frozenset(r for r in spelled if not r.startswith("cg:"))
        return self._beside[relation]


    def rules(self, relation: str) -> RuleSet:
        """The rules without the contradictions that statements of a relation have no part in.

        The graph breaks some axiom nearly everywhere; what it is at odds with itself in must not count.
        """
        if relation not in self._rules:
            rules, follows = self.proposer.rules, {relation}
            while more := {
                r.head.relation
                for r in rules.rules
                if r.head and r.head.relation not in follows and any(a.relation in follows for a in r.body)
            }:
                follows |= more
            kept = (r.axiom for r in rules.rules if r.head or any(a.relation in follows for a in r.body))
            self._rules[relation] = rules.only(a for a in kept if a is not None)
        return self._rules[relation]


def harmless(
    proposal: Proposal, subgraph: Subgraph, beside: Sequence[Statement], mover: Mover, random: Random
) -> Asking[Swap | None]:
    """A cousin of a lie that contradicts nothing; None if there is none.

    ``beside`` are the statements of the subgraph that stay on both sides. Where nothing that they name will do, a fact
    that names something else is added to the subgraph.
    """
    if proposal.made.relation in mover.exclusive:
        options = yield from _exclusive(proposal, beside, mover)
    elif not proposal.made.relation.startswith("cg:") and not proposal.made.negated:
        options = yield from _truths(proposal, beside, mover)
    else:
        options = yield from _moved(proposal, beside, mover)
        found = yield from _first(_by_weight(options, beside, random), proposal, mover)
        if found is not None:
            return found
        further = yield from _further(proposal, subgraph, beside, mover, random)
        found = yield from _first(further, proposal, mover)
        if found is not None and found.anchor is not None:
            ends = [e for e in found.anchor.entities if e not in subgraph.degree]
            (new,) = yield from mover.knowledge.entities(ends)
            if not subgraph.name(new.id, new.label) or not subgraph.add(found.anchor):
                return None
        return found
    return (yield from _first(_by_weight(options, beside, random), proposal, mover))


def _first(options: Sequence[Swap], proposal: Proposal, mover: Mover) -> Asking[Swap | None]:
    for option in options[:_TRIED]:
        if (yield from _stands(option, proposal, mover)):
            return option
    return None


def _by_weight(options: Sequence[Swap], beside: Sequence[Statement], random: Random) -> list[Swap]:
    """Options in random order, those first of whose subject the pair says more: such a subject is a likely one."""
    keyed = [((-min(sum(o.said.subject in s.entities for s in beside), 2), random.random()), o) for o in options]
    keyed.sort(key=lambda pair: pair[0])
    return [option for _, option in keyed]


def _ends(proposal: Proposal, beside: Sequence[Statement], mover: Mover) -> Asking[list[Entity]]:
    """The ends of a lie that may be exchanged: the pair goes on naming them when the lie does not."""
    named = {e for s in (*beside, *proposal.supports) for e in s.entities}
    ends = yield from mover.knowledge.entities(proposal.made.entities)
    return [e for e in ends if e.id in named]


def _moved(proposal: Proposal, beside: Sequence[Statement], mover: Mover) -> Asking[list[Swap]]:
    """The lie with another thing of the pair, of a class with it, at either end."""
    made, knowledge = proposal.made, mover.knowledge
    core = {e for s in proposal.statements for e in s.entities}
    names = dict.fromkeys(e for s in beside for e in s.entities)
    found: list[Swap] = []
    for here in (yield from _ends(proposal, beside, mover)):
        for other in (yield from knowledge.entities(n for n in names if n not in core)):
            if not set(here.types).isdisjoint(other.types):
                anchor = next(s for s in beside if other.id in s.entities)
                found.append(_swap(made, here.id, other.id, anchor))
    return found


def _swap(made: Statement, old: str, new: str, anchor: Statement) -> Swap:
    if old == made.subject:
        return Swap(replace(made, subject=new), "other subject", anchor)
    return Swap(replace(made, object=new), "other object", anchor)


def _further(
    proposal: Proposal, subgraph: Subgraph, beside: Sequence[Statement], mover: Mover, random: Random
) -> Asking[list[Swap]]:
    """The lie with something that is a fact away from what the pair names."""
    made, knowledge = proposal.made, mover.knowledge
    names = list(dict.fromkeys(e for s in beside for e in s.entities if e not in knowledge.hidden))
    random.shuffle(names)
    ends = yield from _ends(proposal, beside, mover)
    yield from knowledge.prefetch_facts(names[:_NAMES])
    found: list[Swap] = []
    for name in names[:_NAMES]:
        out, into = (yield from knowledge.out(name)), (yield from knowledge.into(name))
        facts = [*out.facts[:_LOOKED_AT], *into.facts[:_LOOKED_AT]]
        random.shuffle(facts)
        others = {e.id: e for e in (yield from knowledge.entities(_other(f, name) for f in facts))}
        (here,) = (yield from knowledge.entities([name])) or (None,)
        for fact in facts:
            other = others.get(_other(fact, name))
            if here is None or other is None or other.id in subgraph.degree or other.id in knowledge.hidden:
                continue
            if any(other.id in s.entities for s in proposal.supports) or short_label(other.label) in subgraph.names:
                continue
            pair = (other, here) if fact.subject == other.id else (here, other)
            if not readable(other.label) or not subgraph.admits(fact.statement) or not tellable(fact.statement, *pair):
                continue
            for end in ends:
                if not set(end.types).isdisjoint(other.types):
                    found.append(_swap(made, end.id, other.id, fact.statement))
    random.shuffle(found)
    return found


def _other(fact: Fact, name: str) -> str:
    return fact.subject if fact.object == name else str(fact.object)


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
    rules = mover.rules(said.relation)
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
