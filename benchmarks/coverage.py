"""How many facts of a loaded graph are said by a phrase of the lexicon: python -m benchmarks.coverage STORE [KG].

A relation without a phrase is worded from its label, which reads stiffly ("X has Y as team"). Prints a Markdown table
of the graph's relations, the ones without a phrase first, and the share of facts that a phrase says.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from contragraph.generation.settings import choose_kg
from contragraph.graph.errors import ContragraphError
from contragraph.graph.model import Relation
from contragraph.graph.stores.open import open_store
from contragraph.kgs import kg_behind
from contragraph.ontology.alignment import lens_of
from contragraph.ontology.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Said:
    """A relation of a graph, what the lexicon knows it as, and its first phrase; empty if it has none."""

    relation: str
    seen: str
    facts: int
    phrase: str


def said(relations: Sequence[Relation], lexicon: Lexicon) -> Iterator[Said]:
    """How each relation of a graph is said, by number of facts."""
    names = lens_of(lexicon.alignment, (r.id for r in relations)).seen
    for relation in sorted(relations, key=lambda r: (-r.facts, r.id)):
        role = names.relation(relation.id)
        entry = lexicon.entries.get(role.relation)
        phrases = () if entry is None else (*entry.said_of_subject, *entry.clauses, *entry.said_of_object)
        if entry is not None and role.inverse:
            phrases = (*entry.said_of_object, *entry.clauses, *entry.said_of_subject)
        yield Said(relation.id, str(role), relation.facts, phrases[0].text if phrases else "")


def covered(found: Iterable[Said]) -> tuple[int, int]:
    """How many facts a phrase says, and how many there are."""
    rows = list(found)
    return sum(r.facts for r in rows if r.phrase), sum(r.facts for r in rows)


def table(found: Sequence[Said], most: int = 40) -> str:
    """The relations as a table: those without a phrase first, then those with the most facts."""
    rows = sorted(found, key=lambda r: (bool(r.phrase), -r.facts, r.relation))
    lines = ["| relation | known as | facts | phrase |", "|---|---|--:|---|"]
    lines += [f"| {r.relation} | {r.seen} | {r.facts:,} | {r.phrase or '(from its label)'} |" for r in rows[:most]]
    told, every = covered(found)
    lines.append(f"\n{told:,} of {every:,} facts ({told / max(every, 1):.1%}) are said by a phrase.")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table of a store."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.coverage", description=str(__doc__).split("\n\n", maxsplit=1)[0]
    )
    parser.add_argument("store", metavar="STORE", help="address of a store with a loaded graph")
    parser.add_argument("kg", metavar="KG", nargs="?", help="name of the graph (where the store has several)")
    options = parser.parse_args(arguments)
    try:
        with open_store(options.store, read_only=True) as store:
            kg = choose_kg(store, options.kg).kg
            relations = store.relations(kg)
            lexicon = kg_behind(kg, (r.id for r in relations)).lexicon
    except ContragraphError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    print(table(list(said(relations, lexicon))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
