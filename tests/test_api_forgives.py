"""What the Python API forgives, and how it says what it cannot: paths, settings, wrong types, a dataset as a table."""

from __future__ import annotations

import ast
import csv
import inspect
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import contragraph as cg
from contragraph.dataset.folder.flat import COLUMNS
from contragraph.dataset.records.sets import parse_set_plan
from contragraph.dataset.types import PairType
from contragraph.generation.settings.ratio import Ratio
from contragraph.generation.settings.shares import QuotaShares
from contragraph.graph.given import path_of
from tests.cli import environment
from tests.exporting import exported, hard_dataset
from tests.made import bank, dataset, lines_of, mixed, sample_world, sets

UNCHECKED = {"gateway", "executor"}
"""Parameters whose types only type checkers know."""
SENTENCE = re.compile(r"[^\n]+[.?]")


class Strange:
    """What no parameter takes."""


@pytest.fixture(scope="module")
def store() -> Iterator[cg.GraphStore]:
    with cg.open_store(f"ladybug:{sample_world() / 'contragraph.lbug'}", read_only=True) as opened:
        yield opened


# -- what fits no call -------------------------------------------------------------------------------------------


def functions() -> list[str]:
    return [name for name in cg.__all__ if inspect.isfunction(getattr(cg, name))]


def fitting(store: cg.GraphStore) -> dict[str, object]:
    """A value of the right type for each parameter that has to be given."""
    folders = dict.fromkeys(("out", "folder", "path", "files", "sources"), "nowhere")
    names = dict.fromkeys(("name", "kg", "start", "target", "instance", "version", "text", "response"), "x")
    lists: dict[str, object] = dict.fromkeys(("statements", "original", "perturbed", "documents"), ())
    source = cg.released_files(cg.sample_files())
    return {"store": store, "source": source, "wanted": cg.Wanted(), **folders, **names, **lists}


@pytest.mark.parametrize("name", functions())
def test_every_argument_of_a_wrong_type_is_one_plain_sentence(store: cg.GraphStore, name: str) -> None:
    """Of each function each argument in turn, before anything is done."""
    function: Callable[..., object] = getattr(cg, name)
    parameters = inspect.signature(function).parameters
    right = fitting(store)
    right["settings"] = cg.BankSettings() if name == "generate_bank" else cg.Settings("small")
    given = {p.name: right[p.name] for p in parameters.values() if p.default is p.empty}
    for wrong in set(parameters) - UNCHECKED:
        with pytest.raises(cg.InputError) as told:
            function(**{**given, wrong: Strange()})
        assert str(told.value).startswith(f"{name}: {wrong} must be "), str(told.value)
        assert "not a Strange." in str(told.value)
        assert SENTENCE.fullmatch(str(told.value))


MISUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: cg.check(5), "check: folder must be a path (a text or a Path), not the number 5."),  # type: ignore[arg-type]
    (lambda: cg.check(*()), "check: missing a required argument: 'folder'; it takes folder, progress."),  # type: ignore[call-arg]
    (lambda: cg.check("x", foldre=1), "check takes no 'foldre'; did you mean 'folder'?"),  # type: ignore[call-arg]
    (lambda: cg.check(""), "An empty text is no path; give the name of a file or folder, or '.' for the current one."),
    (lambda: cg.Settings("small", sede=3), "Settings takes no 'sede'; did you mean 'seed'?"),  # type: ignore[call-arg]
    (lambda: cg.Settings("small", seed="7"), "Settings: seed must be a whole number, not '7'."),  # type: ignore[arg-type]
    (lambda: cg.Settings("small", seed=True), "Settings: seed must be a whole number, not True."),
    (lambda: cg.Settings("small", controls="one"), "'one' is no ratio of controls to pairs"),
    (lambda: cg.Settings({"1-single-hop": "2"}), "The plan has '1-single-hop': '2'"),  # type: ignore[arg-type]
    (lambda: cg.Settings({"1-hop": 2}), "'1-hop' is not a type of pair"),
    (lambda: cg.Settings("small", quotas={"relatoin": 0.3}), "'relatoin' is no quota"),
    (lambda: cg.Settings("small", style="sonnet"), "Settings: style must be 'encyclopedic' or 'short' or"),  # type: ignore[arg-type]
    (
        lambda: cg.BankSettings(causes="temporal"),  # type: ignore[arg-type]
        "BankSettings: causes must be a list of 'default' or 'misinformation' or",
    ),
    (lambda: cg.BankSettings(causes=["tidal"]), "There is no cause 'tidal'"),  # type: ignore[list-item]
    (
        lambda: cg.validate("Ada was born in 1815."),
        "validate: documents must be a list of texts or mappings, not one text; put it into a list: ['Ada was born",
    ),
    (lambda: cg.prove([1], []), "prove: original must be a list of Statement objects, not a list with the number 1."),  # type: ignore[list-item]
    (lambda: cg.Wanted(max_hop=2), "Wanted takes no 'max_hop'; did you mean 'max_hops'?"),  # type: ignore[call-arg]
    (lambda: cg.SetPlan({"self": 1}, 5.5), "SetPlan: documents must be a whole number, not the number 5.5."),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "message"), MISUSED)
