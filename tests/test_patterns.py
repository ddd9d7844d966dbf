"""The patterns that a graph realises: known counts on small graphs, and proofs of all that is counted on the sample."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from contragraph.generation.knowledge import run_in_lock_step
from contragraph.generation.patterns import Realised, realised, survey
from contragraph.generation.perturb import Proposer
from contragraph.generation.settings import choose_kg
from contragraph.graph import open_store
from contragraph.graph.model import Statement
from contragraph.ontology import load_ontology
from contragraph.ontology.axioms import Axiom, Kind, Ontology
from contragraph.reasoning import compile_rules, minimal_conflicts
from tests.cli import contragraph
from tests.made import axiom, ontology, sample_world, small_kg
from tests.staged_kgs import Triple

COUNTRIES = {"France": "Paris", "Spain": "Madrid", "Italy": "Rome", "Poland": "Warsaw", "Norway": "Oslo"}
CAPITAL, ONLY = axiom(Kind.FUNCTIONAL, "wdt:P36"), axiom(Kind.EXCLUSIVE_FORM, "cg:only_P36", "wdt:P36")
FRANCE = Statement("wd:France", "wdt:P36", "wd:Paris")


def world() -> list[Triple]:
    triples: list[Triple] = []
    for country, capital in COUNTRIES.items():
        triples += [
            (f"wd:{country}", "wdt:P36", f"wd:{capital}"),
            (f"wd:{country}", "wdt:P31", "wd:Country"),
            (f"wd:{capital}", "wdt:P31", "wd:City"),
        ]
    return triples


def found(folder: Path, axioms: Ontology, triples: list[Triple], *seeds: Statement) -> Realised:
    with small_kg(folder, triples) as knowledge:
        (result,) = run_in_lock_step([survey("wdt:P36", seeds, Proposer(axioms, knowledge), "7")], knowledge)
    return result


def capitals(*axioms: Axiom) -> Ontology:
    return ontology(*axioms, domains={"wdt:P36": "Geography"}, statable=["cg:only_P36"])


def test_each_set_of_axioms_counts_once(tmp_path: Path) -> None:
    seeds = [Statement(f"wd:{country}", "wdt:P36", f"wd:{capital}") for country, capital in COUNTRIES.items()]
    one = found(tmp_path / "one", capitals(CAPITAL), world(), *seeds)
    assert (one.count(multi=False), one.count(multi=True), one.enough) == (1, 0, False)
    assert one.reason == (
        "single-hop: 1 of 2 ways at 5 seeds; multi-hop: the axioms know no contradiction of this kind"
    )
    both = found(tmp_path / "two", capitals(CAPITAL, ONLY), world(), *seeds)
    assert set(both.found[False]) == {(CAPITAL.id,), (ONLY.id,)}
    for axioms, proposal in both.found[False].items():
        assert proposal.hops == 1
        assert proposal.axioms == axioms
        kept = [a for a in (CAPITAL, ONLY) if a.id in axioms]
        assert minimal_conflicts(proposal.statements, compile_rules(kept)).minimal == (3,)


def test_what_the_rules_of_the_generator_forbid_is_not_counted(tmp_path: Path) -> None:
    """Where the graph breaks the axiom for this very country, a lie about its capital does not stand."""
    two_capitals = [*world(), ("wd:France", "wdt:P36", "wd:Lyon"), ("wd:Lyon", "wdt:P31", "wd:City")]
    broken = found(tmp_path / "broken", capitals(CAPITAL), two_capitals, FRANCE)
    assert broken.count(multi=False) == 0
    assert broken.fell[False] > 0
    assert "candidates fell to the rules" in broken.reason
    assert found(tmp_path / "whole", capitals(CAPITAL), world(), FRANCE).count(multi=False) == 1


def test_the_reason_says_what_is_missing(tmp_path: Path) -> None:
    assert found(tmp_path / "a", capitals(CAPITAL), world()).reason == (
        "the KG has no such fact between entities that are not hidden"
    )
    unread = [*world(), ("wd:France", "wdt:P36", "wd:12345")]
    reason = found(tmp_path / "b", capitals(CAPITAL), unread, Statement("wd:France", "wdt:P36", "wd:12345")).reason
    assert reason == "none of 1 seeds can be used: a label cannot be read in an English text"
    alone = [t for t in world() if t[0] == "wd:France" or t[0] == "wd:Paris"]
    reason = found(tmp_path / "c", capitals(CAPITAL), alone, FRANCE).reason
    assert reason.startswith("single-hop: no true facts and believable stand-in for any of 2 ways at 1 seeds")


def test_every_pattern_of_the_sample_is_proven() -> None:
    axioms = load_ontology()
    by_id = {a.id: a for a in axioms.axioms}
    counted = {False: 0, True: 0}
    with open_store(f"ladybug:{sample_world() / 'contragraph.lbug'}", read_only=True) as store:
        for each in realised(store, choose_kg(store, None), axioms, ["wdt:P22", "wdt:P36", "wdt:P264"], limit=10):
            for multi, some in each.found.items():
                counted[multi] += len(some)
                for used, proposal in some.items():
                    assert (proposal.hops > 1) == multi
                    rules = compile_rules([by_id[name] for name in used])
                    everything = (1 << len(proposal.statements)) - 1
                    assert minimal_conflicts(proposal.statements, rules).minimal == (everything,)
                    true = {(s.subject, s.relation, s.object_id) for s in proposal.statements} - {
                        (proposal.made.subject, proposal.made.relation, proposal.made.object_id)
                    }
                    assert store.existing(sorted(true)) == true
                    assert not store.existing(
                        [(proposal.made.subject, proposal.made.relation, proposal.made.object_id)]
                    )
    assert counted[False] >= 6
    assert counted[True] >= 6


def test_the_command_says_the_same_in_every_format_and_every_time() -> None:
    arguments = ["patterns", "--relation", "P36", "--relation", "wdt:P22", "--seeds", "4", "--format"]
    world = sample_world()
    rows = json.loads(contragraph(*arguments, "json", cwd=world, PYTHONHASHSEED="1").out)
    assert [row["relation"] for row in rows] == ["wdt:P36", "wdt:P22"]
    assert rows[0]["label"] == "capital"
    assert "; made up: " in rows[0]["single-hop example"]
    spelled = contragraph(*arguments, "csv", cwd=world, PYTHONHASHSEED="2").out
    assert [{k: v or None for k, v in row.items()} for row in csv.DictReader(io.StringIO(spelled))] == [
        {k: v if v is None else str(v) for k, v in row.items()} for row in rows
    ]
    markdown = contragraph(*arguments, "markdown", cwd=world).out.splitlines()
    assert len(markdown) == 2 + len(rows) + 2
    assert markdown[-1].endswith("seed relations have at least 2 patterns of both kinds (4 facts of each looked at).")
    each = json.loads(contragraph(*arguments, "json", "--every", cwd=world).out)
    assert len(each) == sum(row["single"] + row["multi"] for row in rows)
    assert sum(row["hops"] == 1 for row in each) == sum(row["single"] for row in rows)


def test_a_relation_that_is_no_seed_is_named() -> None:
    wrong = contragraph("patterns", "--relation", "P999", cwd=sample_world())
    assert (wrong.code, wrong.out) == (2, "")
    assert "P999 is no seed relation" in wrong.err
