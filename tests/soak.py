"""A soak: every command that writes is stopped at random moments, given again as a user would, and held against one
that nobody stopped. By hand: python -m tests.soak [--store ladybug|neo4j] [--kills N] [--seed SEED] [--only WORDS]

Two stops of three are SIGKILL, the third is SIGTERM, which must end the command with one plain sentence. What differs
afterwards (files of the folder, content of the store, what was left over) is said, and the folder is kept.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random

from contragraph.llm.provider import library
from tests.forking import prepare
from tests.soak_place import STORE, Ended, Place, Stop, differences, held, model_server, run
from tests.soak_server import Server, serving
from tests.soak_steps import STEPS, Base, Bases, Step, prepared

_DRAWS = 4
"""Times that a stop is tried for until one comes before the command has ended."""


@dataclass(frozen=True, slots=True)
class Whole:
    """What a step takes and leaves where nobody stops it."""

    ended: Ended
    held: Mapping[str, str]


@dataclass
class Soak:
    """What all steps share."""

    bases: Bases
    folder: Path
    server: Server | None
    random: Random

    def place(self, base: Base) -> Place:
        """A new folder, always of one name, and on a server the database, with what is there before a step."""
        folder = self.folder / "place"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.bases.of(base), folder)
        if self.server is None:
            return Place(folder, {})
        for path in folder.glob(STORE + "*"):
            path.unlink()
        self.server.hold(base, self.bases)
        return Place(folder, self.server.environment)

    def words(self, text: str) -> list[str]:
        """A command's words."""
        return [word.format(**self.bases.known) for word in text.split()]

    def whole(self, step: Step) -> Whole:
        """Do a step without a stop.

        :raises RuntimeError: if that comes to no good end
        """
        place = self.place(step.base)
        ended = run(place, self.words(step.words))
        if ended.code:
            raise RuntimeError(f"{step.name}: contragraph {step.words}: {ended.err}")
        return Whole(ended, held(place))

    def stop(self, whole: Whole) -> Stop:
        """A random moment of a step's work, or of its time, where it waits for others."""
        sign = self.random.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM))
        clock = self.random.random() < 0.5
        return Stop(sign, self.random.random() * (whole.ended.clock if clock else whole.ended.work), clock)


def trial(soak: Soak, step: Step, whole: Whole) -> tuple[str, list[str]] | None:
    """Stop a step once and go on as a user would: where that met it, and what is wrong then.

    None where each stop came too late.
    """
    for _ in range(_DRAWS):
        place, stop = soak.place(step.base), soak.stop(whole)
        ended = run(place, soak.words(step.words), stop)
        if ended.code in (-stop.sign, 130):
            break
    else:
        return None
    where = f"{stop.sign.name} after {ended.work:.2f} of {whole.ended.work:.2f} s of work"
    wrong = sentence_missing(ended, whole.ended) if stop.sign == signal.SIGTERM else []
    said: list[str] = []
    for words in step.tries():
        again = run(place, soak.words(words))
        said.append(again.err.strip())
        wrong += [f"it said: {again.err}"] * (crashed(again.err) or again.code < 0)
        if again.code == 0:
            break
    else:
        where += ", then refused"  # as it should be where all was done
    found = differences(held(place), whole.held)
    return where, wrong + (found + [f"it said: {each}" for each in said if each] if found else [])


def crashed(err: str) -> bool:
    """Whether a command ended in a way that nobody foresaw."""
    return "Traceback" in err or "Unexpected" in err


def sentence_missing(ended: Ended, whole: Ended) -> list[str]:
    """What is wrong with how a command says that it was stopped; one that had not begun may say nothing."""
    lines = [line for line in ended.err.splitlines() if line and line not in whole.err.splitlines()]
    if ended.code == -signal.SIGTERM and not lines:
        return []
    if ended.code == 130 and len(lines) == 1 and lines[0].startswith("Stopped") and lines[0].endswith("."):
        return []
    return [f"SIGTERM ended it with {ended.code} and these words: {ended.err}"]


def soaked(soak: Soak, steps: list[Step], kills: int, say: Callable[[str], None]) -> tuple[int, int]:
    """Stop the steps by turns so many times; how often that was, and after how many of them something differed."""
    wholes: dict[str, Whole] = {}
    done = late = bad = turn = 0
    while done < kills and late < kills + len(steps):
        step = steps[turn % len(steps)]
        turn += 1
        if step.name not in wholes:
            wholes[step.name] = soak.whole(step)
        found = trial(soak, step, wholes[step.name])
        if found is None:
            late += 1
            continue
        done += 1
        where, wrong = found
        say(f"kill {done}: {step.name}, {where}: {'; '.join(wrong) or 'as if nothing had been'}")
        if wrong:
            bad += 1
            kept = soak.folder / f"differs-{done}"
            (soak.folder / "place").rename(kept)
            say(f"  kept in {kept}")
    return done, bad


@contextmanager
def opened(store: str, seed: int) -> Iterator[Soak]:
    """A soak with its servers and bases in a temporary folder, which stays where something in it is kept."""
    prepare()
    library()
    import_module("scipy.stats")  # and the client of models before it: they take longer than what uses them here
    folder = Path(tempfile.mkdtemp(prefix="contragraph-soak-"))
    try:
        with ExitStack() as stack:
            url = stack.enter_context(model_server())
            bases = prepared(folder / "bases", url)
            server = stack.enter_context(serving()) if store == "neo4j" else None
            yield Soak(bases, folder, server, Random(seed))
    finally:
        if not list(folder.glob("differs-*")):
            shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    """The command."""
    made = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    made.add_argument("--store", choices=("ladybug", "neo4j"), default="ladybug")
    made.add_argument("--kills", type=int, default=200)
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--only", action="append", help="steps with these words in their names")
    options = made.parse_args()
    only = options.only or [""]
    steps = [s for s in STEPS if any(o in s.name for o in only) and (s.store or options.store == "ladybug")]
    if not steps:
        made.error(f"no step has {' or '.join(only)} in its name")

    def say(line: str) -> None:
        print(line, flush=True)

    begun = time.monotonic()
    with opened(options.store, options.seed) as soak:
        done, bad = soaked(soak, steps, options.kills, say)
    minutes = (time.monotonic() - begun) / 60
    say(f"{done} kills over {len(steps)} steps on {options.store} in {minutes:.0f} minutes; {bad} left a difference.")
    sys.exit(1 if bad or done < options.kills else 0)


if __name__ == "__main__":
    main()
