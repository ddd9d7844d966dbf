"""The Python API: pairs as they are proven, texts of one's own, exploring, and how a notebook shows a pair."""

from __future__ import annotations

import inspect
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import contragraph as cg
from contragraph.dataset.records.codec import to_line
from tests.cli import environment
from tests.made import dataset, few_axioms, lines_of, sample_world

ROOT = Path(__file__).resolve().parent.parent
PLAN = "1-single-hop=3"
WAVES = "1-single-hop=2,2-single-hop=1"
"""Two waves, of which the first has the conflict of two steps."""
SMALL = cg.Settings(cg.parse_plan("small"))
APART, ALIKE = ({"overlap": overlap, "distractors": 4} for overlap in (0.0, 1.0))
Made = Callable[..., Path]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[cg.GraphStore]:
    """A copy of the sample with the small dataset in it."""
    path = tmp_path / "contragraph.lbug"
    shutil.copy(sample_world() / "contragraph.lbug", path)
    with cg.open_store(f"ladybug:{path}") as opened:
        yield opened


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[cg.GraphStore]:
    """Such a copy that the datasets below are in as well."""
    path = tmp_path_factory.mktemp("own") / "contragraph.lbug"
    shutil.copy(sample_world() / "contragraph.lbug", path)
    with cg.open_store(f"ladybug:{path}") as opened:
        yield opened


@pytest.fixture(scope="module")
def axioms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few, by which the datasets below are made."""
    return few_axioms(tmp_path_factory.mktemp("axioms"))


@pytest.fixture(scope="module")
def made(own: cg.GraphStore, axioms: Path, tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Makes a dataset of ``PLAN`` with some settings, once for all tests."""
    folder = tmp_path_factory.mktemp("made")

    @cache
    def once(**changes: Any) -> Path:  # noqa: ANN401
        out = folder / "-".join(["made", *map(str, changes.values())])
        assert not cg.generate(own, out, settings(**changes), axioms=axioms).shortfalls
        return out

    return once


def settings(plan: str = PLAN, **changes: Any) -> cg.Settings:  # noqa: ANN401
    return cg.Settings(cg.parse_plan(plan), **changes)


def kept(folder: Path) -> list[str]:
    return (folder / "instances.jsonl").read_text("utf-8").splitlines()


def test_pairs_come_as_they_are_proven_and_are_those_of_the_folder(
    store: cg.GraphStore, axioms: Path, made: Made
) -> None:
    pairs = list(cg.instances(store, settings(WAVES), axioms=axioms))
    assert [to_line(pair)[1] for pair in pairs] == kept(made(plan=WAVES))
    manifest = json.loads((made(plan=WAVES) / "manifest.json").read_text("utf-8"))
    assert {pair.run for pair in pairs} == {manifest["run"]}
    assert [pair.id for pair in pairs] == [json.loads(line)["id"] for line in kept(made(plan=WAVES))]
    for read, pair in zip(cg.read_dataset(made(plan=WAVES)), pairs, strict=True):
        # The file has no labels of relations that proofs alone speak of.
        assert replace(read, labels=()) == replace(pair, labels=())
        assert set(read.labels) <= set(pair.labels)


def test_the_first_pair_is_there_before_the_last_is_searched(store: cg.GraphStore, axioms: Path) -> None:
    """Once the store is closed there are no more, and nothing was written."""
    runs = list(store.run("explore.runs"))
    pairs = cg.instances(store, settings(WAVES), axioms=axioms)
    assert next(pairs).type == "2-single-hop"
    assert list(store.run("explore.runs")) == runs
    store.close()
    with pytest.raises(cg.ContragraphError, match="closed"):
        list(pairs)


def test_a_pair_is_proven_again_from_its_statements(store: cg.GraphStore) -> None:
    pair = next(cg.read_dataset(dataset()))
    proof = cg.prove(pair.original.statements, pair.perturbed.statements)
    assert proof
    assert {c.id for c in proof.conflicts} == {c.id for c in pair.conflicts}


@pytest.mark.parametrize("style", ["encyclopedic", "short", "news"])
def test_statements_of_ones_own_are_put_into_words(store: cg.GraphStore, style: str) -> None:
    here = [cg.resolve_entity(store, name) for name in ("Moscow", "Russia")]
    said = cg.Statement(here[0].id, "wdt:P17", here[1].id)
    text = cg.verbalise(store, [said], style=style)  # type: ignore[arg-type]
    assert text.style == style
    assert all(entity.label in text.body for entity in here)
    assert [i for sentence in text.sentences for i in sentence.statements] == [said.id]
    assert cg.verbalise(store, [said], style=style) == text  # type: ignore[arg-type]


def test_unknown_entities_and_styles_are_refused(store: cg.GraphStore) -> None:
    with pytest.raises(cg.ContragraphError, match="wd:Qnone"):
        cg.verbalise(store, [cg.Statement("wd:Qnone", "wdt:P17", "wd:Q159")])
    with pytest.raises(cg.ContragraphError, match="style"):
        cg.verbalise(store, [], style="sonnet")  # type: ignore[arg-type]


def test_exploring(store: cg.GraphStore) -> None:
    moscow = cg.resolve_entity(store, "Moscow")
    assert moscow.id in {hit.entity.id for hit in cg.find_names(store, "Moscw")}
    russia = cg.resolve_entity(store, "Russia")
    found = cg.find_paths(store, moscow.kg, moscow.id, russia.id, cg.Wanted(max_hops=2, hidden=True))
    assert found.paths
    line = lines_of(dataset())[0]
    kinds = [version.kind for version in cg.version_log(store, str(line["id"]))]
    assert kinds == ["base", "original", "perturbed"]
    assert cg.audit(store) == []


