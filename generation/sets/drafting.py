"""Drafting: documents about the things of conflicts, and about others, before they are told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from contragraph.dataset.records.sets import LENGTHS, LONGEST
from contragraph.generation.assembly.around import Around
from contragraph.generation.assembly.fill import Filler
from contragraph.generation.assembly.pairs import Selection
from contragraph.generation.controls.harmless import Ways
from contragraph.generation.pool.conflicts import Pooled
from contragraph.generation.sets.company import Company
from contragraph.generation.sets.slots import MULTI, SINGLE
from contragraph.generation.sets.spread import Share
from contragraph.generation.sets.telling import Draft, Teller, ToldDocument
from contragraph.graph.model import Statement
from contragraph.reasoning.rules.ruleset import RuleSet

_BESIDE = {"1-50": 0, "51-100": 2, "101-150": 4, "151-200": 8}
"""Things beside the one that a document is about of which it may tell something, the longer it shall be."""
_SHARED = 6
"""Of what fills a document one in so many may stand in another about the same thing as well."""

Known = Callable[[Iterable[str]], Mapping[str, tuple[Statement, ...]]]
"""What every reader knows of the classes of some things."""


@dataclass(frozen=True, slots=True)
class Unmade:
    """Why a pair became nothing."""

    reason: str


@dataclass(frozen=True)
class Drafting:
    """What making documents of the pairs of one wave needs to know; what other waves read or told is not seen.

    So a run that goes on with a wave makes of it what one makes that was never stopped.
    """

    filler: Filler
    teller: Teller
    rules: RuleSet
    ways: Ways
    known: Known
    linking: frozenset[str]
    placing: frozenset[str]
    """Relations that say where something is or was."""
    moving: frozenset[str]
    """Those of them that say what may change in the course of time."""
    documents: int
    salt: str
    strangers: Sequence[Pooled]
    """Conflicts about whose topics other documents may be."""
    _far: dict[str, Draft] = field(default_factory=dict)
    """Documents about those topics."""
    _told: dict[tuple[str, str], ToldDocument | None] = field(default_factory=dict)
    """Such documents in words, by topic and length."""

    @property
    def around(self) -> Around:
        """What the graph knows around things."""
        return self.filler.around

    def company(self) -> Company:
        """What documents without a conflict may be about, once those about other things are drafted."""
        return Company(self.around, self.linking, sorted(self._far))

    def read(self, leads: Sequence[Pooled]) -> None:
        """Read the facts of all that the conflicts of a wave speak of, and of what belongs with that."""
        around = self.around
        around.read(e for lead in (*leads, *self.strangers) for e in lead.entities)
        around.read(place for lead in leads for place in self.ways.places(lead.original))
        truths = (lead.conflict.candidate.truth for lead in leads)
        around.read(e for truth in truths if truth is not None for e in truth.entities)
        near = {e for lead in leads for e in Company(around, self.linking, ()).near(lead.entities)}
        around.read(near)

    def draft_strangers(self) -> None:
        """Draft documents about other things, which many sets may have."""
        for lead in self.strangers:
            topic = lead.original.subject
            if topic not in self._far:
                self._far[topic] = self.draft(lead, Share(topic, ((),)), LONGEST)

    def read_grammar(self, drafts: Iterable[Draft]) -> None:
        """Read how to speak of all that some documents and those about other things could speak of."""
        self.around.read_grammar(e for d in (*drafts, *self._far.values()) for e in d.entities)

    def draft(self, lead: Pooled, share: Share, length: str) -> Draft:
        """What a document may tell besides: what one would tell of its topic, then of what belongs with it."""
        beside = self.around.belonging(share.topic, self.linking, _BESIDE[length])
        of = MULTI if lead.cell.hops > 1 else SINGLE
        chosen = Selection(of, lead, [lead], [share.topic, *beside])
        fill = self.filler.candidates(chosen)
        first = [s for s in fill if share.topic in s.entities]
        return Draft(share, (*first, *(s for s in fill if share.topic not in s.entities)))

    def distractor(self, topic: str, length: str) -> ToldDocument | None:
        """A document about something else, the same wherever it stands."""
        if (topic, length) not in self._told:
            self._told[topic, length] = self.teller.told(self._far[topic], length, lot=f"{self.salt}|{topic}")
        return self._told[topic, length]


def dealt(drafts: Sequence[Draft]) -> tuple[Draft, ...]:
    """Documents about one thing tell different things of it: the facts are dealt out, and few told twice."""
    found = []
    for n, draft in enumerate(drafts):
        alike = [other for other in drafts if other.share.topic == draft.share.topic]
        place = sum(other.share.topic == draft.share.topic for other in drafts[:n])
        own = draft.fill[place :: len(alike)]
        others = [s for s in draft.fill if s not in own]
        found.append(Draft(draft.share, (*own, *others[: len(own) // _SHARED])))
    return tuple(found)


def shorter(length: str) -> list[str]:
    """A bin of lengths and the shorter ones, the longest first."""
    names = list(LENGTHS)
    return names[names.index(length) :: -1]
