"""What judges make of pairs of texts that nobody learnt on, on a sample of each family.

``python -m benchmarks.rivals_judged DATA OURS --judge nli:NliJudge=FOLDER`` asks judges, named as for
``benchmarks.claims_bias``, whether the second text of a pair contradicts the first; ``--models FILE`` asks a language
model, ``--small`` the one of 135 million parameters of the tests. The rules stand beside them on the same pairs.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from benchmarks.claims_bias import named
from benchmarks.rivals import HELD, Rival, rivals
from benchmarks.rivals_learnt import figures, read_pairs
from contragraph.documents.clash import SURE
from contragraph.documents.judges.base import Judge, JudgeQuestion, PassageJudgement
from contragraph.documents.judges.modelled import ModelJudge
from contragraph.llm import open_gateway, read_config
from tests import local_model as small

PAIRS = 40
"""Pairs of each family that contradict each other, and as many that do not."""
BAR = 0.5
SMALL = 'model = "{name}"\napi_base = "{url}"\nmax_tokens = 120\ntimeout = 600\n[limits]\nin_flight = 1\n'


def sampled(pairs: Sequence[Rival], most: int) -> list[Rival]:
    """So many pairs of the held half for each family and answer, drawn by a hash of what they say."""
    found: list[Rival] = []
    for family in sorted({p.family for p in pairs}):
        for contradict in (True, False):
            its = [p for p in pairs if (p.family, p.contradict, p.half) == (family, contradict, HELD)]
            found += sorted(its, key=lambda p: hashlib.sha256("\n".join(p.texts).encode()).digest())[:most]
    return found


def chance(said: PassageJudgement | None) -> float:
    """How probable a contradiction is by what a judge says; nothing where it says nothing that can be read."""
    if said is None or said.label is None:
        return 0.0
    return said.score if said.label in ("contradicts", "mixed") else min(1 - said.score, BAR - 0.01)


def unread(said: Sequence[PassageJudgement | None]) -> int:
    """Answers that could not be read."""
    return sum(its is not None and its.label is None for its in said)


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rivals_judged", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("ours", type=Path)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--judge", action="append", default=[])
    parser.add_argument("--models", type=Path)
    parser.add_argument("--small", action="store_true")
    given = parser.parse_args(arguments)
    pairs = sampled(rivals(given.data, given.ours), given.pairs)
    questions = [JudgeQuestion(*pair.texts) for pair in pairs]
    with ExitStack() as stack:
        judges: dict[str, Judge] = {name: named(name) for name in given.judge}
        work, models = Path(stack.enter_context(tempfile.TemporaryDirectory())), given.models
        if given.small:
            models = work / "models.toml"
            models.write_text(SMALL.format(name=small.NAME, url=stack.enter_context(small.serving())), encoding="utf-8")
        if models:
            config = read_config(models)
            judges["model"] = ModelJudge(stack.enter_context(open_gateway(config, cache=work / "answers.sqlite")))
        said = {name: judge.judge(questions) for name, judge in judges.items()}
    rules = [max((c.probability for c in its), default=0.0) for its in read_pairs(pairs)[0]]
    scores = {"rules": (rules, SURE), **{name: ([*map(chance, its)], BAR) for name, its in said.items()}}
    print("| family | pairs | by | recall, 5 % false | recall, 80 % precise | recall | false |")
    print("|---|---|---|---|---|---|---|")
    for family in sorted({p.family for p in pairs}):
        count = " and ".join(str(sum(p.family == family and p.contradict is so for p in pairs)) for so in (True, False))
        for name, (its, bar) in scores.items():
            print(f"| {family} | {count} | {name} |{figures(pairs, its, family, bar)}")
    for name, answers in said.items():
        print(f"\n{name}: {unread(answers)} of {len(answers)} answers could not be read")
    return 0


if __name__ == "__main__":
    sys.exit(main())
