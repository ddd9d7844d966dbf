"""The export in the layout of MAGIC, written and read back, against the instances that it was made of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from contragraph.dataset.exports.formats import magic
from contragraph.dataset.exports.job import Options, export
from tests.made import Line, dataset, lines_of

KEYS = {"id", "rel_id", "subgraph", "original_triplet", "perturb_triplet", "context1", "context2"}


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("export") / "magic"
    done = export(dataset(), out, magic.write, Options())
    assert [each.count for each in done.files] == [2] * 8
    return out


def pairs(folder: Path) -> dict[str, dict[str, Any]]:
    """All exported pairs by id."""
    return {p["id"]: p for path in folder.glob("*/*.json") for p in json.loads(path.read_text("utf-8"))}


def triplets(line: Line) -> dict[str, str]:
    """What each statement of an instance looks like as a triplet."""
    found = {}
    for context in line["contexts"].values():
        for s in context["statements"]:
            relation = ("not " if s["negated"] else "") + s["relation"]["label"]
            found[s["id"]] = f"({s['subject']['label']} | {relation} | {s['object']['label']})"
    return found


def test_files_are_those_of_the_contract(exported: Path) -> None:
    found = {str(p.relative_to(exported)) for p in exported.rglob("*") if p.is_file()}
    assert found == {f"{kind}-hop/{n}-{kind}-hop_conflict.json" for kind in ("single", "multi") for n in range(1, 5)}
    types = {line["id"]: line["type"] for line in lines_of(dataset())}
    for path in exported.glob("*/*.json"):
        listed = json.loads(path.read_text("utf-8"))
        assert [p["id"] for p in listed] == [i for i, t in types.items() if f"{t}_conflict.json" == path.name]
        assert all(set(p) == KEYS for p in listed)


@pytest.mark.parametrize("number", range(16))
def test_pairs_say_what_the_instances_say(exported: Path, number: int) -> None:
    line = lines_of(dataset())[number]
    pair = pairs(exported)[line["id"]]
    said = triplets(line)
    assert pair["context1"] == line["contexts"]["original"]["text"]
    assert pair["context2"] == line["contexts"]["perturbed"]["text"]
    codes = [r.partition(":")[2] for r in line["relations"]]
    assert pair["rel_id"] == (codes[0] if len(codes) == 1 else codes)
    changed = {i for c in line["conflicts"] for i in c["original"]}
    assert pair["subgraph"] == [
        said[s["id"]] for s in line["contexts"]["original"]["statements"] if s["id"] not in changed
    ]
    single = len(line["conflicts"]) == 1
    originals, lies = ([pair[k]] if single else pair[k] for k in ("original_triplet", "perturb_triplet"))
    assert len(originals) == len(lies) == len(line["conflicts"])
    for conflict, original, perturbed in zip(line["conflicts"], originals, lies, strict=True):
        smallest = min(conflict["minimal"], key=lambda m: (len(m["statements"]), m["statements"]))["statements"]
        first = [said[i] for i in conflict["original"]]
        second = [said[i] for part in ("perturbed", "shared") for i in conflict[part] if i in smallest]
        assert original == (first[0] if len(first) == 1 else first)
        assert perturbed == (second[0] if len(second) == 1 else second)
        assert isinstance(perturbed, list) == (conflict["hops"] > 1)
