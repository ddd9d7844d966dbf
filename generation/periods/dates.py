"""When things were by what a graph tells in dates: births and deaths, beginnings and ends, and when births were.

These are sure, and stand before whatever a description says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from contragraph.generation.knowledge import Around
from contragraph.generation.periods.years import Years
from contragraph.graph.model import Literal
from contragraph.graph.store import GraphStore, Value
from contragraph.ontology.translate import IDENTITY, Lens
from contragraph.reasoning.times import unit

VALUES: Mapping[str, bool] = {
    "wdt:P569": True,
    "wdt:P571": True,
    "wdt:P577": True,
    "wdt:P570": False,
    "wdt:P576": False,
}
"""Relations to dates, and whether they tell a beginning: birth, inception, publication; death, dissolution."""
EVENTS: Mapping[str, bool] = {"wdt:P19": True, "wdt:P20": False}
"""Relations whose time of validity tells a beginning or an end: place of birth, place of death."""
_ALL = 1 << 40

Told = Iterable[tuple[bool, str]]
"""Dates with whether they tell a beginning."""


def years_told(told: Told) -> Years | None:
    """The first beginning and the last end; None where there is neither, or an end before the beginning."""
    years: dict[bool, list[int]] = {True: [], False: []}
    for begins, date in told:
        known = unit(date)
        if known is not None:
            years[begins].append(known[0][0])
    if years[True] and years[False]:
        first, last = min(years[True]), max(years[False])
        return Years(first, last, "life") if first <= last else None
    if years[True]:
        return Years(min(years[True]), min(years[True]), "born")
    return Years(max(years[False]), max(years[False]), "died") if years[False] else None


def years_around(out: Around) -> Years | None:
    """The years of one entity by the facts that leave it."""
    told = [
        (begins, s.object.value)
        for relation, begins in VALUES.items()
        for s in out.values.get(relation, ())
        if isinstance(s.object, Literal)
    ]
    for relation, begins in EVENTS.items():
        told += [(begins, s.valid_from) for s in out.told.get(relation, ()) if s.valid_from]
    return years_told(told)


def dates_of(store: GraphStore, kg: str, lens: Lens = IDENTITY) -> dict[str, Years]:
    """The years of all entities of a KG of which it tells any, as they are seen through the lens."""
    known = {r.id for r in store.relations(kg)}
    found: defaultdict[str, list[tuple[bool, str]]] = defaultdict(list)
    for relation, begins in VALUES.items():
        own = lens.own.relation(relation).relation
        if own in known:
            for row in store.run("kg.literal_facts", kg=kg, relation=own, a=1, b=0, limit=_ALL):
                found[str(row["subject"])].append((begins, str(row["value"])))
    roles = [(lens.own.relation(relation), begins) for relation, begins in EVENTS.items()]
    events = {role.relation: begins for role, begins in roles if not role.inverse}
    relations: list[Value] = [r for r in sorted(events) if r in known]
    for row in store.run("audit.times", kg=kg, relations=relations) if relations else ():
        if row["valid_from"] is not None:
            found[str(row["subject"])].append((events[str(row["relation"])], str(row["valid_from"])))
    told = {lens.seen.thing(entity): years_told(dates) for entity, dates in found.items()}
    return {entity: years for entity, years in told.items() if years is not None}
