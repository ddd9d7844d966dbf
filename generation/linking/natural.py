"""Pairs that nobody made up: one graph's statement against what another graph says of the same thing.

The original is the first graph's statement; the other graph's stands in its place, about the things and in the terms of
the first. The judge, the filters, the assembly and the words are those of any other pair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from contragraph.dataset.types import MAX_CONFLICTS, PairType
from contragraph.generation.linking.causes import Cause, Court, Disagreement, narrowest, outvoted
from contragraph.generation.linking.compared import Met, Outcome, Reading, compare, linked, reading
from contragraph.generation.search.background import background
from contragraph.generation.search.candidate import Candidate, ProvenConflict
from contragraph.generation.search.grounds import Grounds
from contragraph.generation.search.view import Asked, View, look
from contragraph.graph.model import Against, Entity, Instance, Object, Statement, content_hash
from contragraph.graph.store import GraphStore, KgInfo

_UPWARDS, _DOWNWARDS = ("located_in", "capital_of", "part_of"), ("contains", "capital")


@dataclass(frozen=True)
class Found:
    """The disagreements of two graphs that are contradictions, and what is behind the others."""

    conflicts: tuple[ProvenConflict, ...]
    account: Mapping[str, Mapping[str, int]]
    """How many disagreements have which cause, by relation."""
    against: KgInfo
    told: Mapping[str, Statement]
    """What the other graph states, by the id of the statement that says it in the terms of the first."""
    snapshot: str
    """What the disagreements depend on besides the first graph."""

    @property
    def plan(self) -> dict[PairType, int]:
        """As many pairs of each type as there can be at most; those of many conflicts are made first."""
        found = {PairType(n, False): len(self.conflicts) // n for n in range(MAX_CONFLICTS, 0, -1)}
        return {pair_type: pairs for pair_type, pairs in found.items() if pairs}

    def finished(self, instance: Instance) -> Instance:
        """A pair with what the other graph states, in its own terms."""
        made = sorted(instance.perturbed.made)
        told = tuple((i, self.told[i]) for i in made if i in self.told)
        return replace(instance, against=Against(self.against.kg, self.against.snapshot, told))


def natural(store: GraphStore, info: KgInfo, grounds: Grounds, against: str, *, strict: bool) -> Found:
    """The contradictions of a graph with another one; all other graphs of the store have a say.

    Raises:
        InputError: if the other graph is not there, or nothing links the two.
    """
    one, other = reading(store, info.kg), reading(store, against)
    links = linked(store, info.kg, against)
    mets = [m for m in compare(one, other, links) if m.outcome in (Outcome.OTHER, Outcome.UNLINKED)]
    mets = list(_named(mets, one, other))
    own = one.lens.own
    ids = {own.thing(m.subject) for m in mets} | {own.thing(s.object_id) for m in mets for s in m.one}
    ids |= {own.thing(t) for m in mets for t in m.told if isinstance(t, str)}
    view = look(store, ids, grounds.asked)
    its = other.lens.own
    theirs = _placed(other, {its.thing(s.object) for m in mets for s in m.other if isinstance(s.object, str)})
    twins = store.entities(sorted({its.thing(m.twin) for m in mets}))
    court = Court(grounds, grounds.setting(view), theirs, strict)
    thirds = [t for kg in store.kgs() if (t := _third(store, one, kg, against, {m.subject for m in mets})) is not None]
    counts: dict[str, Counter[str]] = {}
    conflicts: list[ProvenConflict] = []
    told: dict[str, Statement] = {}
    for met in mets:
        found = _disagreement(met, one, other, grounds, view, theirs, twins)
        settled: Cause | ProvenConflict = Cause.WRONG_LINK if found is None else court.settle(found)
        if isinstance(settled, ProvenConflict):
            assert found is not None
            conflicts.append(settled)
            told[settled.candidate.perturbed.id] = found.told[found.other.index(settled.candidate.perturbed)]
            settled = Cause.OUTVOTED if outvoted(settled, thirds) else Cause.REAL
        counts.setdefault(one.relations[met.relation], Counter())[str(settled)] += 1
    account = {r: {str(c): n for c in Cause if (n := counts[r][str(c)])} for r in sorted(counts)}
    others = sorted((k for k in store.kgs() if k.kg != info.kg), key=lambda k: k.kg)
    said = [[k.kg, k.snapshot, store.links(info.kg, k.kg), store.links(k.kg, against)] for k in others]
    return Found(tuple(conflicts), account, other.info, told, content_hash(said))


def _named(mets: Iterable[Met], one: Reading, other: Reading) -> Iterator[Met]:
    """Values that no link tells, as the one thing of the first graph that has their name, where there is one."""
    every = list(mets)
    theirs = other.store.entities(
        sorted({other.lens.own.thing(s.object_id) for m in every if m.outcome is Outcome.UNLINKED for s in m.other})
    )
    wanted = {entity.label for entity in theirs.values()}
    found: dict[str, list[str]] = {}
    for table in one.store.names(one.info.kg) if wanted else ():
        for thing, label in table.filter(~table["hidden"]).select("id", "label").iter_rows():
            if label in wanted:
                found.setdefault(label, []).append(thing)
    single = {label: things[0] for label, things in found.items() if len(things) == 1}

    def named(value: Object) -> Object | None:
        entity = theirs.get(other.lens.own.thing(value)) if isinstance(value, str) else None
        thing = single.get(entity.label) if entity else None
        return None if thing is None else one.lens.seen.thing(thing)

    for met in every:
        unlinked = met.outcome is Outcome.UNLINKED
        yield replace(met, told=tuple(named(s.object) for s in met.other)) if unlinked else met


def _placed(graph: Reading, things: Iterable[str]) -> View:
    """Where things of a graph lie."""
    roles = graph.known.roles
    up = tuple(r for name in _UPWARDS for r in roles.get(name, ()))
    down = tuple(r for name in _DOWNWARDS for r in roles.get(name, ()))
    return look(graph.store, things, Asked(up, down, up, down))


def _disagreement(
    met: Met, one: Reading, other: Reading, grounds: Grounds, view: View, theirs: View, twins: Mapping[str, Entity]
) -> Disagreement | None:
    """A disagreement in the terms of the first graph; None where a thing is not there."""
    own, its = one.lens.own, other.lens.own
    subject, twin = view.entities.get(own.thing(met.subject)), twins.get(its.thing(met.twin))
    if subject is None or twin is None:
        return None
    mine = narrowest([own.statement(s) for s in met.one], view)
    known = [
        (own.statement(Statement(met.subject, s.relation, t, valid_from=s.valid_from, valid_to=s.valid_to)), s)
        for s, t in zip(met.other, met.told, strict=True)
        if t is not None
    ]
    kept = narrowest([s for s, _ in known], view)
    told = {said: its.statement(s) for said, s in known}
    values = tuple(
        e for s in met.other if isinstance(s.object, str) and (e := theirs.entities.get(its.thing(s.object)))
    )
    candidate = None
    if kept and mine[0].subject == kept[0].subject:
        things = dict.fromkeys((*mine[0].entities, *kept[0].entities))
        levels = partial(background, view=view, roles=grounds.roles, levels=grounds.kg.levels)
        candidate = Candidate("natural", mine[0], kept[0], (), mine[0], levels(things))
    return Disagreement(mine, kept, tuple(told[s] for s in kept), candidate, (subject, twin), values)


def _third(
    store: GraphStore, one: Reading, kg: KgInfo, against: str, subjects: Iterable[str]
) -> Mapping[str, list[Statement]] | None:
    """What a third graph says of things of the first, in its terms; None where nothing links the two."""
    if kg.kg in (one.info.kg, against) or not store.links(one.info.kg, kg.kg):
        return None
    third, links = reading(store, kg.kg), linked(store, one.info.kg, kg.kg)
    back = {third.lens.seen.thing(b): one.lens.seen.thing(a) for a, b in links.items()}
    asked = [links[a] for s in sorted(subjects) if (a := one.lens.own.thing(s)) in links]
    found: dict[str, list[Statement]] = {}
    for some in third.facts(asked, sorted(one.relations.keys() & third.relations.keys())).values():
        for s in some:
            thing = back.get(s.object, s.object) if isinstance(s.object, str) else s.object
            said = one.lens.own.statement(Statement(back[s.subject], s.relation, thing))
            found.setdefault(said.subject, []).append(said)
    return found
