"""Learn how much each sign of a clash weighs on one half of the pairs, and judge the other half.

``python -m benchmarks.rivals_learnt DATA OURS [--write]`` with the folder of shared collections and a dataset of pairs
of one step (``generate --plan 1-single-hop=250,2-single-hop=60``). In a pair that contradicts itself only one of many
candidates is the contradiction, and nobody says which: the most probable one is taken, weights are learnt, and so on
until that settles. ``--write`` writes ``documents/weights.toml``, and ``alarms.toml`` with it. Beside it stand three
baselines: other values in the same place of the same words, a logistic regression on the words of both texts, and
always yes.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.agreeing import write_alarms
from benchmarks.rivals import HELD, LEARNT, STRANGERS, Claimed, Rival, claims, rivals
from contragraph.documents.anchors import one_matter
from contragraph.documents.candidates import KINDS, ClashCandidate, candidates
from contragraph.documents.clash import SURE, read
from contragraph.documents.judges.base import LABELS, JudgeQuestion
from contragraph.documents.judges.rules import RuleJudge
from contragraph.documents.supports import support
from contragraph.documents.weights import WEIGHTS, Features

ROUNDS, PENALTY = 8, 0.3
Scores = Sequence[float]


def read_pairs(pairs: Sequence[Rival]) -> tuple[list[list[ClashCandidate]], list[list[ClashCandidate]]]:
    """The candidates of each pair: all, and those of sentences that speak of one matter, as a scan asks."""
    found, alike = [], []
    for pair in pairs:
        a, b = map(read, pair.texts)
        its = [(one_matter(x, y), c) for x in a.lines for y in b.lines for c in candidates(x, y, a.whole, b.whole)]
        found.append([c for _, c in its])
        alike.append([c for same, c in its if same])
    return found, alike


Weights = dict[str, dict[str, float]]


def scores_by(weights: Weights, found: Sequence[Sequence[ClashCandidate]]) -> list[float]:
    """The score of each pair, with weights of one's own."""

    def chance(each: ClashCandidate) -> float:
        its = weights[each.kind]
        total = its.get("bias", 0.0) + sum(its.get(name, 0.0) * value for name, value in each.features.items())
        return float(1 / (1 + np.exp(-total)))

    return [max(map(chance, its), default=0.0) for its in found]


def _kind(pair: Rival) -> tuple[str, bool, str]:
    """Pairs that weigh together as much as those of any other kind of their family and answer."""
    return pair.family, pair.contradict, "" if pair.contradict else pair.kind


def learn(pairs: Sequence[Rival], found: Sequence[Sequence[ClashCandidate]]) -> Weights:
    """The weights by kind, learnt on the learnt half; each family counts as much as any other."""
    from sklearn.linear_model import LogisticRegression

    named = sorted({(c.kind, name) for its in found for c in its for name in (*c.features, "bias")})
    place = {name: n for n, name in enumerate(named)}
    rows = [(n, c) for n, its in enumerate(found) if pairs[n].half == LEARNT for c in its]
    owner = np.array([n for n, _ in rows])
    signs = np.zeros((len(rows), len(named)))
    for row, (_, each) in enumerate(rows):
        for name, value in (*each.features.items(), ("bias", 1.0)):
            signs[row, place[each.kind, name]] = value
    sizes = Counter(_kind(p) for p in pairs if p.half == LEARNT)
    kinds = Counter(kind[:2] for kind in sizes)
    weight = np.array([100 / sizes[kind] / kinds[kind[:2]] for kind in (_kind(pairs[n]) for n in owner)])
    untrue = np.array([not pairs[n].contradict for n in owner])
    first = [n for (_, name), n in place.items() if name in ("relation", "relation_in", "rest")]
    score = signs[:, first].sum(axis=1)
    for _ in range(ROUNDS):
        best: dict[int, int] = {}
        for row, n in enumerate(owner):
            if not untrue[row] and (n not in best or score[row] > score[best[n]]):
                best[n] = row
        top = np.zeros(len(rows), dtype=bool)
        top[list(best.values())] = True
        kept = top | untrue
        model = LogisticRegression(C=PENALTY, max_iter=2000, fit_intercept=False)
        model.fit(signs[kept], top[kept], sample_weight=weight[kept])
        score = model.decision_function(signs)
    weights: Weights = {kind: {} for kind in KINDS}
    for (kind, name), value in zip(named, model.coef_[0]):
        weights[kind][name] = round(float(value), 2)
    return weights


