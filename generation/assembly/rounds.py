"""Waves: pairs of one type, chosen, filled, proven and told for some hundred at once.

What a wave leaves behind is small: which conflicts its pairs use, which were passed over, and what was asked of the
search before it. From that alone the state of a run is restored, so that a run that was killed goes on with the same
bytes as one that was not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from contragraph.dataset.types import PairType
from contragraph.generation.assembly.fill import Filler
from contragraph.generation.assembly.pairs import Chooser, about_places
from contragraph.generation.assembly.proof import Proven, Prover, prove
from contragraph.generation.pool.conflicts import Pool, Pooled
from contragraph.generation.pool.leads import leads
from contragraph.generation.pool.quotas import HOPS, MOST_LONG, QuotaLedger
from contragraph.generation.pool.source import Rejected, SearchRequest, Source

_WAVE = 160
"""Pairs that are made at once, of which the journal has one line."""
_TRIED = 4_000
"""Conflicts that are tried to begin them."""
_AHEAD = 3
"""Conflicts that are asked for where one is wanted."""
_LEADS = 4
"""Conflicts of a plan for each thing around which more are looked for, so that a text is about few things."""
_BESIDE = 3
"""Things beside each of these that are looked at as well."""
FEW = "too few conflicts about it go together"


def in_order(plan: Mapping[PairType, int]) -> list[tuple[PairType, int]]:
    """The types of a plan, those first that ask most of the pool."""
    return sorted(plan.items(), key=lambda item: (not item[0].multi, -item[0].conflicts))


@dataclass
class RunState:
    """How far a run has come."""

    pool: Pool
    ledger: QuotaLedger
    kept: Counter[PairType] = field(default_factory=Counter)
    passed: dict[PairType, set[int]] = field(default_factory=dict)
    """Conflicts that begin no pair of a type: too few go with them, or the pair could not be proven."""
    reasons: dict[PairType, Counter[str]] = field(default_factory=dict)
    """What kept pairs of a type from being made."""
    refused: dict[PairType, Counter[str]] = field(default_factory=dict)
    """The conflicts that each quota refused when a type was done."""
    asked: Counter[PairType] = field(default_factory=Counter)
    """How often the search was asked for the sake of a type."""
    done: set[PairType] = field(default_factory=set)
    """Types that have all their pairs, or for which nothing is left to try."""
    seen: int = 0
    """Conflicts of the pool around which the graph was read."""


@dataclass
class Wave:
    """Pairs of one type, and what went wrong."""

    type: PairType
    asked: list[SearchRequest] = field(default_factory=list)
    kept: list[Proven] = field(default_factory=list)
    passed: list[int] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    again: list[int] = field(default_factory=list)
    """What was passed over before and may be tried again, because the pool has grown around it."""
    refused: Counter[str] = field(default_factory=Counter)
    """When the type was done, the conflicts that each quota would have refused."""
    done: bool = False
    """Whether nothing is left to try for the type."""
    waived: list[str] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Maker:
    """What making pairs needs to know."""

    source: Source
    chooser: Chooser
    filler: Filler
    prover: Prover


def fill_type(pair_type: PairType, wanted: int, state: RunState, maker: Maker) -> Iterator[Wave]:
    """Waves of pairs until there are enough of a type, or nothing is left to try; the state follows."""
    while state.kept[pair_type] < wanted and pair_type not in state.done:
        wave = Wave(pair_type)
        if not len(state.pool):
            _ask(wave, _first(state), state, maker)
            if about := _around_leads(state, maker):
                _ask(wave, SearchRequest(0, (1, 2), about=about), state, maker)
        _make(wave, wanted - state.kept[pair_type], state, maker)
        if not wave.kept and not wave.passed:
            _help(wave, wanted, state, maker)
        wave.done = wave.done or state.kept[pair_type] + len(wave.kept) >= wanted
        if wave.done:
            wave.refused = _refused(pair_type, state)
        note(wave, state)
        yield wave


def worth(
    chooser: Chooser, filler: Filler, about: Mapping[str, int], conflicts: int
) -> Callable[[Pooled], tuple[int, int]]:
    """What leads are ordered by: of how few things a pair would speak, and how much there is to tell of the topic."""
    return lambda lead: (chooser.things(lead, about, conflicts), -max(map(filler.richness, lead.topics)))


def _refused(pair_type: PairType, state: RunState) -> Counter[str]:
    """The conflicts that each quota would refuse if a type were to go on."""
    ledger = state.ledger
    left = (p for p in state.pool.everything if (p.cell.hops > 1) == pair_type.multi and not ledger.used(p))
    return Counter(filter(None, (ledger.refuses(p, pair_type) for p in left)))


def note(wave: Wave, state: RunState) -> None:
    """Count in the state what a wave has made, and what it has found not to help."""
    state.kept[wave.type] += len(wave.kept)
    state.passed.setdefault(wave.type, set()).update(wave.passed)
    state.passed[wave.type].difference_update(wave.again)
    state.asked[wave.type] += len(wave.asked)
    state.ledger.waived.update(wave.waived)
    if wave.done:
        state.done.add(wave.type)
    state.ledger.refused.update(wave.refused)
    state.refused.setdefault(wave.type, Counter()).update(wave.refused)
    state.reasons.setdefault(wave.type, Counter()).update(wave.reasons)


def _first(state: RunState) -> SearchRequest:
    planned = state.ledger.planned
    hops = tuple(h for multi, some in ((True, (4, 3, 2)), (False, (1,))) if planned[multi] for h in some)
    return SearchRequest(sum(planned.values()) // 2, hops)


def _around_leads(state: RunState, maker: Maker) -> tuple[str, ...]:
    """Things of which there is most to tell among those that a conflict is about, and what belongs to them."""
    around = maker.chooser.around
    topics = list(dict.fromkeys(item.made.subject for item in state.pool.everything))
    around.read(topics)
    worth = {topic: maker.filler.richness(topic) for topic in topics}
    leads = sorted(topics, key=lambda topic: -worth[topic])[: sum(state.ledger.planned.values()) // _LEADS]
    found = dict.fromkeys(leads)
    for lead in leads:
        found |= dict.fromkeys(around.belonging(lead, maker.chooser.linking, _BESIDE))
    return tuple(sorted(found))


def _ask(wave: Wave, wanted: SearchRequest, state: RunState, maker: Maker) -> bool:
    """Ask the search for more; whether something new came."""
    wave.asked.append(wanted)
    before = len(state.pool)
    state.pool.add(maker.source.more(wanted))
    wave.rejected += maker.source.rejected()
    fresh = {topic for item in state.pool.everything[before:] for topic in item.topics}
    passed = state.passed.get(wave.type, ())
    wave.again += sorted(n for n in passed if not fresh.isdisjoint(state.pool.everything[n].topics))
    return len(state.pool) > before


def _help(wave: Wave, wanted: int, state: RunState, maker: Maker) -> None:
    """Ask for what starves; where the search is dry, waive the lower quota that stands in the way, or give up."""
    ledger, pair_type = state.ledger, wave.type
    missing = wanted - state.kept[pair_type]
    count = _AHEAD * missing * pair_type.conflicts << min(6, state.asked[pair_type])
    every = HOPS if pair_type.multi else (1,)
    short = tuple(h for h, n in sorted(ledger.short_of_hops.items(), key=lambda i: (-i[1], i[0])) if n)
    # Pairs of many conflicts have no room for long ones.
    first = every[:1] if pair_type.conflicts > MOST_LONG else short if pair_type.multi and short else every
    dated = ledger.short_of_dated > state.pool.dated
    for hops in dict.fromkeys((first, every)):
        if _ask(wave, SearchRequest(count, hops, dated, ledger.full(pair_type)), state, maker):
            return
    if (place := about_places(pair_type)) not in ledger.waived:
        wave.waived.append(place)
        wave.again = sorted(state.passed.get(pair_type, ()))
        return
    stopped = {ledger.refuses_cell(cell, pair_type) for cell in state.pool.cells()}
    for name in ("hops", "dated"):
        if name in stopped:
            wave.waived.append(name)
            wave.again = sorted(state.passed.get(pair_type, ()))
            return
    wave.done = True


def _make(wave: Wave, wanted: int, state: RunState, maker: Maker) -> None:
    """Choose, fill and prove pairs; what they use is taken in the ledger."""
    pair_type, ledger, around = wave.type, state.ledger, maker.chooser.around
    fresh = state.pool.everything[state.seen :]
    around.read(e for item in fresh for e in item.entities)
    if maker.filler.deep:
        maker.filler.deep.walk(topic for item in fresh for topic in item.topics)
    state.seen = len(state.pool)
    passed = state.passed.get(pair_type, set())
    about = maker.chooser.counts(multi=pair_type.multi)
    many = pair_type.conflicts
    for lead in leads(state.pool, ledger, pair_type, passed, worth(maker.chooser, maker.filler, about, many)):
        if many > 1 and maker.chooser.promises(lead, about, many) < many:
            wave.reasons[FEW] += 1
            wave.passed.append(lead.number)
            continue
        made = _made(lead, wave, maker)
        if made is None:
            wave.passed.append(lead.number)
        else:
            wave.kept.append(made)
        if len(wave.kept) == min(_WAVE, wanted) or len(wave.passed) == _TRIED:
            break
    around.read_grammar(e for pair in wave.kept for s in (*pair.original, *pair.perturbed) for e in s.entities)


def _made(lead: Pooled, wave: Wave, maker: Maker) -> Proven | None:
    """The pair that a conflict begins, proven; None where it begins none, which the wave is told the reason of."""
    pair_type, chooser = wave.type, maker.chooser
    reason = FEW
    for selection in chooser.around_lead(lead, pair_type):
        made = prove(selection, maker.filler, maker.prover)
        if isinstance(made, Proven):
            told = (s for s in {*made.original, *made.perturbed} if s.id not in made.made)
            maker.filler.parity.note((item.made for item in selection.items), told)
            return made
        reason = made.reason
        wave.rejected.append(Rejected(lead.original, lead.conflict.hops, made.filter, made.reason))
        chooser.give_back(selection)
    wave.reasons[reason] += 1
    return None
