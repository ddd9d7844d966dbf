"""The controls of a run: for each type of pairs candidates of its shape, of which those that look most like are kept.

Controls come when all pairs are made, from the conflicts that no pair used, by the same choosing, filling and wording.
The controls of a type are one line of the journal; a run that is resumed makes those of the type at hand anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from contragraph.dataset.records.codec import parse_line, to_line
from contragraph.dataset.types import CONTROL, PairType, parse_type
from contragraph.generation.assembly.journal import described
from contragraph.generation.assembly.proof import Failure, Proven, unopposed
from contragraph.generation.assembly.rounds import Maker, RunState, worth
from contragraph.generation.assembly.telling import Telling
from contragraph.generation.controls.harmless import Ways
from contragraph.generation.controls.matching import choose
from contragraph.generation.controls.surface import Surface, surface_of
from contragraph.generation.pool.conflicts import Cell, Pool, Pooled
from contragraph.generation.pool.leads import leads
from contragraph.generation.pool.quotas import QuotaLedger
from contragraph.generation.pool.source import SearchRequest
from contragraph.generation.settings.ratio import Ratio
from contragraph.generation.settings.shares import QuotaShares
from contragraph.graph.model import Instance, Statement, id_number
from contragraph.graph.model.origin import Control
from contragraph.reasoning.prover.judge import Outcome, judge

TIMES = 3
"""Candidates for each control that is wanted."""
_LOOSE = 2
"""The same where the bounds on relations have given way."""
_TRIED = 4_000
"""Conflicts that are tried to begin candidates of a type."""
_TOPICS = 4_000
"""Things of whose facts controls are made."""
_AHEAD = 3
"""Conflicts that are asked for where one is missing."""
_OTHERS = Failure("matching", "others look more like the conflicting pairs")

Entry = Mapping[str, Any]
Known = Callable[[Iterable[str]], Mapping[str, tuple[Statement, ...]]]
"""What every reader knows of the classes of some things."""


@dataclass(frozen=True, slots=True)
class MatchedPair:
    """A pair as controls are matched with it."""

    id: str
    surface: Surface
    cells: tuple[tuple[str, int], ...] = ()
    """Seed relation and hops of each of its conflicts."""


class Alike(QuotaLedger):
    """Which conflicts controls are made of: each original once, of each kind so many as the pairs have, times over."""

    def __init__(self, targets: Iterable[MatchedPair], taken: Iterable[str]) -> None:
        super().__init__(QuotaShares(), {})
        self._goals = Counter(cell for target in targets for cell in target.cells)
        self._of_kind: Counter[tuple[str, int]] = Counter()
        self._originals = set(taken)
        self.loose = False

    def take(self, pooled: Pooled, pair_type: PairType) -> None:
        """Note that a candidate uses the conflict."""
        self._of_kind[pooled.cell.relation, pooled.cell.hops] += 1
        self._originals.add(pooled.original.id)

    def give_back(self, pooled: Pooled, pair_type: PairType) -> None:
        """Note that it does not, after all."""
        self._of_kind[pooled.cell.relation, pooled.cell.hops] -= 1
        self._originals.remove(pooled.original.id)

    def used(self, pooled: Pooled) -> bool:
        """Whether a pair or another candidate has the same original."""
        return pooled.original.id in self._originals

    def refuses(self, pooled: Pooled, pair_type: PairType) -> str:
        """Whether there are enough of its kind."""
        return self.refuses_cell(pooled.cell, pair_type)

    def refuses_cell(self, cell: Cell, pair_type: PairType) -> str:
        """Whether there are enough of a kind."""
        return "" if self.loose or self._missing(cell) > 0 else "relation"

    def preference(self, cell: Cell, pair_type: PairType) -> tuple[int, int, int, int]:
        """What is missing most comes first."""
        return (-self._missing(cell), 0, 0, 0)

    def _missing(self, cell: Cell) -> int:
        kind = (cell.relation, cell.hops)
        return TIMES * self._goals[kind] - self._of_kind[kind]


@dataclass
class Controls:
    """What makes controls, and how far it has come."""

    maker: Maker
    state: RunState
    telling: Telling
    ways: Ways
    known: Known
    salt: str
    pool: Pool = field(init=False)
    """The harmless counterparts of conflicts that no pair uses."""
    taken: set[str] = field(default_factory=set)
    """Originals of pairs and of controls."""
    used: set[int] = field(default_factory=set)
    """Conflicts that pairs use."""
    relations: set[str] = field(default_factory=set)
    """Seed relations of conflicts of one step."""
    _seen: int = 0

    def __post_init__(self) -> None:
        self.pool = Pool(f"{self.salt}|controls")

    def entries(self, journal: Iterable[Entry], plan: Iterable[PairType], ratio: Ratio) -> Iterator[dict[str, object]]:
        """For every type that has none yet its controls, as a line of the journal."""
        pairs: dict[PairType, list[MatchedPair]] = {}
        done: set[str] = set()
        owed: list[tuple[Surface, Surface]] = []
        by_id: dict[str, MatchedPair] = {}
        for entry in journal:
            if entry["type"] != str(CONTROL):
                for shown in self._shown(entry):
                    pairs.setdefault(parse_type(entry["type"]), []).append(shown)
                    by_id[shown.id] = shown
                continue
            done.add(entry["shape"])
            for asked in entry["asked"]:
                self.state.pool.add(self.maker.source.more(SearchRequest.of_json(asked)))
                self.maker.source.rejected()
            for kept in entry["kept"]:
                record = parse_line(kept["line"], "the journal")
                assert record.provenance.control is not None
                self.taken.update(record.provenance.seed_statements)
                owed.append((by_id[record.provenance.control.of].surface, surface_of(record)))
        for pair_type in plan:
            some = pairs.get(pair_type, [])
            targets = [some[number * ratio.pairs // ratio.controls] for number in range(ratio.of(len(some)))]
            if targets and str(pair_type) not in done:
                yield self._of_type(pair_type, targets, owed)

    def _shown(self, entry: Entry) -> Iterator[MatchedPair]:
        for kept in entry["kept"]:
            items = [self.state.pool.everything[number] for number in kept["conflicts"]]
            self.taken.update(item.original.id for item in items)
            self.used.update(item.number for item in items)
            self.relations.update(item.cell.relation for item in items if item.cell.hops == 1)
            record = parse_line(kept["line"], "the journal")
            yield MatchedPair(record.id, surface_of(record), tuple((i.cell.relation, i.cell.hops) for i in items))

    def _of_type(
        self, pair_type: PairType, targets: list[MatchedPair], owed: list[tuple[Surface, Surface]]
    ) -> dict[str, object]:
        """The controls beside some pairs of a type; ``owed`` grows by what they show."""
        ledger = Alike(targets, self.taken)
        relations = self.relations
        asked: list[SearchRequest] = []
        found: list[Proven] = []
        failed: list[tuple[Statement, Failure]] = []
        self._extend(relations)
        self._candidates(pair_type, TIMES * len(targets), ledger, found, failed)
        ledger.loose = True
        self._candidates(pair_type, _LOOSE * len(targets), ledger, found, failed)
        while (missing := len(targets) - len(found)) > 0:
            asked.append(SearchRequest(_AHEAD * missing * pair_type.conflicts, (2, 3, 4) if pair_type.multi else (1,)))
            self.state.pool.add(self.maker.source.more(asked[-1]))
            self.maker.source.rejected()
            if not self._extend(relations):
                break
            self._candidates(pair_type, len(targets), ledger, found, failed)
        told, surfaces = self._told(found)
        chosen = choose(surfaces, [t.surface for t in targets], owed)
        kept, left = [], list(targets)
        for place in chosen:
            partner = min(left, key=lambda t: _unlike(t.surface, surfaces[place]))
            left.remove(partner)
            control = Control(partner.id, " + ".join(i.conflict.candidate.shape for i in found[place].chosen.items))
            name, line = to_line(replace(told[place], control=control))
            kept.append({"id": name, "line": line})
            owed.append((partner.surface, surfaces[place]))
            self.taken.update(told[place].seed_statements)
        others = [(p.chosen.lead.original, _OTHERS) for n, p in enumerate(found) if n not in chosen]
        return {
            "type": str(CONTROL),
            "shape": str(pair_type),
            "asked": [wanted.as_json() for wanted in asked],
            "kept": kept,
            "rejected": [
                {
                    "type": str(CONTROL),
                    "seed_statement": described(seed, lambda r: self.telling.labels.get(r, r)),
                    "filter": why.filter,
                    "reason": why.reason,
                }
                for seed, why in (*failed, *others)
            ],
        }

    def _extend(self, relations: Collection[str] = ()) -> bool:
        """Take in what can be made of new conflicts, and of facts of what they are about; whether there is any."""
        new, around, ways = self.state.pool.everything[self._seen :], self.maker.chooser.around, self.ways
        self._seen = len(self.state.pool)
        around.name(e for item in new for e in item.entities)
        around.read(e for item in new for e in (*item.topics, item.made.subject))
        free = [p for p in new if p.conflict.hops > 1 and p.number not in self.used and p.original.id not in self.taken]
        order = sorted({t for p in new for t in p.topics}, key=lambda t: id_number(f"{self.salt}|{t}"))
        facts = [f for t in order[:_TOPICS] for f in ways.facts(t, relations) if f.id not in self.taken]
        around.read(place for f in (*facts, *(p.original for p in free)) for place in ways.places(f))
        fresh = [harmless for p in free for harmless in ways.of(p.conflict)]
        fresh += [harmless for fact in facts for harmless in ways.beside(fact)]
        around.name(e for h in fresh for s in h.candidate.statements for e in s.entities)
        known = (h for h in fresh if not any(around.hidden(e) for e in h.candidate.perturbed.entities))
        return self.pool.add(known) > 0

    def _candidates(
        self,
        pair_type: PairType,
        wanted: int,
        ledger: Alike,
        found: list[Proven],
        failed: list[tuple[Statement, Failure]],
    ) -> None:
        """Look for candidates until there are so many."""
        if len(found) >= wanted:
            return
        chooser = replace(self.maker.chooser, pool=self.pool, ledger=ledger)
        about = chooser.counts(multi=pair_type.multi)
        order = worth(chooser, self.maker.filler, about, pair_type.conflicts)
        for tried, lead in enumerate(leads(self.pool, ledger, pair_type, (), order)):
            for selection in chooser.around_lead(lead, pair_type):
                made = unopposed(selection, self.maker.filler, self.maker.prover)
                if isinstance(made, Proven):
                    found.append(made)
                    break
                failed.append((lead.original, made))
                chooser.give_back(selection)
            if len(found) >= wanted or tried >= _TRIED:
                break
        found[:] = self._sure(found)

    def _sure(self, found: list[Proven]) -> list[Proven]:
        """Those that stay without contradiction with all that readers know of the things in them."""
        things = {id(p): sorted({e for s in (*p.original, *p.perturbed) for e in s.entities}) for p in found}
        known = self.known({e for some in things.values() for e in some})
        kept = []
        for pair in found:
            background = tuple(
                sorted({s for e in things[id(pair)] for s in known.get(e, ())}, key=lambda s: s.sort_key)
            )
            judged = judge(pair.original, pair.perturbed, self.maker.prover.rules, background=background)
            if judged.outcome is Outcome.CONSISTENT:
                kept.append(replace(pair, background=judged.background))
        return kept

    def _told(self, found: list[Proven]) -> tuple[list[Instance], list[Surface]]:
        """Each candidate in words, and what it shows."""
        around = self.maker.chooser.around
        around.read_grammar(e for p in found for s in (*p.original, *p.perturbed) for e in s.entities)
        around.name(e for p in found for s in p.background for e in s.entities)
        told = []
        for pair in found:
            made = frozenset(item.made.id for item in pair.chosen.items if not self.ways.loaded(item))
            plain = self.telling.instance(pair)
            original, perturbed = (replace(side, made=side.made & made) for side in plain.sides)
            told.append(replace(plain, type=str(CONTROL), original=original, perturbed=perturbed))
        return told, [surface_of(parse_line(to_line(each)[1], "a control")) for each in told]


def _unlike(one: Surface, other: Surface) -> int:
    """How far two pairs differ in their seed relations and in what stands in place of the originals."""
    names = {n for n in (*one, *other) if n.startswith(("seed|", "told|"))}
    return sum(abs(one.get(n, 0) - other.get(n, 0)) for n in names)
