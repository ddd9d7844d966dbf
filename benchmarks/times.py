"""What times do to functional relations: how many things with several values contradict themselves, with and without.

Facts with start and end from Wikidata, read from a file of head, relation, tail, start and end. Of each relation that
has one value at a time the things with several values are counted; then those whose values the prover finds to be
contradictory where times are ignored, and where they are not.
"""

from __future__ import annotations

import argparse
import gzip
import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from contragraph.graph.model import Statement
from contragraph.ontology.axioms import Axiom, Kind, Role
from contragraph.reasoning.prover.certificate import consistent
from contragraph.reasoning.rules.ruleset import compile_rules

RELATIONS: Mapping[str, str] = {
    "P6": "head of government",
    "P26": "spouse",
    "P108": "employer",
    "P1376": "capital of",
    "P17": "country",
    "P131": "located in",
}
"""Relations that have one value at a time, more or less."""


def _time(text: str) -> str | None:
    year = text.partition("-##")[0].strip("#")
    return year or None


def timed_facts(path: Path) -> dict[str, dict[str, list[Statement]]]:
    """Statements by relation and subject."""
    found: defaultdict[str, defaultdict[str, list[Statement]]] = defaultdict(lambda: defaultdict(list))
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            head, relation, tail, start, end, _ = line.rstrip("\n").split("\t")
            said = Statement(f"wd:{head}", f"wdt:{relation}", f"wd:{tail}", False, _time(start), _time(end))
            found[relation][head].append(said)
    return {relation: dict(by_head) for relation, by_head in found.items()}


def measure(relation: str, by_head: Mapping[str, Sequence[Statement]]) -> tuple[int, int, int]:
    """Things with several values; those that contradict themselves without regard to times; and with."""
    rules = compile_rules([Axiom("cg:ax", Kind.FUNCTIONAL, (Role(f"wdt:{relation}"),), "typical")])
    several = [some for some in by_head.values() if len({s.object for s in some}) > 1]
    ever = sum(not consistent([replace(s, valid_from=None, valid_to=None) for s in some], rules) for some in several)
    return len(several), ever, sum(not consistent(some, rules) for some in several)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=os.environ.get("CONTRAGRAPH_DATA"), required=False)
    facts = timed_facts(Path(parser.parse_args().data) / "wikidata" / "wikidata12k_timed_facts.tsv.gz")
    print("| relation | things | with several values | contradictory without times | with times |")
    print("|---|---:|---:|---:|---:|")
    for relation, label in RELATIONS.items():
        by_head = facts.get(relation, {})
        several, ever, now = measure(relation, by_head)
        print(f"| {label} ({relation}) | {len(by_head):,} | {several:,} | {ever:,} | {now:,} |")


if __name__ == "__main__":
    main()
