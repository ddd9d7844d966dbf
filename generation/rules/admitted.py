"""Whether a made-up statement may stand against a true one, given other true facts: the rules that are no proof.

It must not be true in the graph, its ends must be of the right kinds, and a reader must be able to believe it. Each
rule has its reason in words, for whoever proposed the statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from contragraph.generation.knowledge import Asking
from contragraph.generation.rules.believable import is_believable
from contragraph.generation.rules.one_time import carried_back, of_one_time
from contragraph.generation.rules.plausible import in_one_region, is_historical, namesakes, readable
from contragraph.graph.model import Statement
from contragraph.reasoning.ends import End

if TYPE_CHECKING:
    from contragraph.generation.perturb import Proposer

TRUE = "the made-up statement may be true"
WRONG_KIND = "an end of the made-up statement is of the wrong kind"
_BESIDE = frozenset({"wdt:P47", "wdt:P190", "cg:endsShortOf"})
"""Relations of places that lie beside, or far from, each other."""
_CAPITALS = frozenset({"wdt:P36", "wdt:P1376"})
_INSIDE = frozenset({"wdt:P131", "wdt:P150"})
_OUTSIDE = frozenset({"cg:liesOutside", "cg:neverPartOf", "cg:separateFrom"})
_REVERSED = frozenset({"wdt:P144", "wdt:P155", "wdt:P156", "wdt:P807", "wdt:P828", "wdt:P1478", "wdt:P1542"})
"""Relations that run one way, and whose ends a writer may mix up: cause and effect, order.

Not teacher and pupil: two people may have taught each other at different times.
"""


def fault(
    seed: Statement,
    made: Statement,
    supports: Sequence[Statement],
    different: Iterable[tuple[str, str]],
    proposer: Proposer,
) -> Asking[str]:
    """Why a made-up statement between entities may not stand against a seed with these true facts; empty if it may.

    ``different`` are the pairs of entities that contradict each other by being two.
    """
    knowledge = proposer.knowledge
    subject, thing = made.subject, str(made.object)
    # What is cheap to ask, or known already, comes first.
    both = yield from knowledge.entities((subject, thing))
    if len(both) < 2:
        return "the made-up statement is about a thing that the graph does not know"
    for entity, is_subject in zip(both, (True, False), strict=True):
        if not (yield from proposer.signatures.fits(entity, End(made.relation, is_subject), knowledge)):
            return WRONG_KIND
    yield from proposer.periods.prepare((subject, thing))
    if not of_one_time(made, seed, proposer.periods):
        return "the things of the made-up statement are of different times"
    if (yield from _is_true(made, seed, proposer)):
        return TRUE
    if (yield from carried_back(seed, made, supports, both[1], proposer.periods)):
        return "the people were before the state"
    true = (seed, *supports)
    if any(proposer.same_fact(one, other) for i, one in enumerate(true) for other in true[i + 1 :]):
        return "two of the true statements say the same"
    names = tuple(dict.fromkeys([subject, thing, *seed.entities, *(e for s in supports for e in s.entities)]))
    entities = yield from knowledge.entities(names)
    if len(entities) < len(names) or namesakes(entities) or not all(readable(e.label) for e in entities):
        return "two things have the same name, or one has none that can be read"
    if not (yield from is_believable(seed, made, supports, proposer.both_ways, proposer.signatures, knowledge)):
        return "no reader would believe the made-up statement"
    if made.relation in _CAPITALS and not (yield from in_one_region(made, proposer.containment, knowledge)):
        return "the made-up capital lies elsewhere"
    if made.relation in _INSIDE and set(made.entities) == set(seed.entities):
        part, whole = (entities[1], entities[0]) if made.relation == "wdt:P150" else (entities[0], entities[1])
        if part.degree >= whole.degree:
            return "the larger place is told to be a part of the lesser"  # the lesser may be thought a part
    nested = "one of the places, or kinds, lies within the other"
    if made.relation in _BESIDE and (yield from proposer.containment.nested(subject, thing, knowledge)):
        return nested
    if made.relation in _OUTSIDE and subject in (yield from proposer.containment.ancestors(thing, knowledge)):
        return nested  # that a state lies outside its county is said by nobody; the other way round it may be
    for one, other in different:
        if (yield from proposer.containment.nested(one, other, knowledge)):
            return nested
    for entity in entities:
        if entity.id not in knowledge.hidden and (yield from is_historical(entity, knowledge)):
            return "a thing of the past, whose facts may hold for another time"
    return ""


def _is_true(made: Statement, seed: Statement, proposer: Proposer) -> Asking[bool]:
    """Whether the KG says the made-up statement in any spelling, or contains one end in the other that way.

    Where the ends of a one-way relation are exchanged, the seed itself makes it false.
    """
    if made.relation == seed.relation and made.relation in _REVERSED and made.subject == seed.object:
        return False
    knowledge = proposer.knowledge
    subject, thing = made.subject, str(made.object)
    related = proposer.related(made.relation)
    yield from knowledge.prefetch_out((subject, thing))
    for here, there in ((subject, thing), (thing, subject)):
        out = yield from knowledge.out(here)
        if any(there in ends for relation, ends in out.by_relation.items() if relation in related):
            return True
        if out.cut:
            return True  # not all of its facts are at hand, so it may be true
    if made.relation in proposer.containment.upwards:
        return thing in (yield from proposer.containment.ancestors(subject, knowledge))
    if made.relation in proposer.containment.downwards:
        return subject in (yield from proposer.containment.ancestors(thing, knowledge))
    return False
