"""Plain lies: made-up statements of the graph's own relations, which neither wording, place nor length give away."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from shutil import copyfile

import pytest

from contragraph.dataset.check import check
from contragraph.dataset.types import parse_plan
from contragraph.generation.knowledge import run_in_lock_step
from contragraph.generation.periods.estimate import Periods
from contragraph.generation.perturb import Proposer
from contragraph.generation.rules.plain import convincing
from contragraph.generation.run import generate
from contragraph.generation.settings import Settings
from contragraph.generation.unremarkable import TELLINGS, unremarkable
from contragraph.graph import open_store
from contragraph.graph.model import Sentence, Statement, Text
from contragraph.ontology import load_ontology
from contragraph.ontology.turtle import format_ontology
from contragraph.ontology.vocabulary import PLAIN, vocabulary_of
from contragraph.reasoning.lint import lint
from tests.cli import contragraph
from tests.made import lines_of, sample_world, small_kg
from tests.staged_kgs import Triple

SETTINGS = Settings(parse_plan("1-single-hop=2,2-single-hop=1,1-multi-hop=1"), lies="plain")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plain")
    copyfile(sample_world() / "loaded.lbug", folder / "sample.lbug")
    with open_store(f"ladybug:{folder / 'sample.lbug'}") as store:
        generate(store, folder / "made", SETTINGS)
    return folder / "made"


def test_every_lie_is_of_a_relation_of_the_graph(made: Path) -> None:
    lines = lines_of(made)
    lies = [s for line in lines for s in line["contexts"]["perturbed"]["statements"] if s["source"] == "made"]
    assert len(lines) == 4
    assert len(lies) == 5
    assert all(s["relation"]["id"].startswith("wdt:") and not s["negated"] for s in lies)
    assert len({s["relation"]["id"] for s in lies}) > 2


def test_the_dataset_says_so_and_is_proven_again_from_its_files(made: Path) -> None:
    assert check(made).accepted
    assert json.loads((made / "manifest.json").read_text("utf-8"))["settings"]["lies"] == "plain"
    assert "of the graph's own relations" in (made / "README.md").read_text("utf-8")
    assert "lies" not in Settings(SETTINGS.plan).as_json()


@pytest.mark.neo4j
def test_both_engines_tell_the_same_plain_lies(neo4j_sample: str, made: Path, tmp_path: Path) -> None:
    with open_store(neo4j_sample) as store:
        generate(store, tmp_path / "neo4j", SETTINGS)
    assert (tmp_path / "neo4j" / "instances.jsonl").read_bytes() == (made / "instances.jsonl").read_bytes()


def test_plain_lies_go_with_pairs_that_are_made_without_a_model(tmp_path: Path) -> None:
    result = contragraph("generate", "--lies", "plain", "--generator", "llm", "--out", "no", cwd=tmp_path)
    assert result.code == 2
    assert "--lies plain goes with" in result.err


def test_the_axioms_are_sound_sourced_and_in_canonical_form() -> None:
    text = (files("contragraph.ontology") / "plain.ttl").read_text(encoding="utf-8")
    own = load_ontology(PLAIN)
    assert text == format_ontology(own)
    for axiom in own.axioms:
        assert axiom.source, axiom.id
        assert axiom.strength == "strict" or axiom.comment, axiom.id
        assert axiom.facts is None or (axiom.violations or 0) <= axiom.facts * 0.07, axiom.id
    assert not [f for f in lint(vocabulary_of((), plain=True).ontology) if f.level == "error"]
    assert not {a.id for a in own.axioms} & {a.id for a in vocabulary_of(()).ontology.axioms}


TRUE: tuple[Triple, ...] = (
    *((p, "wdt:P31", "wd:Q5") for p in ("wd:Ann", "wd:Ben", "wd:Dora")),
    *(("wd:Ann", "wdt:P19", "wd:Nantes"), ("wd:Ben", "wdt:P26", "wd:Dora"), ("wd:Song", "wdt:P144", "wd:Tune")),
    *((town, "wdt:P17", "wd:France") for town in ("wd:Nantes", "wd:Lyon")),
    *(("wd:Turin", "wdt:P17", "wd:Italy"), ("wd:France", "wdt:P31", "wd:Q6256"), ("wd:Italy", "wdt:P31", "wd:Q6256")),
    *(("wd:Shop", "wdt:P749", "wd:Chain"), ("wd:Kiosk", "wdt:P749", "wd:Chain"), ("wd:Chain", "wdt:P749", "wd:Fund")),
    ("wd:Fund", "wdt:P749", "wd:Bank"),
)


@pytest.fixture(scope="module")
def proposer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proposer]:
    with small_kg(tmp_path_factory.mktemp("people"), TRUE) as knowledge:
        yield Proposer(vocabulary_of((), plain=True).ontology, knowledge, lies="plain")


BORN = ("wd:Ann", "wdt:P19", "wd:Nantes")
OWNED = ("wd:Shop", "wdt:P749", "wd:Chain")


@pytest.mark.parametrize(
    ("seed", "lie", "believed"),
    [
        (BORN, ("wd:Ann", "wdt:P19", "wd:Lyon"), True),
        (BORN, ("wd:Ann", "wdt:P19", "wd:Turin"), False),  # another country
        (("wd:Ben", "wdt:P26", "wd:Dora"), ("wd:Dora", "wdt:P3373", "wd:Ben"), False),  # of unknown ages
        (("wd:Song", "wdt:P144", "wd:Tune"), ("wd:Tune", "wdt:P144", "wd:Song"), False),  # the source of its source
        (OWNED, ("wd:Fund", "wdt:P749", "wd:Chain"), True),
        (OWNED, ("wd:Chain", "wdt:P749", "wd:Kiosk"), False),  # the lesser owns the larger
        (BORN, ("wd:Nantes", "wdt:P740", "wd:Lyon"), False),  # of no town does the graph say where it was formed
    ],
)
def test_what_is_convincing(proposer: Proposer, seed: Triple, lie: Triple, believed: bool) -> None:
    knowledge = proposer.knowledge
    asked = convincing(Statement(*seed), Statement(*lie), (), proposer.containment, Periods(), knowledge)
    assert run_in_lock_step([asked], knowledge) == [believed]


LIE, TRUTH = Statement("wd:Q1", "wdt:P19", "wd:Q2"), Statement("wd:Q2", "wdt:P17", "wd:Q3")


@pytest.mark.parametrize("what", ["place", "length"])
def test_a_lie_is_told_at_any_place_and_in_a_sentence_of_any_length(what: str) -> None:
    centres = Counter[str | None]()

    def tell(salt: str, centre: str | None) -> Text:
        """Six sentences; the lie stands in any of them, or in the third, which is longer than any number of others."""
        centres[centre] += 1
        lot = sum(map(ord, salt)) % 6
        at = lot if what == "place" else 2
        others = [10 + n for n in range(5)] if what == "length" else [10] * 5
        ends = [0]
        for length in [*others[:at], 9.5 + lot if what == "length" else 10, *others[at:]]:
            ends.append(ends[-1] + int(2 * length))
        spans = (Sentence(ends[n], ends[n + 1], (LIE.id,) if n == at else ()) for n in range(6))
        return Text("x" * ends[-1], tuple(spans))

    found = Counter[int]()
    for n in range(120):
        text = unremarkable(tell, [LIE, TRUTH], frozenset({LIE.id}), f"pair {n}")
        lengths = [s.end - s.start for s in text.sentences]
        place = next(i for i, s in enumerate(text.sentences) if s.statements)
        found[place if what == "place" else sum(x < lengths[place] for x in lengths)] += 1
    assert min(found[n] for n in range(6)) >= 8, found
    assert centres == dict.fromkeys((None, "wd:Q1", "wd:Q2", "wd:Q3"), 120 * TELLINGS // 4)
