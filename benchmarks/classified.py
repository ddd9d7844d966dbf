"""The figures of docs/classify.md: ``python -m benchmarks.classified DATA`` with the folder of shared collections.

First in how many items a conflict is detected, and how often the same bar finds one where texts agree. Beside what
classify finds stands a classifier that knows nothing of conflicts, only lengths, overlap, digits and words of denial,
trained on nine tenths of the items and asked about the rest; and how often classify finds the sentences that a reader
named in the items of tests/data/classify_gold.jsonl.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.measure import with_folder
from contragraph.documents.alarms import detection
from contragraph.documents.clash import LEAST
from contragraph.documents.classify import Classified, classify
from contragraph.documents.gold import compare_gold
from contragraph.documents.proven import TextProver
from contragraph.documents.readers import read_corpus
from contragraph.documents.records import TextPair
from contragraph.evaluation.statistics import Proportion

FILES = {"econ": "econ/econ_168_merged.jsonl", "wikicontradict": "wikicontradict/wiki_contradict_half.jsonl.gz"}
KINDS = {"econ": ("answer", "factoid"), "wikicontradict": ("explicit", "implicit")}
BARS = (LEAST, 0.4, 0.5)
GOLD = Path(__file__).resolve().parent.parent / "tests" / "data" / "classify_gold.jsonl"
_DENIED = re.compile(r"\b(?:not|never|no)\b|n't\b", re.IGNORECASE)


def surface(pair: TextPair) -> list[float]:
    """What can be seen of two texts without reading them."""
    a, b = pair.texts[:2]
    one, other = set(a.lower().split()), set(b.lower().split())
    own = [float(f(text)) for text in (a, b) for f in (_words, _stops, _denials, _digits)]
    return [*own, len(one & other) / max(1, len(one | other)), float(a == b)]


def _words(text: str) -> int:
    return len(text.split())


def _stops(text: str) -> int:
    return text.count(".")


def _denials(text: str) -> int:
    return len(_DENIED.findall(text))


def _digits(text: str) -> int:
    return sum(c.isdigit() for c in text)


def by_surface(items: list[Classified], kinds: tuple[str, str]) -> Proportion:
    """How often a classifier of surface features is right, in tenfold cross-validation."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedKFold, cross_val_predict
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    features = np.array([surface(item.pair) for item in items])
    right = np.array([kinds.index(dict(item.pair.gold)["kind"]) for item in items])
    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
    folds = StratifiedKFold(10, shuffle=True, random_state=0)
    return Proportion(int((cross_val_predict(model, features, right, cv=folds) == right).sum()), len(items))


def by_hand(name: str, items: list[Classified]) -> tuple[Proportion, Proportion]:
    """Of the items that were read by hand: those with a conflict's sentences found, all of them and the real ones."""
    gold = {g["texts"]: g for g in map(json.loads, GOLD.read_text("utf-8").splitlines()) if g["dataset"] == name}
    read = {item.pair.key: item for item in items if item.pair.key in gold}
    hits = {}
    for key, item in read.items():
        wanted = {tuple(pair) for conflict in gold[key]["conflicts"] for pair in conflict}
        hits[key] = bool(wanted & {(b.clash.first.sentence, b.clash.second.sentence) for b in item.conflicts})
    real = [hit for key, hit in hits.items() if gold[key]["real"]]
    return Proportion(sum(hits.values()), len(hits)), Proportion(sum(real), len(real))


def show(data: Path) -> None:
    """Print all figures."""
    prover = TextProver("wikidata")
    for name, file in FILES.items():
        items = [classify(name, pair, prover=prover) for pair in read_corpus(data / "conflicts" / file, name).pairs]
        for bar in BARS:
            kept = [replace(i, conflicts=tuple(b for b in i.conflicts if b.clash.score >= bar)) for i in items]
            for its in detection(name, kept, bar, prover):
                low, high = its.share.interval or (0, 0)
                print(
                    f"{name}, bar {bar}, {its.what}, {its.value}: {its.share.count} of {its.share.of},"
                    f" {its.share.share:.3f} ({low:.3f} to {high:.3f})"
                )
        for each in compare_gold(name, items):
            print(f"{name}, {each.question}: {each.accuracy.share:.3f}, most frequent answer {each.majority.share:.3f}")
            print("  " + ", ".join(f"{gold} found as {said}: {n}" for gold, said, n in each.confusion))
        print(f"{name}, {' or '.join(KINDS[name])} by surface features: {by_surface(items, KINDS[name]).share:.3f}")
        found, real = by_hand(name, items)
        print(
            f"{name}, sentences found in {found.count} of {found.of} items; of real conflicts {real.count} of {real.of}"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    return with_folder("classified", str(__doc__), show, arguments, ("DATA", "the folder of shared collections"))


if __name__ == "__main__":
    sys.exit(main())
