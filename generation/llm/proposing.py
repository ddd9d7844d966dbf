"""A model as a source of conflicts: asked about statements of which a search knows that something contradicts them.

The search without a model goes ahead and says which statements can be contradicted, about which things, in how many
steps. Statements about one thing are asked about together, for a pair needs several conflicts that belong together.
All questions of a turn are asked at once, and those whose answer is refuted once more with the finding. What is asked
depends on what was asked for and on the answers before, on no clock: a run that goes on after a kill asks the same,
and has its answers from the cache.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil

from contragraph.dataset.types import PairType
from contragraph.generation.llm.counts import ProposalCounts
from contragraph.generation.llm.demonstrations import DemonstrationTexts
from contragraph.generation.llm.demonstrations import chosen as demonstrated
from contragraph.generation.llm.examine import Examiner, ProposalVerdict, refused
from contragraph.generation.llm.offer import make_offer
from contragraph.generation.llm.prompts import Prompt
from contragraph.generation.llm.question import Offer, PromptWords, Proposed, Triplet, ask_again, first_ask
from contragraph.generation.llm.queue import clean, queued
from contragraph.generation.llm.reading import ProposalReader, ReadProposal
from contragraph.generation.pool.compatible import compatible
from contragraph.generation.pool.conflicts import Pool, Pooled
from contragraph.generation.pool.searched import Searched
from contragraph.generation.pool.source import Rejected, SearchRequest, Source
from contragraph.generation.search.candidate import ProvenConflict
from contragraph.generation.search.searching import Searcher
from contragraph.generation.search.view import View, look
from contragraph.graph.model import Statement, content_hash
from contragraph.graph.model.origin import MadeBy
from contragraph.llm import Answer, Ask, Gateway

NO_ANSWER = "the model gave no usable answer"
_OF_WANTED = 3
"""A search is asked for so many conflicts where one is wanted; answers of models are paid for."""
_LEAST, _MOST = 4, 240
"""Statements that are asked about in one turn."""
_TOGETHER = 6
"""Statements about one thing that are asked about in one turn."""
_ALIKE = 2
"""Of these by one relation."""
_ROOM = 12
"""True statements that all of these take: a side of a pair has at most 15."""
_KNOWN = 8
"""Conflicts that the search ahead knows for each statement that is asked about, if there are so many."""
Key = tuple[Statement, bool]
"""A statement, and whether it is contradicted together with further facts."""


@dataclass(frozen=True)
class Means:
    """What all questions of a run share."""

    gateway: Gateway
    prompt: Prompt
    again: Prompt
    words: PromptWords
    shown: DemonstrationTexts
    reader: ProposalReader
    examiner: Examiner
    kg: str


@dataclass
class _Case:
    """One statement that is asked about: what was asked, and what came."""

    offer: Offer
    ask: Ask
    answer: Answer | None = None
    read: ReadProposal = field(default_factory=ReadProposal)
    verdict: ProposalVerdict = field(default_factory=ProposalVerdict)
    strange: list[tuple[Triplet, str]] = field(default_factory=list)
    """Triplets whose relation is not known, each with the model's reason."""

    @property
    def proposed(self) -> Proposed | None:
        """The answer, if it has the shape."""
        parsed = self.answer.parsed if self.answer else None
        return parsed if isinstance(parsed, Proposed) else None

    @property
    def refuted(self) -> bool:
        """Whether it may be asked again."""
        return self.verdict.conflict is None and not self.verdict.undecided and self.proposed is not None


