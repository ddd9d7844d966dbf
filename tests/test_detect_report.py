"""The figures of an evaluation: measures, intervals, breakdowns, tables, plots, the page, agreement with people."""

from __future__ import annotations

import csv
import random
import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from scipy.stats import bootstrap as scipy_bootstrap

from contragraph.evaluation.bootstrap import differences, sampled
from contragraph.evaluation.breakdowns import Beside, beside, parts
from contragraph.evaluation.measures import MEASURES, SettingCounts, counts_of
from contragraph.evaluation.pairs.human import COMPUTED, agreement, disagreements
from contragraph.evaluation.pairs.report import PAGE, write_report
from contragraph.evaluation.records import Human, Item, ItemConflict, PairScore, Probe, Said
from contragraph.evaluation.sheets import DeclaredStatement
from contragraph.evaluation.tables import PUBLISHED
from tests.browser import chromium


def item(name: str, conflicts: int = 1, hops: int = 1, words: int = 8, relation: str = "wdt:P36") -> Item:
    declared = tuple(
        ItemConflict(
            statements=(
                DeclaredStatement(role="original", words="a", sentences=("A1",)),
                DeclaredStatement(role="perturbed", words="b", sentences=("B1",)),
            ),
            minimal=((0, 1),),
            hops=hops,
            strength="strict",
            relation=relation,
        )
        for _ in range(conflicts)
    )
    text = " ".join(["word"] * words)
    return Item(
        id=name,
        type=f"{conflicts}-{'single' if hops == 1 else 'multi'}-hop" if conflicts else "0-conflict",
        control=not conflicts,
        dataset="contragraph",
        texts=(text, text),
        sentences=((text,), (text,)),
        conflicts=declared,
        relations=(relation,),
        domains=("Geography",),
        kg="wikidata5m",
    )


def score(
    of: Item,
    said: Said,
    localised: tuple[bool, ...] | None = None,
    attempt: int = 1,
    reported: int = 0,
    matched: int = 0,
    model: str = "m",
    order: str = "ab",
) -> PairScore:
    return PairScore.model_validate(
        {
            "item": of.id,
            "model": model,
            "prompt": "steps",
            "variant": "plain",
            "order": order,
            "attempt": attempt,
            "said": said,
            "localised": localised if localised is not None else (False,) * len(of.conflicts),
            "paired": localised if localised is not None else (False,) * len(of.conflicts),
            "matched": matched,
            "reported": reported,
        }
    )


def values(items: list[Item], scores: list[PairScore]) -> dict[str, float | None]:
    (counts,) = counts_of(items, scores)
    return {name: value.value for name, value in sampled(counts).values(list(MEASURES)).items()}


def test_measures_are_those_counted_by_hand() -> None:
    one, two, none, other = item("1"), item("2", conflicts=2), item("c", 0), item("d", 0)
    scores = [
        score(one, "conflict", (True,), 1, reported=2, matched=1),
        score(one, "none", (False,), 2),
        score(two, "conflict", (True, True), 1, reported=2, matched=2),
        score(two, "conflict", (True, False), 2, reported=1, matched=1),
        score(none, "conflict", (), 1, reported=1),
        score(none, "none", (), 2),
        score(other, "unreadable", (), 1),
        score(other, "none", (), 2),
    ]
    assert values([one, two, none, other], scores) == {
        "id_any": 1.0,
        "id_all": 0.5,
        "id": 0.75,
        "unreadable": 0.125,
        "false_positives": 0.3333,
        "precision": 0.75,
        "balanced_accuracy": round((3 / 4 + 2 / 3) / 2, 4),
        "mcc": round((3 * 2 - 1 * 1) / (4 * 4 * 3 * 3) ** 0.5, 4),
        "loc_any": 1.0,
        "loc_all": 0.0,
        "loc": 0.5,
        "loc_recall": round(4 / 6, 4),
        "loc_paired": round(4 / 6, 4),
        "loc_precision": round(4 / 6, 4),
        "loc_f1": round(2 / 3, 4),
    }


def test_what_cannot_be_read_is_no_denial() -> None:
    pairs = [item("1"), item("2")]
    unread = values(pairs, [score(p, "unreadable") for p in pairs])
    assert unread["id"] == 0.0
    assert unread["unreadable"] == 1.0
    assert unread["false_positives"] is unread["precision"] is unread["balanced_accuracy"] is unread["mcc"] is None


