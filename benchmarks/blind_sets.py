"""A blind sheet of sets of documents, and what readers made of it.

``python -m benchmarks.blind_sets sheet DATASET --plan self=20,pair=20,conditional=40,none=20 --seed S --readers N
--out FOLDER`` draws sets of each type, mixed and unmarked. Each ``sheet-N.md`` is for one reader, who answers in
``answers-N.jsonl``, a line a set, and never opens ``key.json``.

``sheet … --manner`` asks for the inserted document alone, of readers who have not looked for contradictions: one who
has found a contradiction knows that the document is among those that take part.

``python -m benchmarks.blind_sets score FOLDER`` holds the answers against the key. A set is judged as labelled where
the reader finds a contradiction in just the documents that are declared, or none where none is.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from contragraph.dataset.records.schema import SetRecord
from contragraph.dataset.records.sets import TYPES, parse_set_plan, read_sets

_FORM = """\
Each set is what a search gave for one question: documents of an encyclopedia, numbered from 1. Read all of a set as one
careful reader would who knows everyday facts, and say:

- `documents`: the smallest group of documents whose statements cannot all be true, by number; one document if it
  contradicts itself, two if they contradict each other, three or more if it takes all of them (none two of them alone
  would do). An empty list if the set holds no contradiction. If you see several, give the clearest.
- `why`: the statements that clash, in a few words; or an empty text.
- `upheld`: how sure a reader can be that it is one: `real` (any reader agrees), `debatable`, `silly`; or an empty text.
- `inserted`: the document that seems, by its manner alone, to have been put in by somebody who made up what it says;
  and `confidence`, from 0.5 (no idea) to 1.

One JSON object a line a set, in `answers-N.jsonl` beside the sheet (N as in its name):

    {"set": 1, "documents": [2, 5], "why": "…", "upheld": "real", "inserted": 5, "confidence": 0.5}
"""

_MANNER = """\
Each set is what a search gave for one question: documents of an encyclopedia, numbered from 1. Somebody who makes up
what it says may have put in one document of a set. Go by manner alone: openings, wording, what is told and in how much
detail. Do not look for statements that contradict each other, and do not use what you know of the things spoken of. Say
for each set:

- `inserted`: the document that seems to have been put in; name one even where you have no idea;
- `confidence`: from 0.5 (no idea) to 1.

One JSON object a line a set, in `answers-N.jsonl` beside the sheet (N as in its name):

    {"set": 1, "inserted": 5, "confidence": 0.5}
"""


def sheet(dataset: Path, plan: Mapping[str, int], seed: str, readers: int, out: Path, form: str = _FORM) -> None:
    """Draw sets and write a sheet for each reader, and the key."""
    rng = random.Random(seed)
    by_type: dict[str, list[SetRecord]] = defaultdict(list)
    for _, record in read_sets(dataset):
        by_type[record.type].append(record)
    drawn = [record for kind, count in plan.items() for record in rng.sample(by_type[kind], count)]
    rng.shuffle(drawn)
    out.mkdir(parents=True)
    key: dict[str, dict[str, Any]] = {}
    for reader in range(readers):
        lines = [form]
        for number, record in enumerate(drawn[reader::readers], start=1):
            lines.append(f"\n## Set {number}\n")
            lines += [f"{n}. **{d.title}.** {d.text}\n" for n, d in enumerate(record.documents, start=1)]
            made = [n for n, d in enumerate(record.documents, 1) if any(s.source == "made" for s in d.statements)]
            key[f"{reader + 1}:{number}"] = {
                "id": record.id,
                "type": record.type,
                "documents": sorted({n + 1 for conflict in record.conflicts for n in conflict.documents}),
                "made": made,
            }
        (out / f"sheet-{reader + 1}.md").write_text("\n".join(lines), encoding="utf-8")
    (out / "key.json").write_text(json.dumps(key, indent=1), encoding="utf-8")


def score(folder: Path) -> str:
    """A table of what readers said of the sets of each type."""
    key: dict[str, dict[str, Any]] = json.loads((folder / "key.json").read_text("utf-8"))
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for path in sorted(folder.glob("answers-*.jsonl")):
        for line in filter(None, path.read_text("utf-8").splitlines()):
            answer = json.loads(line)
            known = key[f"{path.stem.split('-')[1]}:{answer['set']}"]
            said, meant = sorted(answer.get("documents", ())), known["documents"]
            its = counts[known["type"]]
            its["sets"] += 1
            its["found"] += bool(said) == bool(meant)
            its["as labelled"] += said == meant
            its["real"] += said == meant and answer.get("upheld", "") in ("real", "")
            its["told"] += bool(meant) and answer["confidence"] > 0.5 and answer["inserted"] in known["made"]
            its["guessed"] += bool(meant) and answer["inserted"] in known["made"]
    columns = ("sets", "found", "as labelled", "real", "told", "guessed")
    rows = [f"| {kind} | " + " | ".join(str(counts[kind][c]) for c in columns) + " |" for kind in TYPES if counts[kind]]
    return "\n".join([f"| type | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|", *rows])


def main(arguments: list[str]) -> int:
    """Draw, or score."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.blind_sets", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("sheet")
    drawing.add_argument("dataset", type=Path)
    drawing.add_argument("--plan", default="self=20,pair=20,conditional=40,none=20")
    drawing.add_argument("--seed", required=True)
    drawing.add_argument("--readers", type=int, default=4)
    drawing.add_argument("--manner", action="store_true", help="ask which document was inserted, and nothing else")
    drawing.add_argument("--out", type=Path, required=True)
    scoring = commands.add_parser("score")
    scoring.add_argument("folder", type=Path)
    given = parser.parse_args(arguments)
    if given.command == "sheet":
        form = _MANNER if given.manner else _FORM
        sheet(given.dataset, parse_set_plan(given.plan), given.seed, given.readers, given.out, form)
    else:
        print(score(given.folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
