"""A blind sheet of pairs, and what readers made of it beside pairs that people wrote.

``python -m benchmarks.blind sheet DATASET --people wiki_contradict.jsonl.gz --seed S --out FOLDER`` draws equally many
pairs of each type and mixes them with pairs of WikiContradict; sides are shuffled, sources unmarked. Each
``sheet-N.md`` is for one reader, who answers in ``answers-N.jsonl``, a line a pair, and never opens ``key.json``::

    {"pair": 1, "contradict": 1, "found": [{"kind": "real", "quotes": ["…", "…"]}], "naturalness": [4, 4], "realism": 3,
     "made_up": "A", "confidence": 0.5}

``python -m benchmarks.blind score FOLDER`` holds the answers against the key: a contradiction that a reader found is
that conflict whose sentences its quotes name, undeclared where they name none.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any

from rapidfuzz import fuzz

from contragraph.annotation.draw import draw_records
from contragraph.dataset.records.schema import InstanceRecord

_NAMED = 85
"""From this likeness on (of 100) a quote names a sentence."""


def _conflicts(record: InstanceRecord) -> list[dict[str, Any]]:
    """The declared conflicts with the sentences that tell them: of what is perturbed, and of all that takes part."""
    found = []
    sides = (record.contexts.original, record.contexts.perturbed)
    made = {s.id for side in sides for s in side.statements if s.source == "made"}
    for conflict in record.conflicts:
        parts = frozenset((*conflict.original, *conflict.perturbed, *conflict.shared))
        spoken = [
            (side.text[s.start : s.end].strip(), bool(made & parts & set(s.statements)))
            for side in sides
            for s in side.sentences
            if parts & set(s.statements)
        ]
        found.append({"hops": conflict.hops, "sentences": spoken})
    return found


def _people(path: Path) -> list[tuple[str, str]]:
    """Pairs of WikiContradict, each pair of texts once."""
    packed = path.read_bytes()
    told = gzip.decompress(packed) if path.suffix == ".gz" else packed
    rows = [json.loads(line) for line in told.decode("utf-8").splitlines()]
    return list(dict.fromkeys((row["context1"], row["context2"]) for row in rows))


_FORM = (
    "Answers: one JSON object a line a pair, as here (`kind` is real, debatable or silly; quotes are whole sentences"
    " copied from both texts; naturalness is of text A and of text B; without a clue `made_up` is any with 0.5):\n\n"
    '    {"pair": 1, "contradict": 1, "found": [{"kind": "real", "quotes": ["…", "…"]}], "naturalness": [3, 4],'
    ' "realism": 4, "made_up": "A", "confidence": 0.5}'
)
"""What stands above the pairs, so that answers can be scored."""


def sheet(dataset: Path, people: Path, seed: str, per_type: int, readers: int, beside: int, out: Path) -> None:
    """Draw pairs and write a sheet for each reader, and the key."""
    rng = random.Random(seed)
    records = draw_records(dataset, per_type, seed)
    rng.shuffle(records)
    others = rng.sample(_people(people), readers * beside)
    out.mkdir(parents=True)
    key: dict[str, dict[str, Any]] = {}
    for reader in range(readers):
        ours: list[InstanceRecord | tuple[str, str]] = list(records[reader::readers])
        mixed = [*ours, *others[reader::readers]]
        rng.shuffle(mixed)
        lines = [_FORM, ""]
        for number, pair in enumerate(mixed, start=1):
            turned = rng.random() < 0.5
            if isinstance(pair, tuple):
                texts = pair
                known: dict[str, Any] = {"type": "people"}
            else:
                texts = (pair.contexts.original.text, pair.contexts.perturbed.text)
                known = {"type": pair.type, "id": pair.id, "conflicts": _conflicts(pair)}
            one, other = reversed(texts) if turned else texts
            lines += [f"## Pair {number}", "", f"Text A: {one}", "", f"Text B: {other}", ""]
            key[f"{reader + 1}:{number}"] = {**known, "perturbed": "A" if turned else "B"}
        (out / f"sheet-{reader + 1}.md").write_text("\n".join(lines), encoding="utf-8")
    (out / "key.json").write_text(json.dumps(key, ensure_ascii=False, indent=1), encoding="utf-8")


@dataclass
class Score:
    """What readers said of the pairs of a kind."""

    pairs: int = 0
    contradict: int = 0
    undeclared: int = 0
    told: int = 0
    """Pairs whose perturbed text a reader named with more confidence than none."""
    naturalness: list[float] = field(default_factory=list)
    realism: list[float] = field(default_factory=list)
    judged: Counter[str] = field(default_factory=Counter)
    """Declared conflicts by what the reader called them; ``missed`` where none was found."""

    def add(self, answer: dict[str, Any], known: dict[str, Any]) -> None:
        """Count one answer."""
        self.pairs += 1
        self.contradict += answer["contradict"]
        self.naturalness += answer["naturalness"]
        self.realism.append(answer["realism"])
        self.told += answer["confidence"] > 0.5 and answer["made_up"] == known["perturbed"]
        if known["type"] == "people":
            return
        kinds, undeclared = _matched(answer["found"], known["conflicts"])
        self.judged.update(kinds)
        self.undeclared += undeclared

    def row(self) -> str:
        """As a line of a table."""
        total = self.judged.total() or 1
        kinds = " / ".join(f"{self.judged[k]}" for k in ("real", "debatable", "silly", "missed"))
        return (
            f"{self.pairs} | {self.contradict / self.pairs:.1%} | {kinds} | {self.judged['real'] / total:.1%} |"
            f" {self.judged['silly'] / total:.1%} | {self.undeclared} | {mean(self.naturalness):.1f} |"
            f" {mean(self.realism):.1f} | {self.told}"
        )


def _matched(found: Iterable[dict[str, Any]], conflicts: Sequence[dict[str, Any]]) -> tuple[list[str], bool]:
    """What each declared conflict was called, and whether something else was found as well."""
    called = ["missed"] * len(conflicts)
    undeclared = False
    for contradiction in found:
        worth = [_worth(contradiction["quotes"], conflict["sentences"]) for conflict in conflicts]
        best = max(range(len(conflicts)), key=lambda n: (worth[n], called[n] == "missed"))
        if worth[best] == 0:
            undeclared |= contradiction["kind"] == "real"
        elif called[best] in ("missed", "silly", "debatable"):
            called[best] = contradiction["kind"]
    return called, undeclared


def _worth(quotes: Iterable[str], sentences: Iterable[tuple[str, bool]]) -> int:
    """How many quotes name sentences of a conflict, those of the perturbed statement doubly; 0 where none is named."""
    named = 0
    told = list(sentences)
    for quote in quotes:
        likeness = [(made, fuzz.partial_ratio(quote.strip(" .…\"'"), sentence)) for sentence, made in told]
        named += max((1 + made for made, ratio in likeness if ratio >= _NAMED), default=0)
    return named if named > 1 else 0


def score(folder: Path) -> str:
    """The figures of a folder as a table in Markdown."""
    key = json.loads((folder / "key.json").read_text(encoding="utf-8"))
    scores = {name: Score() for name in ("single-hop", "multi-hop", "all", "people")}
    for path in sorted(folder.glob("answers-*.jsonl")):
        reader = path.stem.removeprefix("answers-")
        for line in path.read_text(encoding="utf-8").splitlines():
            answer = json.loads(line)
            known = key[f"{reader}:{answer['pair']}"]
            kind = known["type"]
            for name in ("people",) if kind == "people" else (kind[2:], "all"):
                scores[name].add(answer, known)
    head = "pairs | contradict | real / debatable / silly / missed | real | silly | undeclared | naturalness | realism"
    rows = [f"| {name} | {each.row()} |" for name, each in scores.items() if each.pairs]
    return "\n".join([f"| | {head} | told by manner |", "|---|" + "--:|" * 9, *rows])


def main(arguments: Sequence[str] | None = None) -> int:
    """Make sheets, or score the answers."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.blind", description=__doc__)
    actions = parser.add_subparsers(dest="action", required=True)
    draw = actions.add_parser("sheet")
    draw.add_argument("dataset", type=Path)
    draw.add_argument("--people", type=Path, required=True, help="WikiContradict's pairs, JSON lines")
    draw.add_argument("--seed", required=True, help="for example the hash of the commit")
    draw.add_argument("--per-type", type=int, default=20)
    draw.add_argument("--readers", type=int, default=4)
    draw.add_argument("--beside", type=int, default=12, help="pairs of WikiContradict for each reader")
    draw.add_argument("--out", type=Path, required=True)
    scoring = actions.add_parser("score")
    scoring.add_argument("folder", type=Path)
    options = parser.parse_args(arguments)
    if options.action == "score":
        print(score(options.folder))
    else:
        o = options
        sheet(o.dataset, o.people, o.seed, o.per_type, o.readers, o.beside, o.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