def test_a_model_that_always_cries_conflict_gains_nothing_over_chance() -> None:
    items = [*(item(f"p{n}") for n in range(6)), *(item(f"c{n}", 0) for n in range(3))]
    always = values(items, [score(i, "conflict") for i in items])
    assert (always["id"], always["false_positives"], always["balanced_accuracy"], always["mcc"]) == (1.0, 1.0, 0.5, 0.0)


def drawn(seed: int, pairs: int = 60, controls: int = 40) -> tuple[list[Item], list[PairScore]]:
    rnd = random.Random(seed)
    items = [item(f"p{n:03}", 1 + n % 3, 1 + n % 2, 5 + n) for n in range(pairs)]
    items += [item(f"c{n:03}", 0, words=9 + n) for n in range(controls)]
    said: list[Said] = ["conflict", "conflict", "none", "unreadable"]
    scores = []
    for order in ("ab", "ba"):
        for each in items:
            for attempt in (1, 2):
                found = tuple(rnd.random() < 0.4 for _ in each.conflicts)
                scores.append(score(each, rnd.choice(said), found, attempt, 2, min(2, sum(found)), order=order))
    return items, scores


def test_intervals_are_those_of_the_bootstrap() -> None:
    items, scores = drawn(1)
    counts = counts_of(items, scores)[0]
    low, high = sampled(counts).values(["id"])["id"].interval or (0.0, 0.0)
    rows = [sum(s.said == "conflict" for s in given) / 2 for given, i in zip(counts.scores, items) if not i.control]
    other = scipy_bootstrap((np.array(rows),), np.mean, n_resamples=4000, method="percentile", rng=1)
    assert low == pytest.approx(other.confidence_interval.low, abs=0.02)
    assert high == pytest.approx(other.confidence_interval.high, abs=0.02)


def test_one_item_has_no_interval() -> None:
    (counts,) = counts_of([item("1")], [score(item("1"), "conflict")])
    found = sampled(counts).values(["id", "false_positives"])
    assert (found["id"].value, found["id"].interval) == (1.0, None)
    assert (found["false_positives"].value, found["false_positives"].interval) == (None, None)


def test_the_same_answers_differ_by_nothing() -> None:
    items, scores = drawn(2)
    one = counts_of(items, scores)[0]
    found = differences(one, one, ["id", "mcc", "loc"])
    assert {(v.value, v.interval) for v in found.values()} == {(0.0, (0.0, 0.0))}


def by_part(
    counts: SettingCounts, name: str, aside: Beside | None = None
) -> dict[str, tuple[int, float | None, float | None]]:
    return {
        part.part: (part.of, part.values["id"].value, part.values["loc_recall"].value)
        for part in parts(counts, aside or Beside())
        if part.breakdown == name
    }


def test_breakdowns_divide_pairs_and_conflicts() -> None:
    one, two, none = item("1"), item("2", 2, hops=3, relation="wdt:P47", words=50), item("c", 0, words=90)
    (counts,) = counts_of(
        [one, two, none],
        [score(one, "conflict", (True,)), score(two, "none", (True, False)), score(none, "none", ())],
    )
    assert by_part(counts, "type") == {
        "0-conflict": (1, None, None),
        "1-single-hop": (1, 1.0, 1.0),
        "2-multi-hop": (1, 0.0, 0.5),
    }
    assert by_part(counts, "hops") == {"1": (1, 1.0, 1.0), "3": (2, 0.0, 0.5)}
    assert by_part(counts, "relation") == {"wdt:P36": (1, 1.0, 1.0), "wdt:P47": (2, 0.0, 0.5)}
    assert by_part(counts, "strength") == {}, "all are of one strength"
    assert list(by_part(counts, "length")) == [
        "1: up to 16 words",
        "2: over 16, up to 100 words",
        "3: over 100, up to 180 words",
    ]
    known = Probe(item="2", conflict=0, model="m", words="", asked=5, yes=5, unreadable=0, knowledge="known")
    probes = [known, known.model_copy(update={"conflict": 1, "yes": 0, "knowledge": "unknown"})]
    assert by_part(counts, "knowledge", beside(probes, [])) == {"known": (1, 0.0, 1.0), "unknown": (1, 0.0, 0.0)}


