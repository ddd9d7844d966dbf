"""Which conflict patterns does a KG realise for each seed relation?

A pattern is counted by the set of axioms of its proof. For each seed relation the search that makes pairs is run over
many seeds with every reading that is not yet realised, instead of the few that one pair needs; every proposal counted
has passed the same rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from contragraph.generation.build import unfit
from contragraph.generation.collecting import rare_collections
from contragraph.generation.knowledge import Asking, Knowledge, run_in_lock_step
from contragraph.generation.periods.around import periods_for
from contragraph.generation.perturb import Proposal, Proposer, realise, stands
from contragraph.generation.plans import Reading
from contragraph.generation.quotas import HOPS
from contragraph.generation.ranking import Usage
from contragraph.generation.rounds import Seeds
from contragraph.generation.support import first_steps
from contragraph.graph.model import Order, Statement, content_hash
from contragraph.graph.store import GraphStore, KgInfo
from contragraph.ontology.axioms import Ontology
from contragraph.ontology.translate import IDENTITY, Lens

SEEDS = 60
"""Seeds looked at for each relation; those that cannot be seeds at all count too."""
ENOUGH = 2
"""Patterns of one kind that a relation should reach."""
_MISSES = 12
"""Seeds on which a reading is tried in vain before it is given up."""


@dataclass
class Realised:
    """What was found for one seed relation."""

    relation: str
    seeds: int = 0
    unfit: Counter[str] = field(default_factory=Counter)
    """Why seeds could not be used."""
    known: dict[bool, int] = field(default_factory=lambda: {False: 0, True: 0})
    """How many ways to read a seed as part of a contradiction the axioms give; True: in several steps."""
    fell: Counter[bool] = field(default_factory=Counter)
    """Proposals that did not stand against the whole KG, or were shorter to any reader."""
    found: dict[bool, dict[tuple[str, ...], Proposal]] = field(default_factory=lambda: {False: {}, True: {}})
    """The first proposal for each set of axioms; True: in several steps."""

    def count(self, *, multi: bool) -> int:
        """How many patterns are realised, single-hop or multi-hop."""
        return len(self.found[multi])

    def example(self, *, multi: bool) -> Proposal | None:
        """The plainest proposal of a kind: few steps, strict axioms, a stand-in much like what it replaces."""
        found = self.found[multi].values()
        return min(found, key=lambda p: (p.hops, p.strength != "strict", p.distance, p.made.sort_key), default=None)

    @property
    def enough(self) -> bool:
        """Whether both kinds have at least :data:`ENOUGH` patterns."""
        return all(len(found) >= ENOUGH for found in self.found.values())

    @property
    def reason(self) -> str:
        """Why there are fewer; empty if there are enough."""
        if self.enough:
            return ""
        if not self.seeds:
            return "the KG has no such fact between entities that are not hidden"
        if self.unfit.total() == self.seeds:
            return f"none of {self.seeds} seeds can be used: {self.unfit.most_common(1)[0][0]}"
        return "; ".join(self._lack(multi) for multi in (False, True) if len(self.found[multi]) < ENOUGH)

    def _lack(self, multi: bool) -> str:
        kind = "multi-hop" if multi else "single-hop"
        if not self.known[multi]:
            return f"{kind}: the axioms know no contradiction of this kind"
        usable = self.seeds - self.unfit.total()
        if not self.found[multi] and not self.fell[multi]:
            why = "no true facts and believable stand-in for any of"
            return f"{kind}: {why} {self.known[multi]} ways at {usable} seeds"
        fell = f", {self.fell[multi]} candidates fell to the rules" if self.fell[multi] else ""
        return f"{kind}: {len(self.found[multi])} of {self.known[multi]} ways at {usable} seeds{fell}"


def realised(
    store: GraphStore,
    kg: KgInfo,
    ontology: Ontology,
    relations: Sequence[str],
    *,
    limit: int = SEEDS,
    seed: int = 7,
    strict: bool = False,
    lens: Lens = IDENTITY,
) -> Iterator[Realised]:
    """The patterns realised on a KG for each relation, in their order, over at most ``limit`` of its facts.

    Ontology and relations are in the terms of the rules, as the KG is seen through the ``lens``.

    The same KG, ontology and seed give the same result on every store.
    """
    salt = f"{seed}:{kg.kg}:{kg.snapshot}"
    order = Order.of_seed(salt)
    knowledge = Knowledge(store, kg.kg, order, lens=lens)
    proposer = Proposer(ontology, knowledge, periods_for(store, kg.kg, knowledge, lens), strict=strict)
    seeds = Seeds.of(knowledge.read, kg.kg, dict.fromkeys(relations, ""), order)
    for relation in relations:
        some = [statement for _, statement in seeds.by_relation.get(relation, ())[:limit]]
        with rare_collections():
            (found,) = run_in_lock_step([survey(relation, some, proposer, salt)], knowledge)
        yield found


def survey(relation: str, seeds: Sequence[Statement], proposer: Proposer, salt: str) -> Asking[Realised]:
    """The patterns realised for one relation at these seeds."""
    result = Realised(relation, len(seeds))
    open_: set[Reading] = set()
    for hops in (1, *HOPS):
        for some in proposer.readings.of(relation, hops).values():
            result.known[hops > 1] += len(some)
            open_.update(some)
    misses: Counter[Reading] = Counter()
    for seed in seeds:
        why = yield from unfit(seed, proposer)
        if why:
            result.unfit[why] += 1
        else:
            yield from _seed(seed, result, open_, misses, proposer, Random(content_hash(salt, "patterns", seed.id)))
    return result


def _seed(
    seed: Statement,
    result: Realised,
    open_: set[Reading],
    misses: Counter[Reading],
    proposer: Proposer,
    random: Random,
) -> Asking[None]:
    """Try every reading that is still open on one seed; close those that stand."""
    usage = Usage({})
    steps = yield from first_steps(seed, proposer.readings, proposer.knowledge)
    for hops in (1, *HOPS):
        table = proposer.readings.of(seed.relation, hops)
        for reading in [r for step in steps for r in table.get(step, ()) if r in open_]:
            proposal = yield from realise(reading, seed, proposer, usage, random)
            if proposal is not None and (yield from stands(proposal, proposer)):
                result.found[hops > 1].setdefault(proposal.axioms, proposal)
                open_.discard(reading)
                continue
            if proposal is not None:
                result.fell[hops > 1] += 1
            misses[reading] += 1
            if misses[reading] == _MISSES:
                open_.discard(reading)


def in_labels(proposal: Proposal, labels: Mapping[str, str]) -> str:
    """A proposal as one line: the seed statement and what else is true, then what is made up."""

    def spelled(statement: Statement) -> str:
        ends = (labels.get(statement.subject, statement.subject), labels.get(statement.object_id, statement.object_id))
        relation = labels.get(statement.relation, statement.relation)
        return f"{ends[0]} – {relation} – {ends[1]}"

    true = "; ".join(spelled(s) for s in (proposal.original, *proposal.supports))
    return f"{true}; made up: {spelled(proposal.made)}"


def entities_of(found: Sequence[Realised]) -> list[str]:
    """All entities of the examples that :func:`in_labels` names."""
    proposals = [p for r in found for some in r.found.values() for p in some.values()]
    return sorted({e for p in proposals for s in p.statements for e in s.entities})
