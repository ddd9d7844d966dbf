"""Whether a harmless cousin of a lie is harmless indeed: can it be said, and does nothing known refute it?"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.perturb import Proposal, Proposer
from contragraph.generation.quotas import family_of
from contragraph.generation.rules.believable import is_believable
from contragraph.generation.rules.one_time import of_one_time
from contragraph.generation.rules.plausible import is_historical
from contragraph.graph.model import Literal, Statement
from contragraph.ontology.axioms import Kind, Role
from contragraph.reasoning.certificate import consistent
from contragraph.reasoning.ends import End
from contragraph.reasoning.rules import RuleSet

_LEVELS = 3
"""Steps from the ends of a statement within which facts of the graph may refute it."""
_FACTS = 600
"""Facts that are held against a statement, at most; the nearest come first."""
_NODES = 40
"""Things of one level whose facts are looked at."""
_OF_BONDS = ("cg:noCommon_", "cg:noTiesWith", "cg:onlyAssociatedWith", "cg:separateFrom")
"""Lies that readers hold against whatever joins two things, or both with a third."""
_BONDS = ("P127", "P178", "P264", "P355", "P361", "P463", "P527", "P737", "P749", "P1066", "P1830")
_OWNERS = 3
"""How far owners are followed upwards."""
_ZONE = re.compile(r"Zone|_P421|Observe")
_COUNTRY = "wdt:P17"
OF_MEMBERS = ("cg:applicationRejectedBy", "cg:onlyGuestOf", "cg:refusedToJoin")
"""Lies about members, against which the membership of somebody they know says nothing."""
PERSON = "wd:Q5"
_OF_VALUES = ("cg:none", "cg:noOccupation", "cg:noNeighbour", "cg:unusedInWorksOf")
"""Lies about the values of a relation: their subject may well have to do with what these are said to lack."""
_KIN = ("wdt:P22", "wdt:P25", "wdt:P26", "wdt:P40", "wdt:P3373", "wdt:P1038", "wdt:P451")
_OF_KIN = frozenset(
    {"cg:unrelatedTo", "cg:friendNotKin", "cg:cousinOf", "cg:nephewOrNieceOf", "cg:stepchildOf", "cg:grandchildOf"}
)


TIES: Mapping[str, frozenset[str]] = {
    name: frozenset(f"wdt:{r}" for r in ties.split())
    for names, ties in (
        ("cg:livedOutside cg:refusedToLiveIn", "P27 P937"),
        ("cg:workedOutside cg:declinedWorkIn", "P19 P20 P27 P551"),
        ("cg:friendNotKin cg:unrelatedTo cg:cousinOf cg:nephewOrNieceOf", "P737 P802 P1066"),
        ("cg:stepchildOf cg:grandchildOf cg:neverMet", "P737"),
        ("cg:independentlyOf cg:owesNothingTo", "P22 P25 P26 P40 P451 P1038 P3373"),
        ("cg:rejectedAsPupilBy", "P22 P25 P26 P737 P1038 P3373"),
        ("cg:applicationRejectedBy cg:onlyGuestOf cg:refusedToJoin", "P530 P737"),
        ("cg:onlyAssociatedWith", "P108 P737"),
        ("cg:failedBidFor", "P123 P178 P264 P750"),
        ("cg:declinedToMake", "P123 P750"),
        ("cg:noHandIn", "P750"),
        ("cg:endsShortOf", "P190 P530"),
        ("cg:liesOutside cg:neverPartOf", "P47 P190 P530"),
        ("cg:neverSeatOf", "P47 P131 P150"),
        ("cg:neverClaimed cg:claimsNothingIn", "P47 P530"),
        ("cg:ruledOutAsCauseOf", "P361 P527"),
        ("negation", "P279 P361 P527 P1889"),
    )
    for name in names.split()
}
"""Relations of two things that say nothing for or against a kind of lie about them, to any reader."""


YOUNGER = frozenset({"cg:nephewOrNieceOf", "cg:stepchildOf", "cg:grandchildOf"})
"""Lies by which their subject is the younger: said of those who learnt from others, never of those they learnt from."""
BEARING: Mapping[str, frozenset[str]] = {
    "wdt:P123": frozenset({"cg:declinedToMake"}),
    "wdt:P551": frozenset({"cg:workedOutside", "cg:declinedWorkIn"}),
    "wdt:P802": YOUNGER,
    "wdt:P937": frozenset({"cg:livedOutside", "cg:refusedToLiveIn"}),
}
"""Kinds of lies that a relation does not refute, but against which some readers hold it: who works in a town may live
outside, and yet. No lie of these kinds is made of such a fact alone."""


TURNED: Mapping[str, frozenset[str]] = {
    name: frozenset(f"wdt:{r}" for r in relations.split())
    for names, relations in (
        ("cg:independentlyOf cg:owesNothingTo", "P144 P737 P941"),
        ("cg:failedBidFor", "P127 P355 P749 P1830"),
        ("cg:neverClaimed cg:claimsNothingIn", "P1336"),
    )
    for name in names.split()
}
"""Relations that run one way, against which a kind of lie says nothing once its ends are exchanged: who was influenced
by somebody may have been no influence on him."""


@dataclass(frozen=True, slots=True)
class Swap:
    """A lie made harmless: what is said instead, in which way, and the statement that names what it was moved to."""

    said: Statement
    kind: str
    anchor: Statement | None
    true: bool = False
    """Whether the graph states it."""
    alone: bool = False
    """Whether the anchor is told on the perturbed side alone, as supports of lies are."""


class Mover:
    """Everything derived from a proposer that the search for harmless cousins needs; one per run."""

    def __init__(self, proposer: Proposer) -> None:
        self.proposer, self.knowledge = proposer, proposer.knowledge
        forms = (a.roles for a in proposer.ontology.axioms if a.kind is Kind.EXCLUSIVE_FORM)
        self.exclusive: Mapping[str, Role] = {form.relation: base for form, base in forms}
        spelled = {s.relation for some in proposer.unfolding.spellings.values() for s in some}
        self.families = frozenset(map(family_of, spelled))
        """All kinds of lies."""
        self._told = sorted({r for r in spelled if r.startswith("cg:")} - self.exclusive.keys() - proposer.untold)
        self._against: dict[str, Sequence[str]] = {}
        self._tied: dict[str, Sequence[str]] = {}
        self._beside: dict[str, frozenset[str]] = {}
        self._rules: dict[str, RuleSet] = {}

    def against(self, relation: str) -> Sequence[str]:
        """The auxiliary relations by which facts of a relation can be contradicted, sorted."""
        if relation not in self._against:
            unfolding, told = self.proposer.unfolding, self.proposer.untold | self.exclusive.keys()
            uses = unfolding.by_relation.get(relation, ())
            predicates = {leaf.relation for pattern, _, _ in uses for leaf in pattern.leaves}
            spelled = {s.relation for p in predicates for s in unfolding.spellings.get(p, ())}
            self._against[relation] = sorted(r for r in spelled if r.startswith("cg:") and r not in told)
        return self._against[relation]

    def tied(self, relation: str) -> Sequence[str]:
        """The auxiliary relations of lies on whose things facts of a relation do not bear, sorted."""
        if relation not in self._tied:
            # Who is an influence, or keeps up relations with a state, is no body that others join.
            bearing = {*BEARING.get(relation, ()), *OF_MEMBERS}
            told = [r for r in self._told if family_of(r) not in bearing]
            self._tied[relation] = [r for r in told if relation in TIES.get(family_of(r), ())]
        return self._tied[relation]

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


def of_values(relation: str) -> bool:
    """Whether lies by a relation are about values of another: what else is known of their ends says nothing then."""
    return relation.startswith(_OF_VALUES)


def stands(option: Swap, proposal: Proposal, mover: Mover) -> Asking[bool]:
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
    about_values = of_values(said.relation)
    if said.relation.startswith(_OF_BONDS) and (yield from _bound(one, other, knowledge)):
        return True
    if said.negated and (yield from _akin(said, proposal, proposer)):
        return True
    if _ZONE.search(said.relation) and (yield from _near(said, proposal, knowledge)):
        return True
    ties = TIES.get(proposal.family, frozenset())
    if set(said.entities) == set(proposal.original.entities):
        ties |= TURNED.get(proposal.family, frozenset())
    for here, there in ((one, other), (other, one)):
        out = yield from knowledge.out(here)
        if out.cut or any(there in ends and not about_values for r, ends in out.by_relation.items() if r not in ties):
            return True
    if said.relation in _OF_KIN and (yield from _kin(one, {other, *proposal.original.entities}, knowledge)):
        return True
    if about_values or said.relation == "cg:neverSeatOf":
        return False
    out = yield from knowledge.out(one)
    into = yield from knowledge.into(one)
    near = dict.fromkeys(
        e for around in (out, into) for ends in around.by_relation.values() for e in ends if e != other
    )
    names = list(near)[: 4 * _NODES]
    if said.relation in OF_MEMBERS:
        names = [e.id for e in (yield from knowledge.entities(names)) if PERSON not in e.types]
    for name in names:
        if other in (yield from proposer.containment.ancestors(name, knowledge)):
            return True
        beyond = yield from knowledge.out(name)
        if any(other in beyond.ends(r) for r in _SITED):
            return True
    return other in (yield from proposer.containment.ancestors(one, knowledge))


def _kin(one: str, others: set[str], knowledge: Knowledge) -> Asking[bool]:
    """Whether somebody is kin of one of some people, by marriage too, or kin of their kin."""
    seen, last = {one}, {one}
    for _ in range(_LEVELS + 1):
        yield from knowledge.prefetch_facts(sorted(last))
        found: set[str] = set()
        for name in sorted(last)[:_NODES]:
            out, into = (yield from knowledge.out(name)), (yield from knowledge.into(name))
            found.update(e for around in (out, into) for r in _KIN for e in around.ends(r))
        last = found - seen - knowledge.hidden
        seen |= last
    return not seen.isdisjoint(others)


_SITED = ("wdt:P17", "wdt:P131", "wdt:P159", "wdt:P276", "wdt:P740", "wdt:P127", "wdt:P749")
"""Relations to where something is, or to whom it belongs."""


def _bound(one: str, other: str, knowledge: Knowledge) -> Asking[bool]:
    """Whether two things belong to each other, or both to a third, or were shaped by a third.

    What belongs to an owner belongs to the owner's owner.
    """
    bound: list[set[str]] = []
    for name in (one, other):
        out, into = (yield from knowledge.out(name)), (yield from knowledge.into(name))
        bound.append({name, *(e for around in (out, into) for r in _BONDS for e in around.ends(f"wdt:{r}"))})
    above = bound[0]
    for _ in range(_OWNERS):
        yield from knowledge.prefetch_out(sorted(above))
        found: set[str] = set()
        for name in sorted(above):
            out = yield from knowledge.out(name)
            found.update(e for r in ("wdt:P127", "wdt:P749") for e in out.ends(r))
        above = found - bound[0]
        bound[0] |= found
    return not bound[0].isdisjoint(bound[1])


def _akin(said: Statement, proposal: Proposal, proposer: Proposer) -> Asking[bool]:
    """Whether what a denial was moved to is a kind, or a part, of what it was moved from, or the other way round."""
    old, new = set(proposal.made.entities) - set(said.entities), set(said.entities) - set(proposal.made.entities)
    for one in sorted(old):
        for other in sorted(new):
            if (yield from proposer.containment.nested(one, other, proposer.knowledge)):
                return True
    return False


def _near(said: Statement, proposal: Proposal, knowledge: Knowledge) -> Asking[bool]:
    """Whether a place may lie in one country with the one whose zone is told: readers know that they share it."""
    countries: list[set[str]] = []
    for name in (said.subject, proposal.original.subject):
        out = yield from knowledge.out(name)
        countries.append(set(out.ends(_COUNTRY)))
    return not all(countries) or not countries[0].isdisjoint(countries[1])


def refuted(said: Statement, mover: Mover) -> Asking[bool]:
    """Whether facts of the graph within some steps of its ends refute a statement."""
    rules = mover.rules(said.relation)
    facts = yield from _surroundings(said, mover.beside(said.relation), mover.proposer)
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
        if len(found) >= _FACTS:
            break
        frontier = [e for e in ends if e not in seen and e not in knowledge.hidden][:_NODES]
    return list(found)[:_FACTS]
