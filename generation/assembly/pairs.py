"""Choosing: conflicts from the pool that make a pair around a topic.

A pair is about one thing, or about two or three that are linked by a statement of a chosen conflict, by a fact of the
graph, or by two about something in common (a film with two of its cast); what links them is told by both sides.
Supports that hang together with what the original side tells are told by both, so that no side is known by them; all
others stand on the perturbed side alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from contragraph.dataset.types import PairType
from contragraph.generation.assembly.around import Around
from contragraph.generation.assembly.sides import Sides
from contragraph.generation.pool.compatible import compatible, withheld
from contragraph.generation.pool.conflicts import Pool, Pooled, ends
from contragraph.generation.pool.quotas import QuotaLedger
from contragraph.graph.model import Statement

MOST_TOPICS = 3
"""Things that a pair is about, unless its conflicts go together in no other way: then as many as it has conflicts."""
CLASSING = ("instance_of", "subclass_of", "occupation", "citizenship", "country", "continent", "language", "genre")
"""Roles of relations that say of what class, people or country a thing is."""
NO_LINKS = (*CLASSING, "award")
"""Roles of relations by which things do not belong together: both are films, both won one prize."""
MOST_TRIED = 80
"""Conflicts that are tried beside the first, of those that go with what is there."""
_LONGEST = 12
"""Words of a name that a text can say."""
_MANY = 9
"""More things than any pair speaks of."""
_LINKS = 12
"""Facts of a topic that are followed to another."""


def about_places(pair_type: PairType) -> str:
    """What a run waives that runs dry: that no pair of a type is about the place of what befell somebody there."""
    return f"topic of {pair_type}"


def tellable(label: str) -> bool:
    """Whether a text can say a name whole."""
    return 0 < len(label.split()) <= _LONGEST


@dataclass
class Selection:
    """Conflicts that go together, the topics that they are about, and what both sides must tell of them."""

    type: PairType
    lead: Pooled
    items: list[Pooled] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    links: list[Statement] = field(default_factory=list)
    sides: Sides = field(default_factory=Sides)
    names: dict[str, str] = field(default_factory=dict)
    """What the things of both sides are called, in small letters."""

    @property
    def core(self) -> frozenset[Statement]:
        """All statements of its conflicts and the facts that link its topics."""
        return self.proving | {*self.links}

    @property
    def proving(self) -> frozenset[Statement]:
        """All statements of its conflicts."""
        return frozenset(s for item in self.items for s in item.conflict.candidate.statements)

    @property
    def entities(self) -> tuple[str, ...]:
        """The things that its core speaks of."""
        return tuple(sorted({e for s in self.core for e in s.entities}))


@dataclass(frozen=True)
class Chooser:
    """What choosing needs to know."""

    pool: Pool
    ledger: QuotaLedger
    around: Around
    linking: frozenset[str]
    """Relations whose facts may link topics."""
    untold: frozenset[str] = frozenset()
    """Relations that an encyclopedia leaves out."""

    def around_lead(self, lead: Pooled, pair_type: PairType) -> Iterator[Selection]:
        """Selections for a pair of the type that have this conflict, one for each topic with which there is one.

        The conflicts of a selection are taken in the ledger; who does not use it gives it back before the next.
        """
        for topic in lead.topics:
            chosen = Selection(pair_type, lead, topics=[topic])
            aside = topic != lead.original.subject and self.around.common(topic)
            if aside and about_places(pair_type) not in self.ledger.waived:
                continue
            if self.around.hidden(topic) or not self._put(lead, chosen):
                continue
            self._fill_up(chosen)
            if len(chosen.items) == pair_type.conflicts:
                yield chosen
            else:
                self.give_back(chosen)

    def counts(self, *, multi: bool) -> dict[str, int]:
        """How many conflicts about each thing go together, of several steps or of one."""
        found: defaultdict[str, list[Pooled]] = defaultdict(list)
        for item in sorted(self.pool.everything, key=self._oddity):
            if (item.cell.hops > 1) == multi and not self.ledger.used(item):
                for topic in item.topics:
                    if topic == item.made.subject or not self.around.common(topic):
                        some = found[topic]
                        if compatible(item, some):
                            some.append(item)
        return {topic: len(some) for topic, some in found.items()}

    def odd(self, item: Pooled) -> bool:
        """Whether a conflict needs facts that no text would tell else: that a birthplace borders another place."""
        return any(s.relation in self.untold for s in item.conflict.candidate.support)

    def _oddity(self, item: Pooled) -> tuple[bool, int, int, tuple[int, str]]:
        return self.odd(item), item.cell.hops, len(item.subjects), item.key

    def things(self, lead: Pooled, about: Mapping[str, int], conflicts: int) -> int:
        """Of how many things a pair that a conflict begins speaks at least; one more if none of its facts suffices.

        Where the conflict is odd it is as if it spoke of many more.
        """
        most = max(MOST_TOPICS, conflicts)
        return _MANY * self.odd(lead) + min(self._things(lead, topic, about, conflicts, most) for topic in lead.topics)

    def _things(self, lead: Pooled, topic: str, about: Mapping[str, int], conflicts: int, most: int) -> int:
        counted = about.get(topic, 0)
        if counted >= conflicts:
            return 1
        near = {other for other, _ in self._joined(topic)}
        near.update(e for s in lead.truths for e in s.entities if not self.around.common(e))
        for things, other in enumerate(sorted((about[e] for e in near - {topic} if e in about), reverse=True), 2):
            counted += other
            if counted >= conflicts:
                return min(things, most + 1)
        return most + 1

    def _joined(self, topic: str) -> Iterator[tuple[str, tuple[Statement, ...]]]:
        """Persons, works and bodies that a fact joins a thing to, with the fact."""
        for other, links in self.around.beside(topic, self.linking):
            if len(links) > 1:
                return
            if not self.around.common(other):
                yield other, links

    def promises(self, lead: Pooled, about: Mapping[str, int], conflicts: int) -> int:
        """How many conflicts a pair about a topic of the lead, and things linked with it, may have at most."""
        most, beside_it = 0, max(MOST_TOPICS, conflicts) - 1
        for topic in lead.topics:
            linked = {e for e, _ in self.around.beside(topic, self.linking)}
            linked.update(e for s in lead.truths for e in s.entities)
            linked.discard(topic)
            beside = sorted((about[e] for e in linked if e in about), reverse=True)
            most = max(most, about.get(topic, 0) + sum(beside[:beside_it]))
        return most

    def give_back(self, chosen: Selection) -> None:
        """Make the conflicts of a selection free again."""
        for item in chosen.items:
            self.ledger.give_back(item, chosen.type)

    def _fill_up(self, chosen: Selection) -> None:
        """Add conflicts until there are enough, or nothing is left to try."""
        wanted = chosen.type.conflicts
        sizes = sorted({MOST_TOPICS, max(MOST_TOPICS, wanted)})
        for most, odd in product(sizes, (False, True)):
            tried = 0
            for topic, links in self._topics(chosen, most):
                for item in self._in_order(topic, chosen):
                    if self.odd(item) and not odd:
                        continue
                    if len(chosen.items) == wanted or tried == MOST_TRIED:
                        break
                    if not compatible(item, chosen.items):
                        continue
                    tried += 1
                    new = topic not in chosen.topics
                    if self._put(item, chosen, links if new else ()) and new:
                        chosen.topics.append(topic)

    def _topics(self, chosen: Selection, most: int) -> Iterator[tuple[str, tuple[Statement, ...]]]:
        """Things that the pair may be about, with the facts that link a new one where the conflicts do not.

        What belongs together comes first: persons, works and bodies, not those that have a place in common.
        """
        first = chosen.topics[0]
        yield first, ()
        seen = {first}
        yield from self._of_conflicts(chosen, most, seen, common=False)
        joined = [(other, links) for other, links in self._joined(first) if self._may_be_topic(other, chosen, most)]
        for other, links in sorted(joined, key=lambda each: -self._left(each[0], chosen)):
            if other not in seen and self._may_be_topic(other, chosen, most):
                seen.add(other)
                yield other, links
        for other, links in self.around.beside(first, self.linking):
            if (
                other not in seen
                and len(links) == 2
                and self._by_work(links)
                and self._may_be_topic(other, chosen, most)
            ):
                seen.add(other)
                yield other, links
        yield from self._of_conflicts(chosen, most, seen, common=True)
        for topic in chosen.topics:  # grows as topics are found
            followed = 0
            for other, links in self.around.beside(topic, self.linking):
                if other in seen or not self._may_be_topic(other, chosen, most):
                    continue
                seen.add(other)
                followed += 1
                if followed > _LINKS:
                    break
                yield other, links

    def _by_work(self, links: tuple[Statement, ...]) -> bool:
        """Whether two facts join things by what both had a part in: a film, a band, a war."""
        shared = frozenset(links[0].entities).intersection(links[1].entities)
        return any(self.around.kind(e) in ("work", "group", "event") for e in shared)

    def _of_conflicts(
        self, chosen: Selection, most: int, seen: set[str], *, common: bool
    ) -> Iterator[tuple[str, tuple[Statement, ...]]]:
        """The things that truths of the chosen conflicts speak of; ``common`` ones as well, or none of them."""
        for item in chosen.items:  # grows as items are put in
            for statement in item.truths:
                for entity in statement.entities:
                    if entity in seen or (self.around.common(entity) and not common):
                        continue
                    if self._may_be_topic(entity, chosen, most):
                        seen.add(entity)
                        yield entity, () if chosen.sides.tells(statement) else (statement,)

    def _may_be_topic(self, entity: str, chosen: Selection, most: int) -> bool:
        room = len(chosen.topics) < most or entity in chosen.topics
        return room and not self.around.hidden(entity) and self.pool.knows(entity)

    def _left(self, topic: str, chosen: Selection) -> int:
        """How many relations of a thing there are conflicts of, as far as the pair wants more."""
        multi, wanted = chosen.type.multi, chosen.type.conflicts - len(chosen.items)
        free = (p for p in self.pool.at(topic) if (p.cell.hops > 1) == multi and not self.ledger.used(p))
        return min(wanted, len({(p.made.subject, p.made.relation) for p in free}))

    def _in_order(self, topic: str, chosen: Selection) -> Iterable[Pooled]:
        """The conflicts about a topic, those first that bring fewest new things, then those of relations that the pair
        has not yet and the type has least.
        """
        here = {item.cell.relation for item in chosen.items}
        multi = chosen.type.multi
        fitting = [p for p in self.pool.at(topic) if (p.cell.hops > 1) == multi and not self.ledger.used(p)]
        told = {*chosen.topics, *(s.subject for s in chosen.core)}

        def worth(item: Pooled) -> tuple[object, ...]:
            preference = self.ledger.preference(item.cell, chosen.type)
            return self.odd(item), len(item.subjects - told), item.cell.relation in here, preference, item.key

        fitting.sort(key=worth)
        return fitting

    def _put(self, item: Pooled, chosen: Selection, linking: tuple[Statement, ...] = ()) -> bool:
        """Put a conflict into the pair if it goes with what is there and no quota refuses it."""
        if self.ledger.used(item) or not compatible(item, chosen.items):
            return False
        if self.ledger.refuses(item, chosen.type):
            return False
        links = [*chosen.links, *linking]
        if links and not withheld([*chosen.items, item]).isdisjoint(map(ends, links)):
            return False
        shared, more = self._supports(item, chosen.sides, linking)
        original, perturbed = [*linking, item.original, *shared], [*linking, item.made, *shared, *more]
        if chosen.sides.respells(original) or chosen.sides.respells(perturbed):
            return False
        names = self._names(chosen, (*original, *perturbed))
        if names is None or not chosen.sides.add(original, perturbed, together=True):
            return False
        chosen.links[:] = dict.fromkeys(links)
        chosen.items.append(item)
        chosen.names.update(names)
        self.ledger.take(item, chosen.type)
        return True

    def _supports(
        self, item: Pooled, sides: Sides, linking: Sequence[Statement]
    ) -> tuple[list[Statement], list[Statement]]:
        """The supports that both sides tell, since they hang together with the original, and what is left."""
        more = list(item.conflict.candidate.support)
        told = {*sides.originals, *item.original.entities, *(e for link in linking for e in link.entities)}
        shared: list[Statement] = []

        def reached(support: Statement) -> bool:
            joined = not told.isdisjoint(support.entities) and not any(map(self.around.hidden, support.entities))
            return joined or sides.tells(support) or support in linking

        while found := [s for s in more if reached(s)]:
            shared += found
            more = [s for s in more if s not in found]
            told.update(e for s in found for e in s.entities)
        return shared, more

    def _names(self, chosen: Selection, statements: Iterable[Statement]) -> dict[str, str] | None:
        """The names of what some statements add to a pair; None if a text could not tell them from all others."""
        new = {e for s in statements for e in s.entities if e not in chosen.names}
        labels = self.around.labels(new)
        found = {e: label.casefold() for e, label in labels.items()}
        names = {*found.values()}
        if len(found) < len(new) or len(names) < len(new) or not names.isdisjoint(chosen.names.values()):
            return None
        return found if all(map(tellable, labels.values())) else None