# -- settings of texts and distractors -----------------------------------------------------------------------


@pytest.mark.parametrize(("number", "changes"), [(0, {"distractors": 0}), (4, APART), (4, ALIKE)])
def test_so_many_distractors_as_asked_for(made: Made, number: int, changes: Mapping[str, Any]) -> None:
    told = made(**changes)
    assert cg.check(told).accepted
    for pair in cg.read_dataset(told):
        used = {i for c in pair.conflicts for i in (*c.original, *c.shared)}
        assert len([s for s in pair.original.statements if s.id not in used]) == number


def test_sides_share_as_much_of_their_fill_as_asked_for(made: Made) -> None:
    shared = []
    for changes in (APART, ALIKE):
        pairs = list(cg.read_dataset(made(**changes)))
        both = [{s.id for s in p.original.statements} & {s.id for s in p.perturbed.statements} for p in pairs]
        core = [{i for c in p.conflicts for i in c.shared} for p in pairs]
        shared.append(sum(len(told - supports) for told, supports in zip(both, core)))
    assert shared[0] * 3 < shared[1]


def test_fill_in_depth_first_order_leads_away_from_the_topic(made: Made) -> None:
    """What is told then is of things further off; limits and proof hold as ever."""
    aside = []
    deep = made(fill="dfs")
    for folder in (made(), deep):
        assert cg.check(folder).accepted
        pairs = list(cg.read_dataset(folder))
        seeds = [
            {e for i in p.seed_statements for s in p.original.statements if s.id == i for e in s.entities}
            for p in pairs
        ]
        told = [s for p, seed in zip(pairs, seeds) for s in p.original.statements if seed.isdisjoint(s.entities)]
        aside.append(len(told))
    assert aside[0] < aside[1]


def test_a_style_changes_the_texts_alone(own: cg.GraphStore, made: Made) -> None:
    plain, short = (list(cg.read_dataset(folder)) for folder in (made(), made(style="short")))
    for one, other in zip(plain, short, strict=True):
        assert one.original.statements == other.original.statements
        assert one.conflicts == other.conflicts
        assert one.original.text.body != other.original.text.body
        assert len(other.original.text.sentences) >= len(one.original.text.sentences)
    assert cg.check(made(style="short")).accepted
    styles = {row["style"] for row in own.query("MATCH (t:Text) RETURN DISTINCT t.style AS style")}
    assert styles == {"encyclopedic", "short"}


def test_defaults_are_no_settings() -> None:
    """What came later must not change the ids of runs that do not use it."""
    assert not {"style", "distractors", "overlap", "fill"} & SMALL.as_json().keys()
    assert cg.Settings(SMALL.plan, style="news", distractors=0).as_json()["distractors"] == 0


# -- notebooks -------------------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """Checks that tags close in order, and gathers them and the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self.seen.append(tag)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def page(pair: cg.Instance) -> str:
    """What a notebook shows, asked for as a notebook does."""
    return str(vars(type(pair))["_repr_html_"](pair))


def shown(pair: cg.Instance) -> Tags:
    tags = Tags()
    tags.feed(page(pair))
    tags.close()
    assert not tags.open
    return tags


def test_a_notebook_shows_both_texts_and_the_proof() -> None:
    for pair in cg.read_dataset(dataset()):
        tags = shown(pair)
        assert set(tags.seen) <= {"div", "p", "b", "br", "mark", "ol", "ul", "li", "details", "summary", "code"}
        text = "".join(tags.text)
        for side in pair.sides:
            assert side.text.body in text
        assert tags.seen.count("details") == len(pair.conflicts)
        used = {
            a for c in pair.conflicts for a in min(c.minimal, key=lambda m: (len(m.statements), m.statements)).axioms
        }
        assert all(axiom in text for axiom in used)


def test_markup_from_the_graph_is_escaped() -> None:
    pair = next(cg.read_dataset(dataset()))
    bad = "<script>alert('x')</script>\"&"
    body = bad + pair.original.text.body[len(bad) :]
    side = replace(pair.original, text=replace(pair.original.text, body=body))
    evil = replace(pair, kg=bad, original=side, labels=tuple((key, bad) for key, _ in pair.labels))
    tags = shown(evil)
    assert "script" not in tags.seen
    assert "<script" not in page(evil)
    assert "".join(tags.text).count(bad) > 2


# -- documents ---------------------------------------------------------------------------------------------------

PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")


def test_the_page_names_every_public_name_and_no_other() -> None:
    assert set(re.findall(r"`cg\.(\w+)", PAGE)) == set(cg.__all__)


def test_the_examples_of_the_page_run(tmp_path: Path) -> None:
    """All blocks, one after the other in one program, as they would be in a notebook."""
    code = "\n".join(re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_every_public_function_is_documented_and_typed() -> None:
    for name in cg.__all__:
        thing = getattr(cg, name)
        if inspect.isfunction(thing):
            assert inspect.getdoc(thing), name
            signature = inspect.signature(thing)
            assert signature.return_annotation is not inspect.Signature.empty, name
            assert all(p.annotation is not inspect.Parameter.empty for p in signature.parameters.values()), name
