"""How far computed localisation is right: ``python -m benchmarks.localisation DATASET`` prints all of it.

Agreement with the answers that were scored by hand; answers of known quality over every pair of a dataset; and, for the
threshold of likeness, how alike the wordings of the same statements are in the two texts of a pair, against sentences
that do not belong there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Literal

from benchmarks.measure import with_folder
from contragraph.dataset.records.pairs import read_instances
from contragraph.dataset.records.schema import ContextRecord, InstanceRecord
from contragraph.evaluation.answers import likeness
from contragraph.evaluation.answers.likeness import Wording, alike, names_hold
from contragraph.evaluation.statistics import bootstrap_interval, kappa
from tests.detect_answers import GOLD, compared, differing, judged
from tests.detect_answers import main as qualities

LEVELS = (50, 55, 60, 65, 70, 75)
PAIRS = 300
Told = tuple[Wording, frozenset[str]]


def by_hand() -> None:
    """The agreement with the scores by hand, of whole answers and of conflicts."""
    measures: tuple[Literal["localised", "paired"], ...] = ("localised", "paired")
    for name in GOLD:
        answers = judged(name)
        for measure in measures:
            for what, units in zip(("answers", "conflicts"), compared(answers, measure), strict=True):
                same = sum(unit[0][1] == unit[1][1] for unit in units)
                found = kappa(units)
                interval = bootstrap_interval(units, kappa)
                print(f"{name}, {measure}: {same} of {len(units)} {what} alike, kappa {found:.3f} {interval}")
            print(f"{name}, {measure}: differ in {differing(answers, measure)}")


def _sentences(context: ContextRecord) -> list[Told]:
    return [(Wording(context.text[s.start : s.end].strip()), frozenset(s.statements)) for s in context.sentences]


def _pairs(folder: Path) -> Iterator[tuple[list[Told], list[Told], Wording, list[Told]]]:
    """Of each pair the sentences of both texts, the second text whole, and sentences of a pair far from it."""
    records: Sequence[InstanceRecord] = [r for _, r in read_instances(folder) if r.conflicts]
    for n, record in enumerate(islice(records, 0, None, max(1, len(records) // PAIRS))):
        a, b = _sentences(record.contexts.original), _sentences(record.contexts.perturbed)
        other = records[(n * 7 + len(records) // 2) % len(records)]
        yield a, b, Wording(record.contexts.perturbed.text), _sentences(other.contexts.original)[:3]


def thresholds(folder: Path) -> None:
    """Percent of quotes that are taken for a sentence of the text at each level of likeness."""
    likeness.ALIKE = 0
    shares: dict[str, list[float]] = {
        name: []
        for name in (
            "the same statements in other words",
            "one of the statements of a longer sentence",
            "sentences of another pair",
            "sentences of another pair, names not looked at",
            "sentences of the text without their own",
        )
    }
    told = iter(shares.values())
    same, part, strange, unnamed, gone = told
    for a, b, whole, others in _pairs(folder):

        def best(
            quote: Wording, sentences: Sequence[Told], holds: Callable[..., bool] = names_hold, text: Wording = whole
        ) -> float:
            return max((alike(quote, s) for s, _ in sentences if holds(quote, s, text)), default=0.0)

        for quote, states in a:
            same += [best(quote, [t]) for t in b if t[1] == states and t[0].words != quote.words][:1]
            part += [best(quote, [t]) for t in b if states < t[1] and quote.joined not in t[0].joined][:1]
        strange += [best(quote, b) for quote, _ in others]
        unnamed += [best(quote, b, lambda *_: True) for quote, _ in others]
        gone += [best(quote, [t for t in b if not t[1] & states]) for quote, states in b]
    print(f"{'percent at least as alike as':50}" + "".join(f"{level:>7}" for level in LEVELS))
    for name, found in shares.items():
        counts = (100 * sum(value >= level for value in found) / len(found) for level in LEVELS)
        print(f"{f'{name} ({len(found)})':50}" + "".join(f"{c:7.1f}" for c in counts))


def show(folder: Path) -> None:
    qualities(folder)
    by_hand()
    thresholds(folder)  # last: it sets what counts as alike to nothing


def main(arguments: Sequence[str] | None = None) -> int:
    return with_folder("localisation", str(__doc__), show, arguments)


if __name__ == "__main__":
    sys.exit(main())
