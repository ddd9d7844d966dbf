"""What a dataset says of its own items, against what was found: counts of conflicts, explicit or not, proven or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from contragraph.dataset.records.bank import CAUSES
from contragraph.documents.classify import NONE, Classified
from contragraph.evaluation.statistics import Proportion

PROVEN = "proven"


@dataclass(frozen=True, slots=True)
class GoldComparison:
    """A question with its right answers and ours, over the items of a dataset that have a right answer."""

    dataset: str
    question: str
    confusion: tuple[tuple[str, str, int], ...]
    """(right answer, our answer, items)"""

    @property
    def accuracy(self) -> Proportion:
        """The items with the right answer."""
        return Proportion(
            sum(n for gold, said, n in self.confusion if gold == said), sum(n for *_, n in self.confusion)
        )

    @property
    def majority(self) -> Proportion:
        """What always giving the most frequent answer would reach."""
        counts: Counter[str] = Counter()
        for gold, _, n in self.confusion:
            counts[gold] += n
        return Proportion(max(counts.values(), default=0), counts.total())


def compare_gold(dataset: str, items: Sequence[Classified]) -> list[GoldComparison]:
    """Every question that the dataset answers itself, in a fixed order."""
    found = []
    for question, gold_of, said_of in _QUESTIONS:
        counts: Counter[tuple[str, str]] = Counter()
        for item in items:
            gold = gold_of(item)
            if gold is not None and not item.problem:
                counts[gold, said_of(item)] += 1
        if counts:
            confusion = tuple((gold, said, n) for (gold, said), n in sorted(counts.items()))
            found.append(GoldComparison(dataset, question, confusion))
    return found


def _held(item: Classified, name: str) -> str | None:
    return dict(item.pair.gold).get(name)


def _several_gold(item: Classified) -> str | None:
    kind = _held(item, "kind")
    return {"answer": "one", "factoid": "several"}.get(kind or "")


def _several(item: Classified) -> str:
    return "several" if len(item.conflicts) > 1 else "one"


def _count_gold(item: Classified) -> str | None:
    count = _held(item, "count")
    return _capped(int(count)) if count is not None and count.isdigit() else None


def _count(item: Classified) -> str:
    return _capped(len(item.conflicts))


def _capped(count: int) -> str:
    return str(count) if count < 4 else "4+"


def _form_gold(item: Classified) -> str | None:
    kind = _held(item, "kind")
    return kind if kind in ("explicit", "implicit") else None


def _form(item: Classified) -> str:
    return "explicit" if item.explicit else "implicit"


def _released(cause: str, item: Classified) -> str | None:
    return PROVEN if _held(item, "released as") == cause else None


def _proven(item: Classified) -> str:
    if "axiom" in item.causes:
        return PROVEN
    return "found, not proven" if item.conflicts else NONE


_Saying = Callable[[Classified], str | None]
_QUESTIONS: tuple[tuple[str, _Saying, Callable[[Classified], str]], ...] = (
    ("one conflict or several (answer or factoid)", _several_gold, _several),
    ("number of conflicts", _count_gold, _count),
    ("explicit or implicit", _form_gold, _form),
    *((f"contradiction by {cause}, which is proven", partial(_released, cause), _proven) for cause in CAUSES),
)
