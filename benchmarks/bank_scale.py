"""What a bank costs by the number of facts, and beside a plain loop over the same store that does the same work.

``python -m benchmarks.bank_scale STORE [--sizes 1000 10000] [--plain 200] [--processes 2]``. Each size is made in a new
process, whose memory is that of the run and of what it started. The plain loop makes the same lines for the same facts
of the same plan: it asks the store for each thing and its facts where they are needed, proves each claim by the
prover, and composes each text by itself. It draws from the same lists of facts as the run does, which costs it nothing.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from contragraph.generation.bank.knowledge import Knowledge
from contragraph.generation.bank.lines import BankLine, Liner
from contragraph.generation.bank.making import generate_bank
from contragraph.generation.bank.planning import write_plan
from contragraph.generation.bank.proving import Proofs, ValueProof
from contragraph.generation.bank.settings import BankSettings
from contragraph.generation.bank.shards import make_shard, read_shard, turns
from contragraph.generation.bank.snapshot import Snapshot, write_snapshot
from contragraph.generation.bank.telling import ClaimTeller
from contragraph.generation.settings import choose_kg
from contragraph.generation.verbalise import Name
from contragraph.graph.model import Entity, Order, Statement
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from contragraph.reasoning.values.times import is_timed, meet

_ORDER = Order(1, 0)
_MOST = 100_000


class AskedKnowledge(Knowledge):
    """A graph of which each thing is asked for where it is needed."""

    def __init__(self, snapshot: Snapshot, store: GraphStore) -> None:
        super().__init__(snapshot)
        self._store = store
        plain = ("entity", "kind", "facts", "grammar", "background", "above", "common", "years")
        methods = ("_entity", "_kind", "_facts", "_grammar", "_background", "_all_above", "_common", "_years")
        for name, method in zip(plain, methods, strict=True):
            setattr(self, name, getattr(self, method))

    def _entity(self, identifier: str) -> Entity:
        return self.pivot.entity(self._store.entities([identifier]).get(identifier) or Entity(identifier, identifier))

    def _facts(self, identifier: str) -> tuple[Statement, ...]:
        found = self._store.facts([identifier], "out", _ORDER, _MOST, hidden=True)[identifier]
        return tuple(sorted((fact.statement for fact in found), key=lambda s: s.sort_key))


class AskedProofs(Proofs):
    """The prover, for each pair of statements."""

    def of(self, one: Statement, other: Statement) -> ValueProof | None:
        events = self._known.rules.events
        timed = is_timed(one, events) and is_timed(other, events)
        if timed and not meet((one.valid_from, one.valid_to), (other.valid_from, other.valid_to)):
            return None
        ways = (s for o in (one.object, other.object) if isinstance(o, str) for s in self._known.background(o))
        return self.proven(one, other, tuple(ways))


class PlainTeller(ClaimTeller):
    """What composes each text for itself."""

    def swap(self, one: Statement, other: Statement, named: Mapping[str, Name]) -> None:
        del one, other, named


class PlainLiner(Liner):
    """What makes lines one by one, each text for itself."""

    def __init__(self, known: Knowledge, settings: BankSettings) -> None:
        super().__init__(known, settings)
        self.proofs = AskedProofs(known)
        self.teller = PlainTeller(known, settings.seed)


def plain(address: str, facts: int, seed: int) -> dict[str, float]:
    """The plain loop over so many facts."""
    settings = BankSettings(facts, seed=seed)
    with tempfile.TemporaryDirectory() as folder, open_store(address, read_only=True) as store:
        work = Path(folder)
        write_snapshot(store, choose_kg(store, None), work / "snapshot")
        write_plan(Knowledge(Snapshot(work / "snapshot")), settings, work)
        liner = PlainLiner(AskedKnowledge(Snapshot(work / "snapshot"), store), settings)
        start, before = time.perf_counter(), _used()
        lines: list[BankLine] = []
        for number in range(settings.shards):
            first = len(lines)
            for at, other, cause in turns(work, settings, number, partial(_since, lines, first)):
                line = liner.made(at, other, cause)
                if not isinstance(line, str):
                    lines.append(line)
        texts = sum(line.counts["texts"] for line in lines)
        took = {"seconds": time.perf_counter() - start, "processor": _used() - before}
        return {"facts": len(lines), "texts": texts, **took}


def _since(lines: Sequence[BankLine], first: int) -> int:
    return len(lines) - first


def shards_alone(address: str, facts: int, seed: int) -> dict[str, float]:
    """The shards of so many facts in this process, without snapshot, plan and merge."""
    settings = BankSettings(facts, seed=seed)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        with open_store(address, read_only=True) as store:
            write_snapshot(store, choose_kg(store, None), work / "snapshot")
        write_plan(Knowledge(Snapshot(work / "snapshot")), settings, work)
        start, before = time.perf_counter(), _used()
        notes = [read_shard(make_shard(work, settings, n))[0] for n in range(settings.shards)]
        texts = sum(note.counts["texts"] for note in notes)
        took = {"seconds": time.perf_counter() - start, "processor": _used() - before}
        return {"facts": sum(note.facts for note in notes), "texts": texts, **took}


def whole(address: str, facts: int, processes: int, seed: int) -> dict[str, float]:
    """A whole run, from the store to the dataset folder."""
    folder = Path(tempfile.mkdtemp())
    try:
        start = time.perf_counter()
        with open_store(address, read_only=True) as store:
            settings = BankSettings(facts, seed=seed)
            report = generate_bank(store, folder / "bank", settings, processes=processes, keep=False)
        seconds = time.perf_counter() - start
        size = sum(path.stat().st_size for path in (folder / "bank").iterdir())
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    texts = report.note.counts["texts"]
    return {"facts": report.note.facts, "texts": texts, "seconds": seconds, "processor": _used(), "bytes": size}


def _used() -> float:
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def _row(name: str, found: dict[str, float]) -> str:
    memory = [resource.getrusage(who).ru_maxrss / 1e6 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    texts = max(1.0, found["texts"])
    return (
        f"{name:<22} {found['facts']:>9,.0f} {found['texts']:>10,.0f} {found['seconds']:>8.1f}"
        f" {found['processor']:>8.1f} {1000 * found['processor'] / texts:>8.3f} {texts / found['seconds']:>8,.0f}"
        f" {memory[0]:>6.2f} {memory[1]:>6.2f}"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bank_scale", description=__doc__)
    parser.add_argument("store", help="the address of a store with one graph")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000], metavar="N")
    parser.add_argument("--plain", type=int, default=200, metavar="N", help="facts of the plain loop; 0: none")
    parser.add_argument("--processes", type=int, default=2, metavar="N")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--one", help="measure one row in this process, as JSON: [what, facts, processes]")
    args = parser.parse_args(arguments)
    if args.one:
        what, facts, processes = json.loads(args.one)
        if what == "whole":
            print(_row(f"run, {processes} processes", whole(args.store, facts, processes, args.seed)), flush=True)
        elif what == "shards":
            print(_row("shards alone, 1 process", shards_alone(args.store, facts, args.seed)), flush=True)
        else:
            print(_row("plain loop", plain(args.store, facts, args.seed)), flush=True)
        return 0
    columns = ("facts", "texts", "clock s", "cpu s", "ms/text", "texts/s", "GB", "GB each")
    widths = (9, 10, 8, 8, 8, 8, 6, 7)
    print(f"{'':<22} " + " ".join(f"{name:>{width}}" for name, width in zip(columns, widths, strict=True)), flush=True)
    rows: list[tuple[str, int, int]] = [("whole", size, args.processes) for size in args.sizes]
    if args.plain:
        rows = [("plain", args.plain, 1), ("shards", args.plain, 1), *rows]
    for row in rows:
        one = ["--seed", str(args.seed), "--one", json.dumps(row)]
        subprocess.run([sys.executable, "-m", "benchmarks.bank_scale", args.store, *one], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