def learn_support(given: Sequence[Claimed]) -> dict[str, float]:
    """The weights of what speaks for a sentence saying what a claim says, learnt like those of clashes."""
    from sklearn.linear_model import LogisticRegression

    rows: list[tuple[int, Features]] = []
    learnt = [each for each in given if each.half == LEARNT]
    for n, each in enumerate(learnt):
        claim, passage = read(each.claim), read(each.passage)
        found = (support(claim.lines[0], line, passage.whole) for line in passage.lines if claim.lines)
        rows += [(n, features) for features in found if features is not None]
    named = sorted({name for _, features in rows for name in features})
    signs = np.array([[features[name] for name in named] for _, features in rows])
    true = np.array([learnt[n].label == "supports" for n, _ in rows])
    score = signs[:, named.index("said_all")] + signs[:, named.index("told")]
    for _ in range(ROUNDS):
        best: dict[int, int] = {}
        for row, (n, _) in enumerate(rows):
            if true[row] and (n not in best or score[row] > score[best[n]]):
                best[n] = row
        top = np.zeros(len(rows), dtype=bool)
        top[list(best.values())] = True
        kept = top | ~true
        model = LogisticRegression(C=PENALTY, class_weight="balanced", max_iter=2000).fit(signs[kept], top[kept])
        score = model.decision_function(signs)
    weights = {name: round(float(value), 2) for name, value in zip(named, model.coef_[0])}
    return {**weights, "bias": round(float(model.intercept_[0]), 2)}


def judged(given: Sequence[Claimed]) -> str:
    """What the judge by rules says of the held half, by what is so."""
    held = [each for each in given if each.half == HELD]
    said = RuleJudge().judge([JudgeQuestion(each.claim, each.passage) for each in held])
    counts = Counter((each.label, its.label if its else "irrelevant") for each, its in zip(held, said))
    rows = ["| so | " + " | ".join(LABELS) + " |", "|---" * (len(LABELS) + 1) + "|"]
    for label in ("supports", "contradicts", "irrelevant"):
        rows.append(f"| {label} | " + " | ".join(str(counts[label, its]) for its in LABELS) + " |")
    return "\n".join(rows)


def write(weights: Weights) -> None:
    """The weights as the package has them."""
    lines = ["# Learnt by python -m benchmarks.rivals_learnt; candidates.py says what each sign is."]
    for kind, its in weights.items():
        lines += ["", f"[{kind}]", *(f"{name} = {value}" for name, value in sorted(its.items()))]
    path = Path(__file__).resolve().parent.parent / "documents" / WEIGHTS
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


# ---- baselines ----------------------------------------------------------------------------------------------------


def same_slot(pair: Rival) -> float:
    """The best share of equal words of two sentences that differ in a number or a name in the same surroundings."""
    best = 0.0
    sentences = [[s.split() for s in re.split(r"(?<=[.!?])\s+", text)] for text in pair.texts]
    for a in sentences[0]:
        for b in sentences[1]:
            common = len(set(a) & set(b)) / max(1, min(len(set(a)), len(set(b))))
            for i, x in enumerate(a[1:], 1):
                for j, y in enumerate(b[1:], 1):
                    valued = (x[:1].isdigit() and y[:1].isdigit()) or (x[:1].isupper() and y[:1].isupper())
                    if valued and a[i - 1] == b[j - 1] and x not in b and y not in a:
                        best = max(best, common)
    return best


def by_words(pairs: Sequence[Rival], without: str = "") -> list[float]:
    """What a logistic regression on the words of both texts, and on those of one alone, says.

    ``without`` is a family that it is not learnt on.
    """
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    def told(pair: Rival) -> str:
        a, b = (set(re.findall(r"\w+", text.lower())) for text in pair.texts)
        return " ".join([*sorted(a & b), *(f"only_{word}" for word in sorted(a ^ b))])

    model = make_pipeline(TfidfVectorizer(token_pattern=r"\S+"), LogisticRegression(class_weight="balanced"))
    learnt = [p for p in pairs if p.half == LEARNT and p.family != without]
    model.fit([told(p) for p in learnt], [p.contradict for p in learnt])
    return [float(p) for p in model.predict_proba([told(p) for p in pairs])[:, 1]]