def test_what_is_wrong_is_said_so_that_it_can_be_mended(call: Callable[[], object], message: str) -> None:
    with pytest.raises(cg.InputError) as told:
        call()
    assert message in str(told.value)
    assert SENTENCE.fullmatch(str(told.value))


def test_a_store_is_told_from_its_address() -> None:
    with pytest.raises(cg.InputError, match=r"^audit: store must be a GraphStore, not 'ladybug:x'\.$"):
        cg.audit("ladybug:x")  # type: ignore[arg-type]


def test_columns_and_other_rows_of_values_stand_for_lists() -> None:
    texts = pd.Series(["Ada Byron was born on 10 December 1815.", "Ada Byron was born on 27 November 1852."])
    assert cg.validate(texts).conflict  # type: ignore[arg-type]
    with pytest.raises(cg.InputError, match="documents must be a list"):
        cg.validate(set(texts))  # type: ignore[arg-type]


def test_public_functions_can_be_sent_to_other_processes() -> None:
    for name in functions():
        assert pickle.loads(pickle.dumps(getattr(cg, name))) is getattr(cg, name)


# -- settings ------------------------------------------------------------------------------------------------------


def test_settings_are_read_as_on_the_command_line() -> None:
    told = cg.Settings(
        "1-single-hop=2,2-multi-hop=1", controls="1:2", quotas={"relation": 0.3}, sets="self=1,none=2", claims=4
    )
    spelled = cg.Settings(
        {PairType(1, False): 2, PairType(2, True): 1}, controls=Ratio(1, 2), quotas=QuotaShares(relation=0.3)
    )
    assert told.sets is not None
    assert told.sets.counts == parse_set_plan("self=1,none=2")
    assert told.claims is not None
    assert told.claims.claims == 4
    assert replace(told, sets=None, claims=None) == spelled
    assert (
        cg.Settings({"2-multi-hop": 1, "1-single-hop": 2}).as_json()
        == replace(spelled, controls=None, quotas=QuotaShares()).as_json()
    )
    assert pickle.loads(pickle.dumps(told)) == told
    assert cg.Settings(controls="1:1").as_json()["plan"] == cg.Settings("magic").as_json()["plan"]
    assert cg.BankSettings(controls="1:2", styles=["book"]) == cg.BankSettings(controls=Ratio(1, 2), styles=("book",))
    assert cg.Wanted(relations=["wdt:P36"]) == cg.Wanted(relations=("wdt:P36",))  # type: ignore[arg-type]


def test_paths_are_texts_or_paths() -> None:
    assert path_of("a/b") == path_of(Path("a/b")) == Path("a/b")
    assert path_of("~/a") == Path.home() / "a"
    assert path_of("~a") == Path("~a")
    assert path_of(Path("~/a")) == Path("~/a")
    assert [pair.id for pair in cg.read_dataset(str(dataset()))] == [pair.id for pair in cg.read_dataset(dataset())]
    assert len(list(cg.read_sets(str(sets())))) == len(lines_of(sets()))
    assert len(list(cg.read_bank(str(bank())))) == len(lines_of(bank()))
    assert cg.check(str(dataset())).accepted
    assert cg.released_files(str(cg.sample_files())) == cg.released_files(cg.sample_files())


# -- a dataset -----------------------------------------------------------------------------------------------------


def test_pairs_have_the_ids_of_their_lines(store: cg.GraphStore) -> None:
    lines = [str(line["id"]) for line in lines_of(dataset())]
    assert [pair.id for pair in cg.read_dataset(dataset())] == lines
    assert len(cg.version_log(store, cg.open_dataset(dataset())[0].id)) == 3


