"""ConflictScore (arXiv 2606.26437): the arithmetic, from the label of each claim by each document.

Rules for what the paper leaves open: a document that says both is on both sides, yet a conflict takes two documents; a
claim without evidence is in no mean of ratios; what could not be read widens an interval instead of being irrelevant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from contragraph.dataset.records.claims import AGAINST, FOR, conflicted
from contragraph.documents.judges.base import Label, PassageJudgement
from contragraph.documents.passages import ContextDocument
from contragraph.documents.score.copies import sources_of
from contragraph.graph.errors import InputError

Interval = tuple[float, float]
NO_CLAIMS = "no claims"


@dataclass(frozen=True, slots=True)
class ResponseClaim:
    """What a response says, whole in itself; ``span`` is where it says so, in code points, if that is known."""

    text: str
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ScoredClaim:
    """A claim with a label of each document, in their order; documents are numbered from 1."""

    claim: ResponseClaim
    labels: tuple[PassageJudgement, ...]
    sources: tuple[int, ...]
    """Of each document; those of near-copies are the same."""
    weights: tuple[float, ...]
    """Of each document."""

    @property
    def text(self) -> str:
        """The claim."""
        return self.claim.text

    def _with(self, labels: Sequence[Label]) -> tuple[int, ...]:
        return tuple(n for n, its in enumerate(self.labels, 1) if its.label in labels)

    @property
    def supporting(self) -> tuple[int, ...]:
        """The documents that support it, be it in one place only."""
        return self._with(FOR)

    @property
    def contradicting(self) -> tuple[int, ...]:
        """The documents that contradict it, be it in one place only."""
        return self._with(AGAINST)

    @property
    def mixed(self) -> tuple[int, ...]:
        """The documents that do both."""
        return self._with(("mixed",))

    @property
    def unlabelled(self) -> tuple[int, ...]:
        """The documents of which the answer could not be read."""
        return tuple(n for n, its in enumerate(self.labels, 1) if its.label is None)

    @property
    def conflicted(self) -> bool:
        """Whether one document supports it and another one contradicts it."""
        return conflicted([its.label for its in self.labels])

    @property
    def may_conflict(self) -> bool:
        """Whether it would be conflicted for some reading of what could not be read."""
        known = {*self.supporting, *self.contradicting}
        return self.conflicted or (bool(self.unlabelled) and len(known) + len(self.unlabelled) > 1)

    @property
    def covered(self) -> bool:
        """Whether any document says something of it."""
        return bool(self.supporting or self.contradicting)

    @property
    def uncovered(self) -> bool:
        """Whether every document is known to say nothing of it."""
        return not self.covered and not self.unlabelled

    @property
    def supported(self) -> bool:
        """Whether documents only support it."""
        return bool(self.supporting) and not self.contradicting

    @property
    def refuted(self) -> bool:
        """Whether documents only contradict it."""
        return bool(self.contradicting) and not self.supporting

    @property
    def ratio(self) -> float | None:
        """The contradicting share of the relevant documents; None where there is none."""
        return _share(len(self.contradicting), len(self.supporting))

    @property
    def ratio_of_sources(self) -> float | None:
        """The ratio where near-copies have one vote."""
        votes = [len({self.sources[n - 1] for n in its}) for its in (self.contradicting, self.supporting)]
        return _share(*votes)

    @property
    def ratio_weighted(self) -> float | None:
        """The ratio of the documents' weights."""
        return _share(*(sum(self.weights[n - 1] for n in its) for its in (self.contradicting, self.supporting)))

    @property
    def ratio_interval(self) -> Interval | None:
        """The least and the most that the ratio may be for any reading of what could not be read."""
        against, both, left = len(self.contradicting), len(self.contradicting) + len(self.supporting), self.unlabelled
        if not both and not left:
            return None
        return against / (both + len(left)), (against + len(left)) / (both + len(left))

    @property
    def balance(self) -> float | None:
        """How evenly documents are divided: 1 half and half, 0 where all are of one mind."""
        plus, minus = len(self.supporting), len(self.contradicting)
        return 2 * min(plus, minus) / (plus + minus) if plus + minus else None


def _share(one: float, other: float) -> float | None:
    return one / (one + other) if one + other else None


