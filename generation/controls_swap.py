"""Harmless cousins of lies: the same words, said of things of which they contradict nothing.

A lie about two things ("Emilio Estevez has never spent a day in Malibu") is moved to another thing that the pair speaks
of anyway, so that the texts differ in the same words, and in no more of them. What comes out is nothing that the graph,
the pair, or what readers know of the things named, refutes (:mod:`.controls_sound`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from contragraph.generation.controls_sound import PERSON, TIES, TURNED, Mover, Swap, stands
from contragraph.generation.extract import Subgraph
from contragraph.generation.knowledge import Asking
from contragraph.generation.perturb import Proposal
from contragraph.generation.rules.plausible import readable, short_label
from contragraph.generation.rules.tellable import tellable
from contragraph.generation.verbalise.themes import belong_together
from contragraph.graph.model import Entity, Fact, Literal, Statement

_NAMES, _LOOKED_AT = 12, 25
"""Things of a pair from which others are looked for, and facts of each that are looked at in either direction."""
_TRIED = 10
"""Cousins of one lie that are looked at closely."""
_TIED, _TIED_BESIDE = 0.8, 0.4
"""How often a lie is moved to something that has to do with its other end, where there is such a thing; the same in
pairs of longer lies, of whose names fewer stand together."""
_NEW = 0.25
"""How often a lie of a pair of longer ones is moved to something that the perturbed side alone names."""
ALONE = "true alone"
_LISTED, _THEME, _SUBJECT, _FAR = range(4)
"""How near to an original a fact is told: in a list with it, of its theme, of its subject, or anywhere."""


def harmless(
    proposal: Proposal,
    subgraph: Subgraph,
    added: list[Statement],
    beside: Sequence[Statement],
    multi: bool,
    mover: Mover,
    random: Random,
) -> Asking[Swap | None]:
    """A cousin of a lie that contradicts nothing; None if there is none.

    ``beside`` are the statements of the subgraph that stay on both sides. Where nothing that they name will do, a fact
    that names something else is added to the subgraph; in pairs of longer lies (``multi``) mostly to what is ``added``
    on the perturbed side, as their supports are.
    """
    if proposal.made.relation in mover.exclusive:
        options = yield from _exclusive(proposal, beside, mover)
        random.shuffle(options)
        options.sort(key=lambda option: option.kind == ALONE)
        return (yield from first(options, proposal, mover, _TRIED))
    if not proposal.made.relation.startswith("cg:") and not proposal.made.negated:
        options = _nearest((yield from _truths(proposal, beside, mover)), proposal, random)
        return (yield from first(options, proposal, mover, _TRIED))
    options = [] if multi else (yield from _turned_round(proposal, mover))
    if proposal.family in TIES and random.random() < (_TIED_BESIDE if multi else _TIED):
        tied = yield from _tied(proposal, subgraph, beside, mover)
        random.shuffle(tied)
        options += tied[:_TRIED]
    moved = _nearest((yield from _moved(proposal, beside, mover)), proposal, random)
    further = _nearest((yield from _further(proposal, subgraph, beside, mover, random)), proposal, random)
    if multi and random.random() < _NEW:
        options = [*(replace(f, alone=True) for f in further[:_TRIED]), *options, *moved]
    options += sorted([*moved[: 2 * _TRIED], *further[: 3 * _TRIED]], key=lambda option: _apart(option, proposal))
    found = yield from first(options, proposal, mover, 4 * _TRIED)
    return (yield from anchored(found, subgraph, added, mover))


def anchored(found: Swap | None, subgraph: Subgraph, added: list[Statement], mover: Mover) -> Asking[Swap | None]:
    """A cousin of a lie whose anchor is told, if it can be."""
    if found is not None and found.anchor is not None and found.anchor not in subgraph:
        ends = [e for e in found.anchor.entities if e not in subgraph.degree]
        (new,) = yield from mover.knowledge.entities(ends)
        if not subgraph.name(new.id, new.label):
            return None
        if found.alone:
            added.append(found.anchor)
        elif not subgraph.add(found.anchor):
            return None
    return found


def first(options: Sequence[Swap], proposal: Proposal, mover: Mover, most: int) -> Asking[Swap | None]:
    """The first of some cousins of a lie that stands."""
    for option in options[:most]:
        if (yield from stands(option, proposal, mover)):
            return option
    return None


def _nearest(options: Sequence[Swap], proposal: Proposal, random: Random) -> list[Swap]:
    """Options in random order, those first that a sentence about the original's subject names beside its object.

    The two things of which a lie speaks stand in one sentence of the other side then, as in a conflict.
    """
    keyed = [((_apart(option, proposal), random.random()), option) for option in options]
    keyed.sort(key=lambda pair: pair[0])
    return [option for _, option in keyed]


def _apart(option: Swap, proposal: Proposal) -> int:
    """How unlikely it is that a text tells in one sentence what named a thing and what a lie was about.

    Facts of one relation are told in a list, and those of one theme about one subject mostly in one sentence.
    """
    anchor, original = option.anchor, proposal.original
    if anchor is None:
        return _FAR
    if set(option.said.entities) <= set(anchor.entities):
        return _LISTED
    if not set(option.said.entities) <= {*anchor.entities, *original.entities}:
        return _FAR
    if anchor.relation == original.relation and (
        anchor.subject == original.subject or anchor.object_id == original.object_id
    ):
        return _LISTED
    if anchor.subject != original.subject:
        return _FAR
    return _THEME if belong_together(anchor.relation, original.relation) else _SUBJECT


def _turned_round(proposal: Proposal, mover: Mover) -> Asking[list[Swap]]:
    """The lie with its ends exchanged, where that says nothing against the truth; a company bids for no person."""
    made, original = proposal.made, proposal.original
    if original.relation not in TURNED.get(proposal.family, ()) or isinstance(made.object, Literal):
        return []
    ends = yield from mover.knowledge.entities(made.entities)
    if set(made.entities) != set(original.entities) or len({PERSON in e.types for e in ends}) > 1:
        return []
    return [Swap(replace(made, subject=made.object, object=made.subject), "other way round", original)]


def _ends(proposal: Proposal, beside: Sequence[Statement], mover: Mover) -> Asking[list[Entity]]:
    """The ends of a lie that may be exchanged: both sides go on naming them when the lie does not.

    What the lie, or a support of it, names for the first time stays, so that controls bring as many new names.
    """
    named = {e for s in beside for e in s.entities}
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


def _tied(proposal: Proposal, subgraph: Subgraph, beside: Sequence[Statement], mover: Mover) -> Asking[list[Swap]]:
    """The lie with something that has to do with its other end in a way that does not bear on it.

    Such a pair tempts: the same two things stand together on both sides, as in a conflict.
    """
    made, knowledge = proposal.made, mover.knowledge
    ties, told = TIES[proposal.family], set(beside)
    found: list[Swap] = []
    for end in (yield from _ends(proposal, beside, mover)):
        stays = made.subject if end.id == str(made.object) else str(made.object)
        if stays in knowledge.hidden:
            continue
        out, into = (yield from knowledge.out(stays)), (yield from knowledge.into(stays))
        (here,) = (yield from knowledge.entities([stays])) or (None,)
        facts = [f for around in (out, into) for f in around.facts if f.relation in ties][: 2 * _LOOKED_AT]
        others = {e.id: e for e in (yield from knowledge.entities(_other(f, stays) for f in facts))}
        for fact in facts:
            other = others.get(_other(fact, stays))
            if here is None or other is None or other.id in knowledge.hidden or not readable(other.label):
                continue
            if other.id in made.entities:
                continue
            if fact.statement not in told:
                if set(end.types).isdisjoint(other.types):
                    continue
                if stays not in subgraph.degree:
                    continue
                pair = (other, here) if fact.subject == other.id else (here, other)
                if other.id in subgraph.degree or short_label(other.label) in subgraph.names:
                    continue
                if not subgraph.admits(fact.statement) or not tellable(fact.statement, *pair):
                    continue
            found.append(_swap(made, end.id, other.id, fact.statement))
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
    names.sort(key=lambda n: n != proposal.original.subject)
    ends = yield from _ends(proposal, beside, mover)
    supported = {e for s in proposal.supports for e in s.entities}
    near = yield from new_facts(names[:_NAMES], subgraph, mover, random)
    return [
        _swap(made, end.id, other.id, fact)
        for fact, other in near
        if other.id not in supported
        for end in ends
        if not set(end.types).isdisjoint(other.types)
    ]


def new_facts(
    names: Sequence[str], subgraph: Subgraph, mover: Mover, random: Random
) -> Asking[list[tuple[Statement, Entity]]]:
    """Facts that join things of a subgraph with something new, which a text can tell, each with the new thing."""
    knowledge = mover.knowledge
    yield from knowledge.prefetch_facts(names)
    found: list[tuple[Statement, Entity]] = []
    for name in names:
        out, into = (yield from knowledge.out(name)), (yield from knowledge.into(name))
        facts = [*out.facts[:_LOOKED_AT], *into.facts[:_LOOKED_AT]]
        random.shuffle(facts)
        others = {e.id: e for e in (yield from knowledge.entities(_other(f, name) for f in facts))}
        (here,) = (yield from knowledge.entities([name])) or (None,)
        for fact in facts:
            other = others.get(_other(fact, name))
            if here is None or other is None or other.id in subgraph.degree or other.id in knowledge.hidden:
                continue
            if short_label(other.label) in subgraph.names or not readable(other.label):
                continue
            pair = (other, here) if fact.subject == other.id else (here, other)
            if subgraph.admits(fact.statement) and tellable(fact.statement, *pair):
                found.append((fact.statement, other))
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
        kind = ALONE if one is here else f"{ALONE}, of another"
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