class Proposing:
    """The source; ``tries`` statements are asked about for each conflict of the plan, at most."""

    def __init__(
        self, searcher: Searcher, means: Means, plan: Mapping[PairType, int], tries: int, processes: int = 1
    ) -> None:
        self._searcher, self.means = searcher, means
        self._ahead = Searched(searcher, processes)
        self._known = Pool("ahead")
        self._ways: defaultdict[Key, list[ProvenConflict]] = defaultdict(list)
        planned = {multi: sum(n * t.conflicts for t, n in plan.items() if t.multi is multi) for multi in (True, False)}
        self._planned = planned
        self._left = {multi: tries * number for multi, number in planned.items()}
        self._done: set[Key] = set()
        self._given: set[str] = set()
        self._asked = ProposalCounts()
        self._review: list[dict[str, object]] = []
        self._rejected: list[Rejected] = []
        self._view = View({}, {})

    # -- what a run asks ---------------------------------------------------------------------------------------

    def more(self, wanted: SearchRequest) -> Sequence[ProvenConflict]:
        """Proven conflicts that the model proposed; none once there is nothing left to ask about.

        A model is asked about what is wanted, and not once more about all that may be told together.
        """
        if wanted.about:
            return ()
        while cases := self.cases(wanted):
            self._ask_all(cases)
            found = [conflict for case in cases if (conflict := self._settled(case)) is not None]
            if found:
                return found
        return ()

    def rejected(self) -> Sequence[Rejected]:
        """The proposals that were refuted since this was last asked."""
        said, self._rejected = self._rejected, []
        return said

    def close(self) -> None:
        """End the processes that search ahead."""
        self._ahead.close()

    def account(self) -> dict[str, object]:
        """What was asked, and what is left to people, since this was last asked: as the journal keeps it."""
        asked, review = self._asked, self._review
        self._asked, self._review = ProposalCounts(), []
        return {"proposals": asked.as_json(), "review": review}

    # -- what the model is asked about -------------------------------------------------------------------------

    def cases(self, wanted: SearchRequest) -> list[_Case]:
        """The next statements to be asked about, with their questions."""
        kinds = [multi for multi in (True, False) if self._left[multi] and _fits(multi, wanted)]
        size = min(_MOST, max(_LEAST, ceil(wanted.count / _OF_WANTED)))
        every = sum(self._planned[multi] for multi in kinds)
        chosen: dict[Key, Pooled] = {}
        for multi in kinds:
            number = min(self._left[multi], max(_LEAST, ceil(size * self._planned[multi] / every)))
            hops = tuple(h for h in wanted.hops if (h > 1) == multi) or ((2, 3, 4) if multi else (1,))
            chosen |= self._chosen(multi, number, replace(wanted, count=number, hops=hops))
        return self._questions(chosen) if chosen else []

    def _chosen(self, multi: bool, number: int, wanted: SearchRequest) -> dict[Key, Pooled]:
        """Statements that something contradicts, each with what can do so beside the others about the same thing.

        The things come first about which the most conflicts go together.
        """
        open_ = self._open(multi, wanted)
        while len(open_) < _KNOWN * number and self._look_ahead(replace(wanted, count=_KNOWN * number)):
            open_ = self._open(multi, wanted)
        full = frozenset(wanted.full)
        together: dict[str, list[Pooled]] = {}
        for item in open_:
            if item.original.relation not in full:
                for topic in item.topics:
                    some = together.setdefault(topic, [])
                    if len(some) < _TOGETHER and _goes_with(item, some):
                        some.append(item)

        def weight(topic: str) -> tuple[int, str]:
            return -len(together[topic]), content_hash("topic", topic)

        chosen: dict[Key, Pooled] = {}
        for topic in sorted(together, key=weight):
            for item in together[topic]:
                chosen.setdefault(_key(item), item)
            if len(chosen) >= number:
                break
        return dict(list(chosen.items())[:number])

    def _open(self, multi: bool, wanted: SearchRequest) -> list[Pooled]:
        """The ways to contradict statements that were not asked about; those by dates alone where these are few."""
        fitting = [
            item
            for item in self._known.everything
            if item.cell.hops in wanted.hops and (item.cell.hops > 1) == multi and _key(item) not in self._done
        ]
        dated = [item for item in fitting if item.cell.dated]
        return dated if wanted.dated and dated else fitting

    def _look_ahead(self, wanted: SearchRequest) -> bool:
        """Search for further statements that can be contradicted; whether any was found."""
        found = self._ahead.more(wanted)
        self._ahead.rejected()
        before = len(self._known)
        self._known.add(found)
        for item in self._known.everything[before:]:
            self._ways[_key(item)].append(item.conflict)
        return bool(found)

    def _questions(self, chosen: Mapping[Key, Pooled]) -> list[_Case]:
        """The questions about some statements; what the graph knows around all of them is read at once."""
        means, grounds = self.means, self._searcher.grounds
        asked = {
            key: list(dict.fromkeys((item.conflict.candidate, *(w.candidate for w in self._ways[key]))))
            for key, item in chosen.items()
        }
        others: defaultdict[tuple[str, bool], list[ProvenConflict]] = defaultdict(list)
        for key, some in self._ways.items():
            if key not in asked:
                others[key[0].relation, key[1]] += some
        examples = {sort: demonstrated(others[sort]) for sort in {(seed.relation, multi) for seed, multi in chosen}}
        candidates = [c for some in (*asked.values(), *examples.values()) for c in some]
        things = (e for c in candidates for s in c.statements for e in s.entities)
        self._view = view = look(self._searcher.store, things, grounds.asked)
        cases = []
        for key, ways in asked.items():
            self._done.add(key)
            self._left[key[1]] -= 1
            offer = make_offer(key[0], ways, view, grounds.ontology.statable)
            sort = (key[0].relation, key[1])
            shown = means.shown.text(*sort, examples[sort], view.entities)
            data = offer.data(view.entities, means.words)
            cases.append(_Case(offer, first_ask(means.prompt, data, shown, offer.multi)))
        return cases

    # -- what comes of it --------------------------------------------------------------------------------------

    def _ask_all(self, cases: Sequence[_Case]) -> None:
        """Ask about all, examine what comes, and ask once more where it is refuted."""
        self._asked.seeds += len(cases)
        turn = list(cases)
        for last in (False, True):
            answers = self.means.gateway.ask([case.ask for case in turn])
            self._asked.count(answers)
            for case, answer in zip(turn, answers, strict=True):
                case.answer = answer
                self._examine(case)
            turn = [case for case in turn if case.refuted]
            if last or not turn:
                return
            for case in turn:
                text = case.answer.text if case.answer else ""
                case.ask = ask_again(case.ask, text, case.verdict.finding, self.means.again, case.offer.multi)

    def _examine(self, case: _Case) -> None:
        """Read an answer and examine what it proposes."""
        if case.proposed is None:
            failure = case.answer.failure if case.answer else None
            case.read, case.verdict = ReadProposal(), refused(NO_ANSWER, failure or NO_ANSWER)
            return
        case.read = self.means.reader.read(case.proposed, case.offer, self._view)
        case.strange += [(triplet, case.proposed.reason) for triplet in case.read.unknown]
        case.verdict = self.means.examiner.examine(case.read, case.offer, self._view)

    def _settled(self, case: _Case) -> ProvenConflict | None:
        """Count what came of a case; the conflict if it is proven and new."""
        by = MadeBy(**self.means.gateway.made_by(case.ask))
        lines = self._to_review(case, by)
        self._review += lines
        self._asked.review += len(lines)
        verdict = case.verdict
        if verdict.conflict is not None and verdict.conflict.id not in self._given:
            self._given.add(verdict.conflict.id)
            self._asked.accepted += 1
            return replace(verdict.conflict, made_by=by)
        if verdict.conflict is not None:
            verdict = refused("it was proposed before")
        if not verdict.undecided:
            self._asked.reject(_counted(verdict))
            self._rejected.append(self._rejection(case, verdict, by))
        return None

    def _rejection(self, case: _Case, verdict: ProposalVerdict, by: MadeBy) -> Rejected:
        """The last proposal about a statement, which was not accepted."""
        more: dict[str, object] = {"model": by.model, "prompt": by.prompt}
        if case.proposed is not None:
            told = [[clean(t.subject), clean(t.relation), clean(t.object)] for t in case.proposed.triplets]
            more |= {"proposed": told, "why": clean(case.proposed.reason)}
        elif case.answer is not None and case.answer.failure:
            more["failure"] = clean(case.answer.failure)
        return Rejected(case.offer.seed, 2 if case.offer.multi else 1, verdict.filter, verdict.reason, more)

    def _to_review(self, case: _Case, by: MadeBy) -> list[dict[str, object]]:
        """What people should look at of a case: relations that nobody knows, and what the prover cannot decide."""
        means, read = self.means, case.read
        entities = self._view.entities
        pair_type = f"1-{'multi' if case.offer.multi else 'single'}-hop"
        shared = (pair_type, means.kg, case.offer.seed, entities, means.words, by)
        lines = []
        for triplet, why in case.strange:
            reason = f'the relation "{clean(triplet.relation)}" is not known'
            lines.append(queued("relation", *shared, reason, said=[triplet], why=why))
        if case.verdict.undecided and read.made is not None:
            why = case.proposed.reason if case.proposed else ""
            lines.append(queued("undecided", *shared, case.verdict.reason, made=[read.made], facts=read.facts, why=why))
        return lines


def accounted(source: Source) -> dict[str, object]:
    """What the journal keeps of a model that is a source; nothing of other sources."""
    return source.account() if isinstance(source, Proposing) else {}


def _fits(multi: bool, wanted: SearchRequest) -> bool:
    """Whether conflicts of one step, or of several, are wanted."""
    return not wanted.hops or any((h > 1) == multi for h in wanted.hops)


def _goes_with(item: Pooled, some: Sequence[Pooled]) -> bool:
    """Whether a conflict may stand in one pair with others: of another kind than most of them, and there is room."""
    alike = sum(other.cell.relation == item.cell.relation for other in some)
    told = {s for other in (item, *some) for s in other.truths}
    return alike < _ALIKE and len(told) <= _ROOM and compatible(item, some)


def _key(item: Pooled) -> Key:
    return item.original, item.cell.hops > 1


def _counted(verdict: ProposalVerdict) -> str:
    """A reason as it is counted: that of a filter by its name."""
    return verdict.reason if verdict.filter == "proposal" else f"refused by filter {verdict.filter}"
