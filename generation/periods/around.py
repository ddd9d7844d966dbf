"""When a thing of a large KG was, found when it is asked for: by its own years and those of its direct neighbours.

What it has in common with others is left out: too few of those are at hand. All is asked through the knowledge of a
run, which has most of it already.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from contragraph.generation.knowledge import Asking, Knowledge, at_once
from contragraph.generation.periods.dates import years_around
from contragraph.generation.periods.estimate import Periods, periods_of, read_periods
from contragraph.generation.periods.kinds import (
    INFLUENCED_BY,
    MEMBERSHIPS,
    RELATIONS,
    SUCCESSIONS,
    TIES,
    Described,
    Triple,
    kinds,
)
from contragraph.generation.periods.own import Period
from contragraph.graph.model import Entity
from contragraph.graph.store import GraphStore
from contragraph.ontology.translate import IDENTITY, Lens

SCAN_LIMIT = 2_000_000
"""Facts in a KG, above which periods are found around the entities asked for, not for all at once."""
NEIGHBOURS = 15
"""Facts at each end of an entity whose other ends are asked when they were."""
_READ = frozenset(RELATIONS)
_TELLING = frozenset({*TIES, *SUCCESSIONS, *MEMBERSHIPS, INFLUENCED_BY})


def periods_for(store: GraphStore, kg: str, knowledge: Knowledge, lens: Lens = IDENTITY) -> Periods:
    """The periods that a run needs: all at once, or of a KG of more than :data:`SCAN_LIMIT` facts one by one."""
    size = next((info.facts for info in store.kgs() if info.kg == kg), 0)
    return periods_around(knowledge) if size > SCAN_LIMIT else read_periods(store, kg, knowledge.snapshot, lens)


def periods_around(knowledge: Knowledge) -> Periods:
    """The periods of a KG, each found when it is first asked for."""
    return Periods(
        find=lambda entity: at_once(period_around(entity, knowledge), knowledge),
        finding=lambda entity: period_around(entity, knowledge),
    )


def period_around(entity: str, knowledge: Knowledge) -> Asking[Period | None]:
    """The period of one entity, None if it is timeless or that is unknown."""
    yield from knowledge.prefetch([entity])
    out = yield from knowledge.out(entity)
    into = yield from knowledge.into(entity)
    ends: list[list[Triple]] = [
        [(f.subject, f.relation, str(f.object)) for f in around.facts if f.relation in _READ] for around in (out, into)
    ]
    facts = [fact for side in ends for fact in side]
    known = dict((yield from _described([entity], knowledge)))
    years = years_around(out)
    if entity in known and years is not None:
        known[entity] = known[entity]._replace(years=years)
    if entity not in known or kinds(known, facts)[entity] == "timeless":
        return None
    alone = periods_of(known, facts).known.get(entity)
    if alone is not None:
        return alone
    near = [fact for side in ends for fact in [f for f in side if f[1] in _TELLING][:NEIGHBOURS]]
    if not near:
        return None
    things = yield from _described([entity, *(end for s, _, o in near for end in (s, o))], knowledge)
    rest = [fact for fact in facts if fact[1] not in _TELLING]
    return periods_of(things, list(dict.fromkeys([*near, *rest]))).known.get(entity)


def _described(ids: Iterable[str], knowledge: Knowledge) -> Asking[Mapping[str, Described]]:
    """These entities and their classes."""
    found = {e.id: e for e in (yield from knowledge.entities(dict.fromkeys(ids)))}
    classes = dict.fromkeys(c for e in list(found.values()) for c in e.types if c not in found)
    found |= {e.id: e for e in (yield from knowledge.entities(classes))}
    return {e.id: _told(e) for e in found.values()}


def _told(e: Entity) -> Described:
    return Described(e.label or "", e.description, e.aliases, e.types)
