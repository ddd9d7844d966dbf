"""How far a judge of claims against passages is off: on claims of which every label is proven.

``python -m benchmarks.claims_bias CLAIMS --judge nli:NliJudge=FOLDER`` asks each judge named (a class in a module of
``contragraph.documents.judges``, and what it is made with) and the baselines about each claim and document of a dataset
of claims (``contragraph generate --benchmark conflictbench``), and prints Markdown: which label became which, kappa per
label, and bias and mean absolute error of CS-C and CS-R of the answers in it, against their known scores.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from statistics import fmean

from benchmarks.claims_baselines import Always, Overlap
from benchmarks.measure import Table
from contragraph.dataset.records.proven_claims import ProvenItem, read_claims
from contragraph.dataset.records.responses import Response, cs_c, cs_r, read_responses
from contragraph.documents.judges.base import LABELS, Judge, JudgeQuestion, Label, cascade
from contragraph.evaluation.statistics import kappa
from contragraph.graph.errors import ContragraphError, InputError

CLAIMS = 500
"""Claims that are asked about, at most."""
NONE = "none"
"""The column of answers that could not be read."""
BASELINES: Mapping[str, Judge] = {
    "always supports": Always("supports"),
    "always irrelevant": Always("irrelevant"),
    "overlap": Overlap(),
}
Labelled = Callable[[str, str], Label | None]
"""The label of a claim and a document, by the texts of both."""


def named(spelled: str) -> Judge:
    """The judge that ``module:Class`` or ``module:Class=ARGUMENT`` names.

    :raises InputError: if there is no such class
    """
    name, _, argument = spelled.partition("=")
    module, _, kind = name.partition(":")
    try:
        made = getattr(importlib.import_module(f"contragraph.documents.judges.{module}"), kind)
    except (ImportError, AttributeError):
        raise InputError(f"There is no judge {name}; write for example nli:NliJudge=FOLDER.") from None
    judge: Judge = made(argument) if argument else made()
    return judge


def labels_of(judge: Judge, items: Sequence[ProvenItem], responses: Sequence[Response]) -> Labelled:
    """What a judge says of every claim of items and answers, each question asked once."""
    titles = {d.text: d.title for item in items for d in item.documents}
    topics = {item.claim: item.statement.subject.label for item in items}
    topics |= {other.text: other.statement.subject.label for item in items for other in item.others}
    asked = dict.fromkeys((item.claim, d.text) for item in items for d in item.documents)
    asked |= dict.fromkeys((c.text, d.text) for r in responses for c in r.claims for d in r.documents)
    questions = [JudgeQuestion(claim, text, topics.get(claim, ""), titles[text]) for claim, text in asked]
    answers = dict(zip(asked, (answer.label for answer in cascade([judge], questions)), strict=True))
    return lambda claim, text: answers[claim, text]


def confusion(items: Sequence[ProvenItem], label: Labelled) -> Counter[tuple[str, str]]:
    """How often each gold label became each other one, over the claims of the items."""
    pairs = ((str(d.label), label(item.claim, d.text) or NONE) for item in items for d in item.documents)
    return Counter(pairs)


def kappas(counted: Mapping[tuple[str, str], int]) -> dict[str, float | None]:
    """Cohen's kappa of judge and proof for each label: is it that, or not."""
    found: dict[str, float | None] = {}
    for label in LABELS:
        units = [
            (("proof", int(gold == label)), ("judge", int(said == label)))
            for (gold, said), count in sorted(counted.items())
            for _ in range(count)
        ]
        found[label] = kappa(units)
    return found


def errors(responses: Sequence[Response], label: Labelled) -> dict[str, list[float]]:
    """How much too high each score of each answer is, where the answer has one; ``unscored`` where it gets none."""
    found: dict[str, list[float]] = {"CS-C": [], "CS-R": [], "unscored": []}
    for response in responses:
        labels = [[label(claim.text, d.text) for d in response.documents] for claim in response.claims]
        for name, gold, score in (("CS-C", response.cs_c, cs_c(labels)), ("CS-R", response.cs_r, cs_r(labels))):
            if gold is not None:
                found[name if score is not None else "unscored"].append((score or 0.0) - gold)
    return found


def measured(items: Sequence[ProvenItem], responses: Sequence[Response], judges: Mapping[str, Judge]) -> list[Table]:
    """The tables of some judges."""
    labels = {name: labels_of(judge, items, responses) for name, judge in judges.items()}
    counts = {name: confusion(items, label) for name, label in labels.items()}
    columns = (*LABELS, NONE)
    became = [
        (f"{name}: {gold}", *(str(counted[gold, said]) for said in columns))
        for name, counted in counts.items()
        for gold in LABELS
    ]
    agreed = {name: kappas(counted) for name, counted in counts.items()}
    agreeing = [(name, *(_figure(found[label]) for label in LABELS)) for name, found in agreed.items()]
    off = []
    for name, label in labels.items():
        found = errors(responses, label)
        figures = [f(found[score]) for score in ("CS-C", "CS-R") for f in (_mean, _mean_absolute)]
        off.append((name, *figures, str(len(found["unscored"]))))
    pairs = sum(len(item.documents) for item in items)
    return [
        Table("Labels: proven, in the columns what a judge says", ("judge: proven", *columns), tuple(became)),
        Table("Cohen's kappa with the proof", ("judge", *LABELS), tuple(agreeing), f"{pairs} claims with a document."),
        Table(
            "Scores of answers, less the known ones",
            ("judge", "CS-C bias", "CS-C MAE", "CS-R bias", "CS-R MAE", "unscored"),
            tuple(off),
            f"{len(responses)} answers to {len(items)} claims; *unscored*: no document is said to touch a claim.",
        ),
    ]


def _mean(values: Sequence[float]) -> str:
    return _figure(fmean(values) if values else None, sign="+")


def _mean_absolute(values: Sequence[float]) -> str:
    return _figure(fmean(map(abs, values)) if values else None)


def _figure(value: float | None, sign: str = "") -> str:
    return "–" if value is None else f"{value:{sign}.3f}"


def main() -> None:
    """The command."""
    made = argparse.ArgumentParser(prog="python -m benchmarks.claims_bias", description=__doc__)
    made.add_argument("claims", type=Path)
    made.add_argument("--judge", action="append", default=[], metavar="MODULE:CLASS[=ARGUMENT]")
    made.add_argument("--most", type=int, default=CLAIMS, help="claims that are asked about")
    options = made.parse_args()
    try:
        items = [item for _, item in islice(read_claims(options.claims), options.most)]
        own = {item.id for item in items}
        responses = [response for _, response in read_responses(options.claims) if response.item in own]
        judges = {**BASELINES, **{spelled: named(spelled) for spelled in options.judge}}
    except ContragraphError as error:
        sys.exit(str(error))
    for table in measured(items, responses, judges):
        print(f"\n{table.markdown()}", flush=True)


if __name__ == "__main__":
    main()
