"""Reading folders for tests: drawn from the small dataset, or written by hand."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from contragraph.annotation.draw import blind_sheet, write_reading
from contragraph.evaluation.sheets import Drawn, Key, KeyConflict, ReadingFolder, open_reading
from tests.cli import Result, contragraph, environment
from tests.forking import SECONDS
from tests.made import dataset

Line = dict[str, Any]
FINE = {"A": "fine", "B": "fine"}


def lines(path: Path) -> list[Line]:
    """A file of JSON lines."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def put(path: Path, answers: Iterable[Mapping[str, object]]) -> Path:
    """Write JSON lines."""
    path.write_text("".join(json.dumps(a) + "\n" for a in answers), "utf-8")
    return path


def drawn(folder: Path, name: str = "reading", per_type: int = 2, seed: str = "f00") -> Path:
    """A reading folder drawn from the small dataset by the command."""
    arguments = ["--per-type", str(per_type), "--seed", seed, "--out", name]
    result = contragraph("read", "draw", dataset(), *arguments, cwd=folder)
    assert result.code == 0, result.err
    return folder / name


def typed(words: str, *arguments: str, cwd: Path) -> Result:
    """Run a command with these lines typed by the reader."""
    command = [sys.executable, "-m", "contragraph.app", *arguments]
    done = subprocess.run(
        command, cwd=cwd, env=environment(), input=words, capture_output=True, text=True, check=False, timeout=SECONDS
    )
    return Result(done.returncode, done.stdout, done.stderr)


def perfect(key: Line) -> list[str]:
    """For each declared conflict a found one that names every sentence that states it."""
    return ["+".join(sorted({n for s in c["statements"] for n in s["sentences"]})) for c in key["conflicts"]]


def conflict(statements: Sequence[tuple[str, str]], minimal: Sequence[Sequence[int]] | None = None) -> KeyConflict:
    """A declared conflict of (role, sentences such as ``A1 A3``)."""
    return KeyConflict.model_validate_json(
        json.dumps(
            {
                "hops": None,
                "strength": None,
                "statements": [
                    {"role": role, "words": "x | y | z", "sentences": where.split()} for role, where in statements
                ],
                "minimal": minimal or [list(range(len(statements)))],
                "proof": [],
            }
        )
    )


def by_hand(folder: Path, pairs: Sequence[tuple[str, Sequence[KeyConflict]]]) -> ReadingFolder:
    """A reading folder of pairs (type, conflicts) whose texts have four sentences each; text A is the original."""
    made = []
    for number, (pair_type, conflicts) in enumerate(pairs, start=1):
        sheet = blind_sheet(*([f"{text}{n} of {number}." for n in range(1, 5)] for text in "AB"))
        key = Key(
            number=0, sheet=sheet.sheet, id=f"p{number}", type=pair_type, A="original", conflicts=tuple(conflicts)
        )
        made.append((sheet, key))
    source = Drawn(layout="contragraph", sha256="0", pairs={"1-single-hop": len(pairs)})
    write_reading(made, source, len(pairs), "seed", folder / "reading")
    return open_reading(folder / "reading")


def numbers(reading: ReadingFolder) -> dict[str, int]:
    """The numbers that the pairs ``p1``, ``p2``, … got on the sheet."""
    return {line["id"]: line["number"] for line in lines(reading.folder / "key.jsonl")}