@dataclass(frozen=True, slots=True)
class ConflictScore:
    """The claims of a response and what becomes of them. Scores are None where there is no claim; ``reason`` says why.

    Lower is better for ``cs_c`` and ``cs_r``, and an empty response has none: read them beside ``coverage``.
    """

    id: str
    """The id of the response."""
    question: str
    """What was asked; may be empty."""
    response: str
    """The response itself."""
    documents: tuple[ContextDocument, ...]
    """What it is held against, in their order."""
    claims: tuple[ScoredClaim, ...]
    """What the response says, each with a label of every document."""
    reason: str = ""
    """Why there are no scores; empty where there are."""
    notes: tuple[str, ...] = ()
    """What else one should know, one sentence each."""
    stated: tuple[bool, ...] = ()
    """Of each conflict among the documents whether the response states both sides."""

    def _mean(self, value: Callable[[ScoredClaim], float | None]) -> float | None:
        known = [each for each in map(value, self.claims) if each is not None]
        return fmean(known) if known else None

    def count(self, holds: Callable[[ScoredClaim], object]) -> int:
        """How many claims something holds of."""
        return sum(bool(holds(claim)) for claim in self.claims)

    @property
    def cs_c(self) -> float | None:
        """The share of claims that are conflicted, as far as answers could be read."""
        return self._mean(lambda claim: float(claim.conflicted))

    @property
    def cs_c_interval(self) -> Interval | None:
        """The least and the most that it may be for any reading of what could not be read."""
        most = self._mean(lambda claim: float(claim.may_conflict))
        return None if self.cs_c is None or most is None else (self.cs_c, most)

    @property
    def cs_r(self) -> float | None:
        """The mean over claims with evidence of the contradicting share of their documents; None without any."""
        return self._mean(lambda claim: claim.ratio)

    @property
    def cs_r_interval(self) -> Interval | None:
        """The least and the most that it may be for any reading of what could not be read."""
        known = [each for claim in self.claims if (each := claim.ratio_interval) is not None]
        return (fmean(low for low, _ in known), fmean(high for _, high in known)) if known else None

    @property
    def cs_r_zero(self) -> float | None:
        """``cs_r`` with 0 for claims without evidence."""
        return self._mean(lambda claim: claim.ratio or 0.0)

    @property
    def cs_r_sources(self) -> float | None:
        """``cs_r`` where near-copies have one vote."""
        return self._mean(lambda claim: claim.ratio_of_sources)

    @property
    def cs_r_weighted(self) -> float | None:
        """``cs_r`` of the documents' weights."""
        return self._mean(lambda claim: claim.ratio_weighted)

    @property
    def balance(self) -> float | None:
        """The mean over claims with evidence of how evenly their documents are divided."""
        return self._mean(lambda claim: claim.balance)

    @property
    def coverage(self) -> float | None:
        """The share of claims of which some document says something."""
        return self._mean(lambda claim: float(claim.covered))

    @property
    def acknowledged(self) -> float | None:
        """The share of the conflicts among the documents of which the response states both sides; None without any."""
        return fmean(map(float, self.stated)) if self.stated else None

    @property
    def uncovered(self) -> int:
        """Claims of which every document is known to say nothing."""
        return self.count(lambda claim: claim.uncovered)

    @property
    def supported(self) -> int:
        """Claims that documents only support."""
        return self.count(lambda claim: claim.supported)

    @property
    def refuted(self) -> int:
        """Claims that documents only contradict: not conflicted, yet with a ratio of 1."""
        return self.count(lambda claim: claim.refuted)

    @property
    def conflicted(self) -> int:
        """Claims that one document supports and another one contradicts."""
        return self.count(lambda claim: claim.conflicted)

    @property
    def local_inconsistency(self) -> int:
        """Documents that support a claim in one place and contradict it in another."""
        return len({n for claim in self.claims for n in claim.mixed})

    @property
    def unlabelled(self) -> int:
        """Labels that could not be read."""
        return sum(len(claim.unlabelled) for claim in self.claims)

    @property
    def stray(self) -> int:
        """Labels of a model that rest on words which the document does not have."""
        return sum(
            its.by == "model" and its.label not in (None, "irrelevant") and not its.snippets
            for claim in self.claims
            for its in claim.labels
        )


def score_of(
    response: str,
    documents: Sequence[ContextDocument],
    claims: Sequence[ResponseClaim],
    labels: Sequence[Sequence[PassageJudgement]],
    *,
    id: str = "1",
    question: str = "",
    reason: str = "",
    notes: Sequence[str] = (),
) -> ConflictScore:
    """The score of a response whose claims are labelled: for each claim a label of each document.

    :raises InputError: if there are no documents, or a weight is less than 0.
    """
    if not documents:
        raise InputError("There are no documents to hold the response against; give at least one.")
    weights = tuple(1.0 if d.weight is None else d.weight for d in documents)
    if any(not weight >= 0 for weight in weights):
        raise InputError("A document has a weight below 0; weights are 0 or more.")
    told = list(notes)
    if len(documents) == 1:
        told.append("there is one document: CS-C is 0 by definition")
    sources = sources_of([d.text for d in documents])
    scored = tuple(ScoredClaim(c, tuple(its), sources, weights) for c, its in zip(claims, labels, strict=True))
    why = reason or ("" if scored else NO_CLAIMS)
    return ConflictScore(id, question, response, tuple(documents), scored, why, tuple(told))
