"""All benchmarks in one run, as Markdown: python -m benchmarks [--only NAME] [--data DIR | --sample] [--facts N]."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks import fluency, generating, loading, parsing, paths, proving, scale, surface
from benchmarks.measure import Table, alone, machine
from benchmarks.source import Source, source

Run = Callable[[Source, Path, argparse.Namespace], list[Table]]
RUNS: dict[str, Run] = {
    "load": lambda source, folder, options: loading.run(source, folder, options.repeats),
    "parsing": lambda source, folder, options: parsing.run(source.real, folder, options.facts),
    "paths": lambda source, folder, options: paths.run(source, folder, options.path_pairs),
    "proving": lambda source, folder, options: alone(proving.run, options.pairs, source.real),
    "generation": lambda source, folder, options: generating.run(source, folder, options.plan, address=options.store),
    "scale": lambda source, folder, options: scale.run(source, folder, options.sizes),
    "surface": lambda source, folder, options: alone(surface.run, options.dataset),
    "fluency": lambda source, folder, options: list(fluency.report(options.dataset, source.real, options.rules)),
}
TEXTS = ("surface", "fluency")
"""Those that measure a dataset; they run only where one is given."""


def parser() -> argparse.ArgumentParser:
    """The options of the command."""
    made = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Load, paths, proving and whole generation, each beside what others need for the same. "
        "Prints Markdown. Other work on the machine spoils the figures.",
    )
    made.add_argument("--only", action="append", choices=list(RUNS), help="only this one (may be given several times)")
    facts = made.add_mutually_exclusive_group()
    facts.add_argument(
        "--data", type=Path, metavar="DIR", help="real facts (default: $CONTRAGRAPH_DATA, or the sample)"
    )
    facts.add_argument("--sample", action="store_true", help="the sample that ships, whatever $CONTRAGRAPH_DATA says")
    made.add_argument(
        "--facts",
        type=int,
        metavar="N",
        help="load, parsing and paths on a made-up graph of N facts instead",
    )
    facts.add_argument(
        "--copied", type=int, metavar="N", help="all on so many copies of the real facts that they are N facts"
    )
    made.add_argument("--store", metavar="ADDRESS", help="generation from this store, which is loaded already")
    made.add_argument("--repeats", type=int, default=3, help="runs of each load, of which the median counts (3)")
    made.add_argument("--path-pairs", type=int, default=100, help="pairs of entities to find paths between (100)")
    made.add_argument("--pairs", type=int, default=40, help="pairs to prove (40)")
    made.add_argument(
        "--sizes", type=int, nargs="+", default=[1000, 5000], metavar="N", help="pairs of each dataset of --only scale"
    )
    made.add_argument("--plan", default="magic", help="what to generate (magic)")
    made.add_argument("--dataset", type=Path, metavar="DIR", help="a dataset, whose texts are measured too")
    made.add_argument("--rules", type=int, default=40, help="rules of the grammar checker to list (40)")
    made.add_argument("--work", type=Path, metavar="DIR", help="where temporary files go (default: the system's place)")
    return made


def main(arguments: Sequence[str] | None = None) -> None:
    """Run them and print each table as soon as it is there."""
    options = parser().parse_args(arguments)
    shared = os.environ.get("CONTRAGRAPH_DATA")
    data = None if options.sample else options.data or (Path(shared) if shared else None)
    # A made-up graph holds no contradictions to find.
    fitting = [name for name in RUNS if options.facts is None or name in ("load", "parsing", "paths")]
    if wrong := set(options.only or ()).difference(fitting):
        parser().error(f"{min(wrong)} needs real facts: leave --facts out")
    if options.dataset is None:
        if wrong := set(options.only or ()).intersection(TEXTS):
            parser().error(f"{min(wrong)} measures a dataset: name its folder with --dataset")
        fitting = [name for name in fitting if name not in TEXTS]
    print(f"# Benchmarks\n\n{machine()}", flush=True)
    with tempfile.TemporaryDirectory(prefix="benchmark-", dir=options.work) as folder:
        facts = source(data, options.facts, Path(folder), options.copied)
        for name in options.only or [name for name in fitting if name != "scale"]:  # which takes many minutes
            if sys.stderr.isatty():
                print(f"{name} …", file=sys.stderr)
            for table in RUNS[name](facts, Path(folder), options):
                print(f"\n{table.markdown()}", flush=True)


if __name__ == "__main__":
    main()
