"""How well the graph reader reads a dataset back, and what it does not get: ``python -m benchmarks.graph_reader DIR``.

Prints identification, false positives and localisation of the baseline, and which of the declared statements it read in
the sentences that state them (this alone looks at the alignment), by relation.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import with_folder
from contragraph.dataset.files.folder import ONTOLOGY
from contragraph.dataset.records.codec import to_instance
from contragraph.dataset.records.pairs import read_instances
from contragraph.evaluation.answers.match import score
from contragraph.evaluation.baselines import replies
from contragraph.evaluation.baselines.registry import GRAPH_READER
from contragraph.evaluation.bootstrap import sampled
from contragraph.evaluation.graph_reader.reader import read_pair, reader_of, statements_of
from contragraph.evaluation.graph_reader.words import key_of
from contragraph.evaluation.measures import MEASURES, WORDS, counts_of
from contragraph.evaluation.pairs.items import open_dataset
from contragraph.graph.model import Literal
from contragraph.ontology.turtle import read_ontology


def show(folder: Path) -> None:
    reader = reader_of(read_ontology(folder / ONTOLOGY))
    items = open_dataset(folder).items
    start = time.perf_counter()
    scores = [score(i, r) for i, r in zip(items, replies(items, [GRAPH_READER], reader), strict=True)]
    took = time.perf_counter() - start
    (counts,) = counts_of(items, scores)
    names = ("id", "false_positives", "loc", "loc_recall", "loc_precision")
    for name, value in sampled(counts).values([n for n in names if n in MEASURES]).items():
        print(f"{WORDS[name]:22} {value.value} {value.interval or ''}")
    print(
        f"{len(items)} pairs, {int(counts.controls.sum())} of them controls, {1000 * took / len(items):.0f} ms a pair"
    )
    by_id = {item.id: item for item in items}
    missed = [s.item for s in scores if (s.said == "conflict") == by_id[s.item].control]
    print("wrong:", ", ".join(missed) or "none")
    lost: Counter[str] = Counter()
    stated = unread = sentences = 0
    for _, record in read_instances(folder):
        instance = to_instance(record)
        labels = dict(instance.labels)
        item = by_id[record.id]
        read = read_pair(item.sentences, reader.phrases)
        unread += len(read.unread)
        sentences += sum(map(len, item.sentences))
        found = {(told.text, _plain(s.subject), s.relation, _plain(s.object)) for s, told in statements_of(read)}
        for text, side in enumerate(instance.sides):
            for s in side.statements:
                thing = s.object if isinstance(s.object, Literal) else f"name:{key_of(labels[s.object])}"
                stated += 1
                if (text, _plain(f"name:{key_of(labels[s.subject])}"), s.relation, _plain(thing)) not in found:
                    lost[s.relation] += 1
    print(f"statements read: {stated - lost.total()} of {stated}; sentences left unread: {unread} of {sentences}")
    for relation, count in lost.most_common(12):
        print(f"  {count:5} lost of {relation}")


def _plain(thing: str | Literal) -> str:
    return thing.value if isinstance(thing, Literal) else thing.removeprefix("name:").split(" (")[0]


def main(arguments: Sequence[str] | None = None) -> int:
    return with_folder("graph_reader", str(__doc__), show, arguments)


if __name__ == "__main__":
    sys.exit(main())