# ---- figures ------------------------------------------------------------------------------------------------------


def figures(pairs: Sequence[Rival], scores: Scores, family: str, least: float | None = None) -> str:
    """Recall at 5 % false alarms, at 80 % precision were half of all pairs contradictory, and at a fixed bar."""
    held = [(p.contradict, s) for p, s in zip(pairs, scores) if p.half == HELD and p.family == family]
    true, false = ([s for c, s in held if c is wanted] for wanted in (True, False))

    def share(its: Sequence[float], bar: float) -> float:
        return sum(s >= bar for s in its) / len(its)

    bars = sorted({*true, 1.1})
    few = max((share(true, bar) for bar in bars if share(false, bar) <= 0.05), default=0.0)
    sure = max((r for b in bars if (r := share(true, b)) and r / (r + share(false, b)) >= 0.8), default=0.0)
    fixed = f" {share(true, least):.2f} | {share(false, least):.3f} |" if least is not None else " | |"
    return f" {few:.2f} | {sure:.2f} |{fixed}"


def calibration(pairs: Sequence[Rival], scores: Scores) -> str:
    """How often pairs of a score contradict themselves, families and answers weighing alike."""
    sizes = Counter((p.family, p.contradict) for p in pairs if p.half == HELD)
    rows = ["| score | mean | contradict | pairs |", "|---|---|---|---|"]
    held = [(s, p.contradict, 1 / sizes[p.family, p.contradict]) for p, s in zip(pairs, scores) if p.half == HELD]
    for low in (0.0, 0.2, 0.4, 0.6, 0.8):
        its = [each for each in held if low <= each[0] < low + 0.2 + (low == 0.8)]
        total = sum(w for *_, w in its)
        if its:
            mean, right = sum(s * w for s, _, w in its) / total, sum(w for _, c, w in its if c) / total
            rows.append(f"| {low:.1f} to {low + 0.2:.1f} | {mean:.2f} | {right:.2f} | {len(its)} |")
    return "\n".join(rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn, and print the figures of the held half."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rivals_learnt", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("ours", type=Path)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args(arguments)
    pairs = rivals(given.data, given.ours)
    found, alike = read_pairs(pairs)
    told = list(claims(given.data))
    if given.write:
        learnt = learn(pairs, found)
        write({**learnt, "support": learn_support(told)})
        write_alarms(pairs, scores_by(learnt, found))
        return 0
    families = sorted({p.family for p in pairs})
    sizes = Counter((p.family, p.contradict) for p in pairs if p.half == HELD)
    rules, scanned = ([max((c.probability for c in its), default=0.0) for its in each] for each in (found, alike))
    slots, words = [same_slot(pair) for pair in pairs], by_words(pairs)
    print("| family | pairs | by | recall, 5 % false | recall, 80 % precise | recall | false |")
    print("|---|---|---|---|---|---|---|")
    for family in families:
        kept = [n for n, pair in enumerate(pairs) if pair.family != family]
        others = scores_by(learn([pairs[n] for n in kept], [found[n] for n in kept]), found)
        ways: tuple[tuple[str, Scores, float | None], ...] = (
            ("rules", rules, SURE),
            ("rules, of one matter", scanned, SURE),
            ("rules learnt on the other families", others, SURE),
            ("same slot", slots, None),
            ("words", words, None),
            ("words learnt on the other families", by_words(pairs, family), None),
        )
        for name, scores, least in ways:
            count = f"{sizes[family, True]} and {sizes[family, False]}"
            print(f"| {family} | {count} | {name} |{figures(pairs, scores, family, least)}")
    strangers = [s >= SURE for pair, s in zip(pairs, scanned) if pair.kind == STRANGERS and pair.half == HELD]
    print(f"\n{sum(strangers)} of {len(strangers)} pairs that tell the same of different things, of one matter")
    print(f"\n{calibration(pairs, scanned)}\n\n{judged(told)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
