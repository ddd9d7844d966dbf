"""What every benchmark needs: a clock, the machine's facts, peak memory, tables, and a process of its own."""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import platform
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple, ParamSpec, Protocol, TypeVar

from contragraph.graph.errors import ContragraphError
from contragraph.graph.model import id_number

Given = ParamSpec("Given")
Result = TypeVar("Result")


class Identified(Protocol):
    """What has an id."""

    @property
    def id(self) -> str:
        """The id."""


Item = TypeVar("Item", bound=Identified)

LIBRARIES = ("contragraph", "ladybug", "polars", "pyarrow", "networkx", "owlrl")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows to print, with what one must know to read them."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    remark: str = ""

    def markdown(self) -> str:
        """As a section of Markdown; all columns but the first are figures."""
        widths = [max(len(row[i]) for row in (self.columns, *self.rows)) for i in range(len(self.columns))]
        head, *body = (
            _line([c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths))])
            for row in (self.columns, *self.rows)
        )
        rule = _line(["-" * w if i == 0 else "-" * (w - 1) + ":" for i, w in enumerate(widths)])
        remark = f"\n\n{self.remark}" if self.remark else ""
        return "\n".join([f"## {self.title}\n", head, rule, *body]) + remark


def print_tables(
    module: str, about: str, report: Callable[[Path], Iterable[Table]], given: Sequence[str] | None
) -> int:
    """Print the tables about a dataset that the command line names; returns the exit code."""

    return with_folder(module, about, lambda dataset: show_tables(report(dataset)), given)


def exit_code(work: Callable[[], None]) -> int:
    """The exit code of some work; what goes wrong is told in one line."""
    try:
        work()
    except ContragraphError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    except OSError as error:
        print(error, file=sys.stderr)
        return 3
    return 0


def show_tables(tables: Iterable[Table]) -> None:
    """Print tables, each as soon as it is there."""
    for table in tables:
        print(f"\n{table.markdown()}", flush=True)


def halves(some: Sequence[Item]) -> tuple[list[Item], list[Item]]:
    """Two halves of some pairs or sets, by lot."""
    lots = sorted(some, key=lambda each: id_number(f"half|{each.id}"))
    return lots[: len(lots) // 2], lots[len(lots) // 2 :]


def with_folder(
    module: str,
    about: str,
    work: Callable[[Path], None],
    given: Sequence[str] | None,
    named: tuple[str, str] = ("DATASET", "a folder with instances.jsonl"),
) -> int:
    """Do something with the folder that the command line names; returns the exit code.

    ``named`` is what the folder is called in the usage line, and what it holds.
    """
    parser = argparse.ArgumentParser(
        prog=f"python -m benchmarks.{module}", description=about.split("\n\n", maxsplit=1)[0]
    )
    parser.add_argument("folder", type=Path, metavar=named[0], help=named[1])
    folder = parser.parse_args(given).folder
    return exit_code(lambda: work(folder))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


class Took(NamedTuple):
    """Seconds on the clock, and those of processors in all threads, which other work on the machine spoils less."""

    seconds: float
    processor: float

    def __add__(self, other: Took) -> Took:  # type: ignore[override]
        return Took(self.seconds + other.seconds, self.processor + other.processor)


def timed(call: Callable[Given, Result], *given: Given.args, **options: Given.kwargs) -> tuple[Took, Result]:
    """How long a call took, and what came of it."""
    gc.collect()
    start, worked = time.perf_counter(), time.process_time()
    result = call(*given, **options)
    return Took(time.perf_counter() - start, time.process_time() - worked), result


def alone(call: Callable[Given, Result], *given: Given.args, **options: Given.kwargs) -> Result:
    """The result of a call in a fresh process, so that memory and caches are its own."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(call, *given, **options).result()


def peak_memory() -> int | None:
    """Most bytes of memory that this process has had so far; None where the system does not tell."""
    status = Path("/proc/self/status")
    if not status.exists():
        return None
    found = [line.split()[1] for line in status.read_text("ascii").splitlines() if line.startswith("VmHWM")]
    return int(found[0]) * 1024 if found else None


def gigabytes(size: int | None) -> str:
    """Bytes for a reader."""
    return "?" if size is None else f"{size / 1e9:.2f} GB"


def ratio(one: float, other: float) -> str:
    """How many times the one is as long as the other."""
    return f"{one / other:.2f}" if other else "?"


def machine() -> str:
    """Cores, memory, load, system and versions, in one paragraph without names of machines."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    load = os.getloadavg()[0]
    versions = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    return (
        f"{os.cpu_count()} cores, {memory / 1e9:.0f} GB of memory, {platform.system()} on {platform.machine()}; load "
        f"of the last minute before the start {load:.1f}. Python {platform.python_version()}, {versions}."
    )
