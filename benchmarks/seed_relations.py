"""Which seed relations can carry affirmative conflicts at all on a loaded graph, how many, and why others cannot.

``python -m benchmarks.seed_relations --store ladybug:PATH`` searches every window of every shape and prints a table in
Markdown: for each seed relation its facts, the conflicts proven by hops, and, where there is none, what is in the way.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from benchmarks.measure import exit_code
from contragraph.generation.search.filters import Refusal
from contragraph.generation.search.grounds import Grounds, grounds
from contragraph.generation.search.searching import Searcher
from contragraph.graph.errors import InputError
from contragraph.graph.model import Order
from contragraph.graph.stores.open import open_store
from contragraph.kgs import kg_like

_AT_ONCE = 8
"""Shapes whose windows are judged together."""


def survey(searcher: Searcher, most: int) -> tuple[dict[str, Counter[int]], dict[str, Counter[str]]]:
    """Conflicts by seed relation and hops, and refusals by seed relation and filter, of so many windows a shape."""
    proven: defaultdict[str, Counter[int]] = defaultdict(Counter)
    refused: defaultdict[str, Counter[str]] = defaultdict(Counter)
    seen: set[str] = set()
    starts = dict.fromkeys((shape.name for shape in searcher.grounds.shapes), 0)
    for _ in range(most):
        left = [s for s in searcher.grounds.shapes if s.name in starts]
        for start in range(0, len(left), _AT_ONCE):
            for batch in searcher.batches(left[start : start + _AT_ONCE], starts):
                for conflict in batch.proven:
                    if conflict.id not in seen:
                        seen.add(conflict.id)
                        proven[conflict.candidate.original.relation][conflict.hops] += 1
                for refusal in batch.refused:
                    refused[_seed(refusal)][refusal.filter] += 1
                if batch.later is None:
                    del starts[batch.shape.name]
                else:
                    starts[batch.shape.name] = batch.later
    return proven, refused


def _seed(refusal: Refusal) -> str:
    return refusal.candidate.original.relation


def table(
    known: Grounds, proven: Mapping[str, Counter[int]], refused: Mapping[str, Counter[str]], domains: Mapping[str, str]
) -> Iterator[str]:
    """The lines of the table, in the order of the graph's folder."""
    shaped = {s.relation for shape in known.shapes for combination in shape.combinations for s in combination}
    yield "| relation | label | domain | facts | 1 hop | 2 | 3 | 4 | why none |"
    yield "|---|---|---|--:|--:|--:|--:|--:|---|"
    for relation, domain in domains.items():
        there = known.relations.get(relation)
        counts = proven.get(relation, Counter())
        why = ""
        if not counts:
            why = _why(relation in shaped, there is not None, refused.get(relation, Counter()))
        label = there.label if there else known.ontology.labels.get(relation, "")
        hops = " | ".join(str(counts[h]) for h in (1, 2, 3, 4))
        yield f"| {relation} | {label} | {domain} | {there.facts if there else 0} | {hops} | {why} |"


def _why(shaped: bool, there: bool, filters: Counter[str]) -> str:
    if not there:
        return "the graph has no such facts"
    if not shaped:
        return "no axiom that the facts bear out says what would contradict it"
    if not filters:
        return "no true facts around it complete a contradiction"
    return "refused by " + ", ".join(f"{name} ({n})" for name, n in filters.most_common(3))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.seed_relations", description=__doc__)
    parser.add_argument("--store", required=True)
    parser.add_argument("--kg", default=None)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--windows", type=int, default=40, help="windows of each shape, at most")
    options = parser.parse_args(arguments)

    def show() -> None:
        with open_store(options.store) as store:
            names = [k.kg for k in store.kgs()]
            name = options.kg or names[0]
            kg = kg_like(r.id for r in store.relations(name))
            if kg is None:
                raise InputError(f"Nothing is known of graphs like {name}.")
            known = grounds(store, name, kg)
            found = survey(Searcher(store, known, Order.of_seed(str(options.seed)), options.seed), options.windows)
            print("\n".join(table(known, *found, kg.domains)))

    return exit_code(show)


if __name__ == "__main__":
    sys.exit(main())