def test_a_dataset_is_a_sequence() -> None:
    opened, pairs = cg.open_dataset(str(hard_dataset())), list(cg.read_dataset(hard_dataset()))
    assert len(opened) == len(pairs)
    assert list(opened) == pairs
    assert list(reversed(opened)) == pairs[::-1]
    assert [opened[0], opened[-1], opened[pairs[3].id]] == [pairs[0], pairs[-1], pairs[3]]
    assert opened[2:-2:3] == pairs[2:-2:3]
    assert opened[5].id == pairs[5].id
    assert repr(opened) == f"Dataset({str(hard_dataset())!r}: {len(pairs)} pairs)"
    for wrong in (len(pairs), -len(pairs) - 1):
        with pytest.raises(IndexError, match="none at"):
            opened[wrong]
    for bad in ("nothing", 1.5):
        with pytest.raises(cg.InputError, match=r"no pair 'nothing'|not by a float"):
            opened[bad]  # type: ignore[index]


def test_other_datasets_and_none_are_named(tmp_path: Path) -> None:
    for folder, reader in ((sets(), "cg.read_sets"), (bank(), "cg.read_bank")):
        with pytest.raises(cg.InputError, match=reader):
            cg.open_dataset(folder)
    with pytest.raises(cg.InputError, match="holds no dataset"):
        cg.open_dataset(tmp_path)


def as_row(line: dict[str, Any]) -> dict[str, object]:
    """A pair as a row, written anew from what the page of formats says of each column."""
    a, b = (line["contexts"][side] for side in ("original", "perturbed"))
    conflicts = line["conflicts"]
    labels = {s["relation"]["id"]: s["relation"]["label"] for side in (a, b) for s in side["statements"]}
    stated = {
        name: [
            (n, side["text"][s["start"] : s["end"]])
            for n, s in enumerate(side["sentences"], 1)
            if any(i in c[key] for c in conflicts for i in s["statements"])
        ]
        for name, side, key in (("a", a, "original"), ("b", b, "perturbed"))
    }
    return {
        "id": line["id"],
        "text_a": a["text"],
        "text_b": b["text"],
        "label": "conflict" if conflicts else "none",
        "type": line["type"],
        "conflicts": len(conflicts),
        "hops": min([c["hops"] for c in conflicts] or [0]),
        "strength": ""
        if not conflicts
        else "strict"
        if all(c["strength"] == "strict" for c in conflicts)
        else "typical",
        "relation": "; ".join(labels[r] for r in line["relations"]),
        "domain": "; ".join(line["domains"]),
        "sentences_a": [n for n, _ in stated["a"]],
        "sentences_b": [n for n, _ in stated["b"]],
        "evidence_a": " ".join(words.strip() for _, words in stated["a"]),
        "evidence_b": " ".join(words.strip() for _, words in stated["b"]),
        "control_of": line["provenance"].get("control", {}).get("of", ""),
        "kg": line["kg"],
    }


def test_frames_have_what_the_page_says() -> None:
    for folder in (hard_dataset(), mixed()):
        expected = [as_row(line) for line in lines_of(folder)]
        opened = cg.open_dataset(folder)
        assert list(opened.rows()) == expected
        assert opened.to_polars().to_dicts() == expected
        frame = opened.to_pandas()
        assert frame.to_dict("records") == expected
        assert list(frame.columns) == list(COLUMNS)
        assert not frame.isna().to_numpy().any()
        assert frame["hops"].dtype == frame["conflicts"].dtype == "int64"
    assert {"none", "conflict"} == set(cg.open_dataset(mixed()).to_pandas()["label"])


def test_exports_are_the_same_table(tmp_path: Path) -> None:
    """By pandas and by the reader of CSV of the language, line breaks and quotes in texts and all."""
    for number, folder in enumerate((hard_dataset(), mixed())):
        frame = cg.open_dataset(folder).to_pandas()
        for name in ("csv", "pandas"):
            exported(name, tmp_path / f"{name}{number}", source=folder)
        read = pd.read_csv(tmp_path / f"csv{number}/train.csv", keep_default_na=False)
        for column in ("sentences_a", "sentences_b"):
            read[column] = read[column].map(json.loads)
        pd.testing.assert_frame_equal(read, frame)
        stored = pd.read_parquet(tmp_path / f"pandas{number}/train.parquet")
        for column in ("sentences_a", "sentences_b"):
            stored[column] = stored[column].map(list)
        pd.testing.assert_frame_equal(stored, frame)
        with (tmp_path / f"csv{number}/train.csv").open(encoding="utf-8", newline="") as file:
            rows = [*csv.reader(file)]
        assert [row[1:3] for row in rows[1:]] == frame[["text_a", "text_b"]].to_numpy().tolist()


