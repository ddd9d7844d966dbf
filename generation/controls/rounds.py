"""The controls of a run: each tells anew of what a pair is about, with something true for what the pair makes up.

Controls come when all pairs are made, by the same choosing, filling and wording, so that topics, relations and words
are those of the pairs (a contrast set: Gardner et al. 2020, "Evaluating models' local decision boundaries"). The
controls of a type are one line of the journal; a run that is resumed makes those of the type at hand anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from contragraph.dataset.records.codec import to_line
from contragraph.dataset.types import CONTROL, PairType, parse_type
from contragraph.generation.assembly.journal import described
from contragraph.generation.assembly.pairs import about_places
from contragraph.generation.assembly.proof import Failure, Proven, unopposed
from contragraph.generation.assembly.rounds import Maker, RunState
from contragraph.generation.assembly.telling import Telling
from contragraph.generation.controls.harmless import Ways
from contragraph.generation.pool.conflicts import Pool, Pooled
from contragraph.generation.pool.quotas import Parity, QuotaLedger
from contragraph.generation.search.candidate import ProvenConflict
from contragraph.generation.settings.ratio import Ratio
from contragraph.generation.settings.shares import FREE
from contragraph.graph.model import Instance, Statement
from contragraph.graph.model.origin import Control
from contragraph.reasoning.prover.judge import Outcome, judge

_WIDER = 0.01
"""Controls of a type that may tell one and the same wider place or other value: one county has many towns."""
_OPPOSED = Failure("proof", "what every reader knows contradicts the control")
_SAME = Failure("twin", "another control of the pair is the same")

Entry = Mapping[str, Any]
Known = Callable[[Iterable[str]], Mapping[str, tuple[Statement, ...]]]
"""What every reader knows of the classes of some things."""


@dataclass(frozen=True, slots=True)
class Partner:
    """A pair of the run, and the conflicts of which its control is made."""

    id: str
    conflicts: tuple[Pooled, ...]


@dataclass
class Often:
    """How often each thing was told in place of another, and how often it may be."""

    most: int
    told: Counter[str] = field(default_factory=Counter)

    def admits(self, harmless: ProvenConflict) -> bool:
        """Whether what it says instead may be told once more; the original itself always may."""
        made, original = harmless.candidate.perturbed, harmless.candidate.original
        new = isinstance(made.object, str) and made.object not in original.entities
        return not new or self.told[made.object_id] < self.most


@dataclass(frozen=True)
class Controls:
    """What makes controls."""

    maker: Maker
    state: RunState
    telling: Telling
    ways: Ways
    known: Known
    salt: str

    def entries(
        self, journal: Iterable[Entry], plan: Iterable[PairType], ratio: Ratio
    ) -> Iterator[tuple[dict[str, object], list[Instance]]]:
        """For every type that has none yet its controls, and the line of the journal that they belong to."""
        pairs: dict[PairType, list[Partner]] = {}
        done: set[str] = set()
        for entry in journal:
            if entry["type"] == str(CONTROL):
                done.add(entry["shape"])
                continue
            for kept in entry["kept"]:
                conflicts = tuple(self.state.pool.everything[number] for number in kept["conflicts"])
                pairs.setdefault(parse_type(entry["type"]), []).append(Partner(kept["id"], conflicts))
        for pair_type in plan:
            some = pairs.get(pair_type, [])
            targets = [some[number * ratio.pairs // ratio.controls] for number in range(ratio.of(len(some)))]
            if targets and str(pair_type) not in done:
                yield self._of_type(pair_type, targets)

    def _of_type(self, pair_type: PairType, targets: Sequence[Partner]) -> tuple[dict[str, object], list[Instance]]:
        """The controls of some pairs of a type, those of one pair side by side."""
        self._read(targets)
        failed: list[tuple[Statement, Failure]] = []
        often = Often(max(1, int(_WIDER * len(targets) * pair_type.conflicts)))
        candidates = [self._candidates(pair_type, t, f"{self.salt}|{n}", often, failed) for n, t in enumerate(targets)]
        kept: dict[int, Instance] = {}
        seen: set[str] = set()
        left = list(range(len(targets)))
        while found := {n: made for n in left if (made := next(candidates[n], None))}:
            told = self._told(self._sure(found, failed))
            for number, instance in told.items():
                kinds = " + ".join(item.conflict.candidate.shape for item in found[number].chosen.items)
                control = replace(instance, control=Control(targets[number].id, kinds))
                name, _ = to_line(control)
                if name in seen:
                    failed.append((found[number].chosen.lead.original, _SAME))
                    continue
                seen.add(name)
                kept[number] = control
            left = [n for n in found if n not in kept]
        entry: dict[str, object] = {
            "type": str(CONTROL),
            "shape": str(pair_type),
            "rejected": [
                {
                    "type": str(CONTROL),
                    "seed_statement": described(seed, lambda r: self.telling.labels.get(r, r)),
                    "filter": why.filter,
                    "reason": why.reason,
                }
                for seed, why in failed
            ],
        }
        return entry, [kept[number] for number in sorted(kept)]

    def _read(self, targets: Iterable[Partner]) -> None:
        """Read what the ways of these pairs speak of."""
        around, ways = self.maker.chooser.around, self.ways
        items = [item for target in targets for item in target.conflicts]
        around.name(e for item in items for e in item.entities)
        around.read(e for item in items for e in (*item.entities, *item.topics, item.made.subject))
        around.read(place for item in items for place in ways.places(item.original))
        around.name(
            e for item in items for each in ways.twins(item.conflict) for e in each.candidate.perturbed.entities
        )

    def _candidates(
        self,
        pair_type: PairType,
        target: Partner,
        salt: str,
        often: Often,
        failed: list[tuple[Statement, Failure]],
    ) -> Iterator[Proven]:
        """Pairs of the same conflicts, with something true in each for what is made up."""
        first = target.conflicts[0].original
        hidden, overlap = self.maker.chooser.around.hidden, self.maker.filler.overlap
        # Of what little is told of a thing both sides may have to tell all. What parity lacks when all pairs are made
        # is not what it lacked when each was: fill chosen by it would tell controls apart.
        for last, share in ((False, overlap), (True, overlap), (True, 1.0)):
            filler = replace(self.maker.filler, salt=salt, overlap=share, parity=Parity())
            pool = Pool(salt)
            for item in target.conflicts:
                every = self.ways.twins(item.conflict, last=last)
                pool.add(h for h in every if not any(map(hidden, h.candidate.perturbed.entities)) and often.admits(h))
            for lead in sorted(pool.everything, key=lambda item: (item.original != first, item.key)):
                ledger = QuotaLedger(FREE, {pair_type: 1})
                ledger.waived.update(("hops", about_places(pair_type)))
                chooser = replace(self.maker.chooser, pool=pool, ledger=ledger)
                for selection in chooser.around_lead(lead, pair_type):
                    made = unopposed(selection, filler, self.maker.prover)
                    if isinstance(made, Proven):
                        often.told.update(item.made.object_id for item in selection.items)
                        yield made
                    else:
                        failed.append((lead.original, made))
                    chooser.give_back(selection)

    def _sure(self, found: Mapping[int, Proven], failed: list[tuple[Statement, Failure]]) -> dict[int, Proven]:
        """Those that stay without contradiction with all that readers know of the things in them."""
        things = {n: sorted({e for s in (*p.original, *p.perturbed) for e in s.entities}) for n, p in found.items()}
        known = self.known({e for some in things.values() for e in some})
        kept = {}
        for number, pair in found.items():
            background = tuple(sorted({s for e in things[number] for s in known.get(e, ())}, key=lambda s: s.sort_key))
            judged = judge(pair.original, pair.perturbed, self.maker.prover.rules, background=background)
            if judged.outcome is Outcome.CONSISTENT:
                kept[number] = replace(pair, background=judged.background)
            else:
                failed.append((pair.chosen.lead.original, _OPPOSED))
        return kept

    def _told(self, found: Mapping[int, Proven]) -> dict[int, Instance]:
        """Each in words."""
        around = self.maker.chooser.around
        around.read_grammar(e for p in found.values() for s in (*p.original, *p.perturbed) for e in s.entities)
        around.name(e for p in found.values() for s in p.background for e in s.entities)
        told = {}
        for number, pair in found.items():
            made = frozenset(item.made.id for item in pair.chosen.items if not self.ways.loaded(item))
            plain = self.telling.instance(pair)
            original, perturbed = (replace(side, made=side.made & made) for side in plain.sides)
            told[number] = replace(plain, type=str(CONTROL), original=original, perturbed=perturbed)
        return told