def human(of: PairScore, scorer: str, said: Said, *localised: bool) -> Human:
    asked = {name: getattr(of, name) for name in ("item", "model", "prompt", "variant", "order", "attempt")}
    return Human.model_validate({**asked, "scorer": scorer, "said": said, "localised": localised})


def test_people_are_compared_with_the_computation() -> None:
    items = [item(str(n), 2) for n in range(4)]
    scores = [score(i, "conflict", (True, False)) for i in items]
    people = [human(s, "Ann", "conflict", True, False) for s in scores[:3]]
    people += [human(scores[3], "Ann", "none", True, True), human(scores[0], "Bo", "conflict", True, True)]
    agreed = {(a.question, a.readers): a for a in agreement(people, scores)}
    with_ann = agreed["each conflict localised", (COMPUTED, "Ann")]
    assert (with_ann.units, with_ann.same) == (8, 0.875)
    assert with_ann.kappa == pytest.approx((7 / 8 - 0.5) / 0.5, abs=1e-3)
    listed = [(d.asked.item, d.scorer, d.conflict, d.person, d.computed) for d in disagreements(people, scores)]
    assert listed == [
        ("0", "Bo", 2, "localised", "missed"),
        ("3", "Ann", None, "none", "conflict"),
        ("3", "Ann", 2, "localised", "missed"),
    ]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    items, scores = drawn(3)
    people = [human(s, "Ann <b>", s.said, *(s.localised or ())) for s in scores[:20]]
    write_report(folder, items, scores, human=people)
    return folder


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_the_report_is_the_same_for_the_same_answers(report: Path, tmp_path: Path) -> None:
    items, scores = drawn(3)
    people = [human(s, "Ann <b>", s.said, *(s.localised or ())) for s in scores[:20]]
    write_report(tmp_path, items, scores, human=people)
    assert files_of(tmp_path) == files_of(report)


def test_tables_hold_the_figures(report: Path) -> None:
    rows = list(csv.DictReader((report / "tables" / "id.csv").read_text("utf-8").splitlines()))
    items, scores = drawn(3)
    for row, counts in zip(rows, counts_of(items, scores), strict=True):
        value = sampled(counts).values(["id"])["id"]
        assert (row["model"], row["order"], int(row["pairs"]), int(row["controls"])) == (
            "m",
            counts.setting.order,
            60,
            40,
        )
        assert float(row["ID, one attempt"]) == value.value
        assert (float(row["ID, one attempt low"]), float(row["ID, one attempt high"])) == value.interval
    worded = (report / "report.md").read_text("utf-8")
    assert all(p.source in worded for p in PUBLISHED)
    assert "| order | m | steps plain ab | steps plain ba | 100 |" in worded


def test_plots_are_svg_that_stands_alone(report: Path) -> None:
    plots = sorted((report / "plots").iterdir())
    assert "overview.svg" in {p.name for p in plots}
    for path in plots:
        root = ElementTree.fromstring(path.read_text("utf-8"))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        shares = [float(x) for x in re.findall(r": (-?[\d.]+)(?: \[|</title)", path.read_text("utf-8"))]
        assert shares
        assert all(0 <= share <= 100 for share in shares)


def test_the_page_needs_nothing_else_and_escapes_names(report: Path) -> None:
    page = (report / PAGE).read_text("utf-8")
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert "Ann &lt;b&gt;" in page
    assert "Ann <b>" not in page


def test_the_page_fits_a_phone(report: Path) -> None:
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 390, "height": 844})
        wrong: list[str] = []
        page.on("console", lambda message: wrong.append(message.text))
        page.goto((report / PAGE).as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.locator("td:visible").evaluate_all(
            "all => all.every(td => td.getBoundingClientRect().right <= 390)"
        )
        first = page.locator("#id tr:has(td.share)").first
        shares = first.locator("td.share").evaluate_all("all => all.map(td => td.getBoundingClientRect().bottom)")
        others = first.locator("td:not(.share):not(:first-child)")
        below = others.evaluate_all("all => all.map(td => td.getBoundingClientRect().top)")
        assert max(shares) <= min(below), "the figures stand before what was asked"
        assert max(shares) <= 844, "and in the first window"
        assert page.locator("svg").count() > 4
        assert page.locator("table").count() == len(list((report / "tables").iterdir()))
        assert wrong == []