def test_splits_are_files(tmp_path: Path) -> None:
    done = exported("csv", tmp_path / "out", shares="50/50", source=hard_dataset())
    assert [each.file for each in done.files] == ["train.csv", "test.csv"]
    for each in done.files:
        assert len(pd.read_csv(tmp_path / "out" / each.file)) == each.count


def test_pandas_need_not_be_there(tmp_path: Path) -> None:
    """Exports and polars do without it; what needs it says so."""
    (tmp_path / "without").mkdir()
    (tmp_path / "without" / "pandas.py").write_text("raise ImportError('it is not here')\n", "utf-8")
    code = (
        "import contragraph as cg\n"
        "from contragraph.app.cli import cli\n"
        f"opened = cg.open_dataset({str(dataset())!r})\n"
        "print(len(opened.to_polars()))\n"
        "try: opened.to_pandas()\n"
        "except cg.InputError as error: print(error)\n"
        "for name in ('csv', 'pandas'):\n"
        f"    cli.main(['export', {str(dataset())!r}, '--to', name, '--out', name], standalone_mode=False)\n"
    )
    env = environment(PYTHONPATH=str(tmp_path / "without"))
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{len(lines_of(dataset()))}\npandas is not installed: install it")
    assert (tmp_path / "csv/train.csv").exists()
    assert (tmp_path / "pandas/train.parquet").exists()


def test_csv_does_not_import_pandas(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom contragraph.app.cli import cli\n"
        f"cli.main(['export', {str(dataset())!r}, '--to', 'csv', '--out', 'out'], standalone_mode=False)\n"
        "assert 'pandas' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment(), capture_output=True, check=True)


def test_a_notebook_shows_a_dataset() -> None:
    shown = cg.open_dataset(hard_dataset())._repr_html_()
    assert f"{len(lines_of(hard_dataset()))} pairs" in shown
    assert "<b>&amp;" not in shown


# -- measuring ---------------------------------------------------------------------------------------------------


def test_baselines_are_measured_in_one_call(tmp_path: Path) -> None:
    rows = cg.evaluate(str(mixed()), str(tmp_path / "out"), baselines=["always", "never", "graph-reader"])
    frame = cg.open_dataset(mixed()).to_pandas()
    said = {str(row["model"]): row["conflict"] for row in rows}
    conflicts = int((frame["label"] == "conflict").sum())
    assert said == {"baseline:always": len(frame), "baseline:never": 0, "baseline:graph-reader": conflicts}
    assert (tmp_path / "out" / "report.html").exists()
    with pytest.raises(cg.InputError, match="no baseline 'sometimes'"):
        cg.evaluate(mixed(), tmp_path / "other", baselines=["sometimes"])


def test_a_model_is_measured_in_one_call(local_model: str, tmp_path: Path) -> None:
    rows = cg.evaluate(
        dataset(), tmp_path / "out", model="openai/smollm2", api_base=local_model, prompts=["binary"], runs=1, sample=1
    )
    assert [(row["model"], row["prompt"], row["answers"]) for row in rows] == [("openai/smollm2", "binary", 1)]


# -- documents -----------------------------------------------------------------------------------------------------


def undocumented(kind: type) -> list[str]:
    """The fields of a class that no words follow."""
    (tree,) = ast.parse(inspect.cleandoc("\n" + inspect.getsource(kind))).body
    assert isinstance(tree, ast.ClassDef)
    found = []
    for one, then in zip(tree.body, [*tree.body[1:], None]):
        told = isinstance(then, ast.Expr) and isinstance(then.value, ast.Constant) and str(then.value.value).strip()
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and not told:
            found.append(one.target.id)
    return found


@pytest.mark.parametrize("name", [name for name in cg.__all__ if inspect.isclass(getattr(cg, name))])
def test_every_field_of_a_public_type_says_what_it_is(name: str) -> None:
    kind = getattr(cg, name)
    assert inspect.getdoc(kind)
    assert undocumented(kind) == []
    if is_dataclass(kind):
        assert fields(kind)


def test_so_do_those_of_the_parts_of_a_pair() -> None:
    for part in ("Side", "Sentence", "MinimalSet", "Step", "Bound"):
        assert undocumented(getattr(sys.modules["contragraph.graph.model"], part)) == []
    for part in ("Against", "MadeBy", "Control", "Run"):
        assert undocumented(getattr(sys.modules["contragraph.graph.model.origin"], part)) == []
