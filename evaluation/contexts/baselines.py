"""What needs no model, beside which models must stand: each answers all tasks.

``always`` finds a contradiction everywhere, ``never`` nowhere; ``majority`` gives the most frequent answer of the sets
it is scored on, the best that one can do without reading. ``overlap`` takes the two documents that have most in common
and yet differ in a number or a name. ``graph-reader`` reads statements back by the templates and gives them to the
prover, an upper bound on texts that the templates wrote.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from contragraph.evaluation.contexts.ask import TYPES, asked_of
from contragraph.evaluation.contexts.records import NO, YES, SetItem, SetReply, Task
from contragraph.evaluation.graph_reader import GraphReader
from contragraph.evaluation.graph_reader_sets import contradictions_across
from contragraph.graph.errors import InputError
from contragraph.graph.sets import KINDS

PREFIX = "baseline:"
GRAPH_READER = "graph-reader"
SIMPLE = ("always", "never", "majority", "overlap")
NAMES = (*SIMPLE, GRAPH_READER)
_ALIKE = 0.35
"""``overlap`` takes two documents for contradicting that share so much of their words."""
_WORD = re.compile(r"\w+(?:['’]\w+)?")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class BaselineVerdict:
    """What a baseline says of a set."""

    documents: tuple[int, ...]
    """Empty where there is no contradiction."""
    found: bool

    @property
    def type(self) -> str:
        """The type that so many documents give; *self* for none and for all."""
        return KINDS.get(len(self.documents), TYPES[0])


Baseline = Callable[[SetItem], BaselineVerdict]


def overlap(item: SetItem) -> BaselineVerdict:
    """The two documents that share most words, if these are many."""
    words = [frozenset(w.casefold() for w in _WORD.findall(text)) for _, text in item.documents]
    best, share = (1, 2), 0.0
    for a, b in combinations(range(len(words)), 2):
        common = len(words[a] & words[b]) / max(1, len(words[a] | words[b]))
        if common > share:
            best, share = (a + 1, b + 1), common
    return BaselineVerdict(best, share >= _ALIKE)


def majority(items: Sequence[SetItem]) -> Baseline:
    """The most frequent type, and whether most sets have a contradiction; all documents."""
    kinds = Counter(item.type for item in items if item.type in TYPES)
    kind = max(TYPES, key=lambda k: (kinds[k], -TYPES.index(k)))
    some = 2 * sum(item.conflict for item in items) >= len(items)
    return lambda _: BaselineVerdict(tuple(range(1, TYPES.index(kind) + 2)), some)


def graph_reading(reader: GraphReader) -> Baseline:
    """What the templates read back contradicts by the prover's word: the contradiction of fewest documents."""

    def read(item: SetItem) -> BaselineVerdict:
        found = contradictions_across([_SENTENCE.split(text) for _, text in item.documents], reader).found
        return BaselineVerdict(tuple(n + 1 for n in found[0].texts) if found else (), bool(found))

    return read


def replies(
    items: Sequence[SetItem], tasks: Sequence[Task], names: Sequence[str], reader: GraphReader | None = None
) -> Iterator[SetReply]:
    """The answers of baselines to all tasks.

    Raises:
        InputError: if a name is not known, or it is the graph reader and there is no ontology to read with.
    """
    for name in names:
        baseline = _baseline(name, items, reader)
        for item in items:
            verdict = baseline(item)
            for task in tasks:
                if asked_of(item, task):
                    yield SetReply(
                        item=item.id,
                        model=f"{PREFIX}{name}",
                        task=task,
                        variant="plain",
                        rotation=0,
                        attempt=1,
                        text=_said(task, verdict),
                        failure=None,
                        made_by={"model": f"{PREFIX}{name}"},
                    )


def _baseline(name: str, items: Sequence[SetItem], reader: GraphReader | None) -> Baseline:
    if name == "always":
        return lambda item: BaselineVerdict(tuple(range(1, len(item.documents) + 1)), True)
    if name == "never":
        return lambda _: BaselineVerdict((), False)
    if name == "majority":
        return majority(items)
    if name == "overlap":
        return overlap
    if name != GRAPH_READER:
        raise InputError(f"There is no baseline {name!r} for sets; take some of {', '.join(NAMES)}.")
    if reader is None:
        raise InputError(f"The baseline {GRAPH_READER} needs the ontology of the dataset; leave it out.")
    return graph_reading(reader)


def _said(task: Task, verdict: BaselineVerdict) -> str:
    """The answer as a model would give it."""
    if task == "detect":
        return f"Answer: {YES if verdict.found else NO}"
    if task == "type":
        return f"<type>{verdict.type}</type>"
    named = verdict.documents[-1:] if task == "resolve" else verdict.documents
    return f"<documents>{', '.join(map(str, named))}</documents>"
