"""Datasets that can be made no more are accepted for ever, and what is changed in them is found."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from contragraph.dataset.check.check import check
from contragraph.dataset.records.codec import to_instance, to_line
from contragraph.dataset.records.pairs import read_instances
from tests.forge import faults, forged, reseal, rewrite
from tests.made import Line, lines_of
from tests.old_datasets import GRAPHS, unpacked

FEW = {"1-single-hop": 1, "1-multi-hop": 1, "2-multi-hop": 1}
PAIRS = {
    "dbpedia": FEW,
    "wikidata": {**{f"{n}-{kind}-hop": 2 for n in (1, 2, 3, 4) for kind in ("single", "multi")}, "0-conflict": 16},
    "yago": FEW,
}


@pytest.fixture(params=GRAPHS)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The old dataset of each graph."""
    return unpacked(str(request.param), tmp_path / str(request.param))


def with_proofs(folder: Path) -> int:
    """The place of the first pair whose first proof has a step before the last."""
    return next(
        n
        for n, line in enumerate(lines_of(folder))
        if line["conflicts"] and len(line["conflicts"][0]["minimal"][0]["proof"]) > 1
    )


def forge(folder: Path, number: int, line: Line) -> list[str]:
    """What ``check`` says of a forged pair, with all hashes as a forger would make them."""
    lines = lines_of(folder)
    lines[number] = line
    rewrite(folder, lines)
    return faults(folder).get(f"instance {line['id']}", [])


def test_it_is_accepted(old: Path) -> None:
    report = check(old)
    assert report.faults == []
    assert report.types == Counter(PAIRS[old.name])


def test_it_has_what_is_made_no_more(old: Path) -> None:
    """Without auxiliary relations in it, a dataset of old would prove nothing."""
    made = {
        s["relation"]["id"]
        for line in lines_of(old)
        for s in line["contexts"]["perturbed"]["statements"]
        if s["source"] == "made"
    }
    assert any(relation.startswith("cg:none") for relation in made)
    if old.name == "wikidata":
        rules = {
            step["rule"]
            for line in lines_of(old)
            for conflict in line["conflicts"]
            for minimal in conflict["minimal"]
            for step in minimal["proof"]
        }
        assert "cg-only" in rules


def test_its_lines_are_written_as_they_are_read(old: Path) -> None:
    for line, record in read_instances(old):
        assert to_line(to_instance(record)) == (record.id, line)


def test_a_changed_statement_is_refused(old: Path) -> None:
    """The made-up statement names another thing of the text; then no proof is left."""
    number = with_proofs(old)

    def redirect(line: Line) -> None:
        statements = line["contexts"]["perturbed"]["statements"]
        made = next(s for s in statements if s["source"] == "made")
        made["object"] = next(s["subject"] for s in statements if s["subject"]["id"] != made["object"]["id"])

    found = forge(old, number, forged(lines_of(old)[number], redirect))
    assert any("does not give its id" in fault for fault in found)
    assert any("the prover" in fault or "cannot be proven" in fault for fault in found)


def test_a_missing_statement_is_refused(old: Path) -> None:
    """A proof does not stand without one of its premises."""
    number = next(n for n, line in enumerate(lines_of(old)) if line["type"] == "1-multi-hop")

    def drop(line: Line) -> None:
        members = line["conflicts"][0]["minimal"][0]["statements"]
        gone = next(i for i in members if i not in line["provenance"]["seed_statements"])
        for context in line["contexts"].values():
            context["statements"] = [s for s in context["statements"] if s["id"] != gone]
            for sentence in context["sentences"]:
                sentence["statements"] = [i for i in sentence["statements"] if i != gone]

    assert any("the prover says" in f for f in forge(old, number, forged(lines_of(old)[number], drop)))


@pytest.mark.parametrize("key", ["rule", "axiom", "premises", "conclusion"])
def test_a_changed_step_of_a_proof_is_refused(tmp_path: Path, key: str) -> None:
    old = unpacked("wikidata", tmp_path / "wikidata")
    number = with_proofs(old)

    def change(line: Line) -> None:
        first, *_, last = line["conflicts"][0]["minimal"][0]["proof"]
        if key == "conclusion":
            first[key]["negated"] = not first[key]["negated"]
        elif key == "premises":
            first[key] = first[key][::-1][:-1]
        else:
            first[key] = last[key] if last[key] != first[key] else "cg:nothing"

    found = forge(old, number, forged(lines_of(old)[number], change))
    assert any("does not hold" in fault for fault in found), found


def test_an_axiom_taken_away_leaves_conflicts_unproven(old: Path) -> None:
    line = lines_of(old)[with_proofs(old)]
    gone = line["conflicts"][0]["minimal"][0]["axioms"][0]
    path = old / "ontology.ttl"
    blocks = path.read_text("utf-8").split("\n\n")
    kept = [block for block in blocks if f"\n{gone}\n" not in f"\n{block}\n"]
    assert len(kept) == len(blocks) - 1
    path.write_text("\n\n".join(kept), "utf-8")
    assert "was changed after it was made" in faults(old)["ontology.ttl"][0]
    reseal(old, "ontology.ttl")
    found = faults(old)
    assert "ontology.ttl" not in found
    assert found[f"instance {line['id']}"]


@pytest.mark.parametrize("graph", ["dbpedia", "wikidata"])
def test_a_strength_that_is_declared_anew_is_refused(graph: str, tmp_path: Path) -> None:
    """Axioms that hold but for exceptions, called true by meaning; the proofs of YAGO's pairs use none of those."""
    old = unpacked(graph, tmp_path / graph)
    path = old / "ontology.ttl"
    text = path.read_text("utf-8")
    assert '"typical"' in text
    path.write_text(text.replace('"typical"', '"strict"'), "utf-8")
    reseal(old, "ontology.ttl")
    typical = [n for n in lines_of(old) if any(c["strength"] == "typical" for c in n["conflicts"])]
    assert typical
    assert {f"instance {line['id']}" for line in typical} <= set(faults(old))
