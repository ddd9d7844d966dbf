"""Pairs that nobody made up: one graph's statement against what another graph says of the same thing.

The original is the first graph's statement; the other graph's stands in its place, about the things and in the terms of
the first. The judge, the filters, the assembly and the words are those of any other pair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from contragraph.dataset.types import MAX_CONFLICTS, PairType
from contragraph.generation.linking.causes import Cause, Court, Disagreement, narrowest, outvoted
from contragraph.generation.linking.compared import Comparison, MappedGraph, Met, compare, linked, reading
from contragraph.generation.linking.places import Linked, places
from contragraph.generation.search.candidate import Candidate, ProvenConflict
from contragraph.generation.search.grounds import Grounds
from contragraph.generation.search.view import View, look
from contragraph.graph.errors import InputError
from contragraph.graph.model import Entity, Instance, Object, Statement, content_hash
from contragraph.graph.model.origin import Against
from contragraph.graph.store import GraphStore, KgInfo


@dataclass(frozen=True)
class NaturalConflicts:
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


def natural(store: GraphStore, info: KgInfo, grounds: Grounds, against: str, *, strict: bool) -> NaturalConflicts:
    """The contradictions of a graph with another one; all other graphs of the store have a say.

    Raises:
        InputError: if the other graph is not there, or nothing links the two.
    """
    one, other = reading(store, info.kg), reading(store, against)
    links = linked(store, info.kg, against)
    mets = [m for m in compare(one, other, links) if m.outcome in (Comparison.OTHER, Comparison.UNLINKED)]
    mets = list(_named(mets, one, other))
    own, its = one.lens.own, other.lens.own
    twins = {(own.thing(t), its.thing(s.object_id)) for m in mets for s, t in _told(m) if isinstance(t, str)}
    ids = {own.thing(s.object_id) for m in mets for s in m.one} | {thing for thing, _ in twins}
    view = look(store, ids | {own.thing(m.subject) for m in mets}, grounds.asked)
    theirs = store.entities(
        sorted({its.thing(m.twin) for m in mets} | {its.thing(s.object_id) for m in mets for s in m.other})
    )
    thirds = list(_thirds(store, one, against))
    court = Court(grounds, grounds.setting(view), places(one, [(other, links), *thirds], twins, ids), strict)
    subjects = sorted({m.subject for m in mets})
    say = [_said(third, back, one, subjects) for third, back in thirds]
    counts: dict[str, Counter[str]] = {}
    conflicts: list[ProvenConflict] = []
    told: dict[str, Statement] = {}
    for met in mets:
        found = _disagreement(met, one, other, grounds, view, theirs)
        settled: Cause | ProvenConflict = Cause.WRONG_LINK if found is None else court.settle(found)
        if isinstance(settled, ProvenConflict):
            assert found is not None
            conflicts.append(settled)
            told[settled.candidate.perturbed.id] = found.told[found.other.index(settled.candidate.perturbed)]
            settled = Cause.OUTVOTED if outvoted(settled, say) else Cause.REAL
        counts.setdefault(one.relations[met.relation], Counter())[str(settled)] += 1
    account = {r: {str(c): n for c in Cause if (n := counts[r][str(c)])} for r in sorted(counts)}
    others = sorted((k for k in store.kgs() if k.kg != info.kg), key=lambda k: k.kg)
    said = [[k.kg, k.snapshot, store.links(info.kg, k.kg), store.links(k.kg, against)] for k in others]
    return NaturalConflicts(tuple(conflicts), account, other.info, told, content_hash(said))


def _told(met: Met) -> Iterator[tuple[Statement, Object | None]]:
    """What the other graph says, each with what its object is in the first."""
    return zip(met.other, met.told, strict=True)


def _named(mets: Iterable[Met], one: MappedGraph, other: MappedGraph) -> Iterator[Met]:
    """Values that no link tells, as the one thing of the first graph that has their name, where there is one."""
    every = list(mets)
    theirs = other.store.entities(
        sorted({other.lens.own.thing(s.object_id) for m in every if m.outcome is Comparison.UNLINKED for s in m.other})
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
        unlinked = met.outcome is Comparison.UNLINKED
        yield replace(met, told=tuple(named(s.object) for s in met.other)) if unlinked else met


def _disagreement(
    met: Met, one: MappedGraph, other: MappedGraph, grounds: Grounds, view: View, theirs: Mapping[str, Entity]
) -> Disagreement | None:
    """A disagreement in the terms of the first graph; None where a thing is not there."""
    own, its = one.lens.own, other.lens.own
    subject, twin = view.entities.get(own.thing(met.subject)), theirs.get(its.thing(met.twin))
    if subject is None or twin is None:
        return None
    mine = narrowest([own.statement(s) for s in met.one], view)
    told = {
        own.statement(
            Statement(met.subject, s.relation, t, valid_from=s.valid_from, valid_to=s.valid_to)
        ): its.statement(s)
        for s, t in _told(met)
        if t is not None
    }
    kept = narrowest([*told], view)
    values = tuple(e for s in met.other if (e := theirs.get(its.thing(s.object_id))))
    candidate = None
    if kept:
        things = dict.fromkeys((*mine[0].entities, *kept[0].entities))
        known = grounds.background(things, view)
        candidate = Candidate("natural", mine[0], kept[0], (), mine[0], known)
    return Disagreement(mine, kept, tuple(told[s] for s in kept), candidate, (subject, twin), values)


def _thirds(store: GraphStore, one: MappedGraph, against: str) -> Iterator[Linked]:
    """Further graphs that are linked with the first, as far as anything is known of them."""
    for kg in store.kgs():
        if kg.kg not in (one.info.kg, against) and store.links(one.info.kg, kg.kg):
            with suppress(InputError):  # a graph in relations that no folder knows has no say
                yield reading(store, kg.kg), linked(store, one.info.kg, kg.kg)


def _said(
    third: MappedGraph, links: Mapping[str, str], one: MappedGraph, ids: Iterable[str]
) -> dict[str, list[Statement]]:
    """What a third graph says of things of the first, in its terms."""
    back = {third.lens.seen.thing(b): one.lens.seen.thing(a) for a, b in links.items()}
    asked = [links[a] for s in ids if (a := one.lens.own.thing(s)) in links]
    found: dict[str, list[Statement]] = {}
    for some in third.facts(asked, sorted(one.relations.keys() & third.relations.keys())).values():
        for s in some:
            thing = back.get(s.object, s.object) if isinstance(s.object, str) else s.object
            said = one.lens.own.statement(Statement(back[s.subject], s.relation, thing))
            found.setdefault(said.subject, []).append(said)
    return found
