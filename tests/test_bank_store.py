"""Banks in the graph, on both engines: what the queries answer is what stands in the files."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from contragraph.cypher import Value
from contragraph.dataset.records.bank import BankClaim, BankFact, read_bank
from contragraph.dataset.records.codec import statement_of
from contragraph.graph.doctor.audit import audit
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from contragraph.graph.stores.transfer import dump_run, load_run
from tests.cli import contragraph
from tests.made import bank, lines_of, sets
from tests.staged_kgs import geography, stage
from tests.stores import everything, make_layout_1, write, write_dataset

CLAIM = "MATCH (f:BankFact {id: $i})-[h:HAS_CLAIM]->(c:Claim {kind: 'plain'})"
DAMAGES = (
    (f"{CLAIM} DETACH DELETE c", "one of its claims is missing"),
    (f"{CLAIM}-[s:STATES]->(:Statement) DELETE s", "it states nothing"),
    (f"{CLAIM}-[x:CONTRADICTS]->(:Claim) DELETE x", "it is proven, which its contradictions do not bear out"),
    ("MATCH (f:BankFact {id: $i})-[h:HAS]->(:Conflict) DELETE h", "the proof of its contradiction is missing"),
    (f"{CLAIM} SET c.status = 'consistent'", "it is consistent, which its contradictions do not bear out"),
    (f"{CLAIM}-[:EVIDENCED_BY]->(p:Passage) SET p.body = 'x'", "it is not the text of a version"),
    (f"{CLAIM}-[e:EVIDENCED_BY]->(p:Passage {{position: 0}}) DELETE e", "its claims are not told equally often"),
    ("MATCH (f:BankFact {id: $i})-[a:ASKS]->(:Question) DELETE a", "its question is missing"),
    ("MATCH (f:BankFact {id: $i})-[m:MADE_BY]->(:Run) DELETE m", "nothing that was made leads to it"),
)


@cache
def facts() -> list[BankFact]:
    return [fact for _, fact in read_bank(bank())]


def kept() -> GraphStore:
    """The store that the bank was made from, and is kept in."""
    bank()
    return open_store(f"ladybug:{bank().parent / 'bank.lbug'}", read_only=True)


def _ends(claim: BankClaim) -> tuple[str, str]:
    return claim.statement.subject.label, claim.statement.object.label


def values(rows: Iterable[dict[str, Value]]) -> list[tuple[Value, ...]]:
    return [tuple(row.values()) for row in rows]


def test_queries_answer_what_the_files_say(store: GraphStore) -> None:
    """Written twice, facts are there once."""
    write_dataset(store, bank())
    before = everything(store)
    write_dataset(store, bank())
    assert everything(store) == before
    assert audit(store) == []
    counted, told = Counter[tuple[str, ...]](), Counter[tuple[str, ...]]()
    for claim in (c for fact in facts() for c in fact.claims):
        key = claim.cause, claim.kind, claim.status, str(claim.control)
        counted[key] += 1
        told[key] += len(claim.evidence)
    rows = store.run("bank.causes")
    found = {(*map(str, row[:4]), *row[4:]) for row in values(rows)}
    assert found == {(*key, n, told[key]) for key, n in counted.items()}
    assert store.run("bank.causes", run="none") == []
    (run,) = store.run("explore.runs")
    assert run["instances"] == len(facts())
    (noted,) = store.run("doctor.runs")
    assert noted["pairs"] == len(facts())
    same = [(f, c) for f in facts() for c in f.claims if c.kind == "namesake"]
    rows = store.run("bank.namesakes", limit=1000)
    assert {row[:6] for row in values(rows)} == {
        (f.id, f.relation.label, *_ends(f.claims[0]), c.statement.subject.id, c.statement.object.label) for f, c in same
    }
    assert len(rows) == len(same) > 4
    one = same[0][0].relation.id
    assert {row["fact"] for row in store.run("bank.namesakes", relation=one)} == {
        f.id for f, _ in same if f.relation.id == one
    }
    premises = {row["conflict"] for row in store.run("doctor.conflict_statements")}
    assert {row["conflict"] for row in rows} <= premises


def test_texts_proofs_and_questions_are_those_of_the_files(store: GraphStore) -> None:
    write_dataset(store, bank())
    rows = store.query(
        "MATCH (f:BankFact)-[:HAS_CLAIM]->(c:Claim)-[:EVIDENCED_BY]->(p:Passage)"
        " RETURN f.id AS f, c.name AS c, p.style AS style, p.body AS body"
    )
    assert Counter(values(rows)) == Counter(
        (f.id, c.id, e.style, e.text) for f in facts() for c in f.claims for e in c.evidence
    )
    rows = store.query(
        "MATCH (c:Claim)-[x:CONTRADICTS]->(d:Claim)<-[:HAS_CLAIM]-(f:BankFact) MATCH (k:Conflict {id: x.conflict})"
        " RETURN f.id AS f, c.name AS c, d.name AS d, k.hops AS hops, k.strength AS strength"
    )
    assert set(values(rows)) == {
        (f.id, c.id, f.claims[0].id, c.hops, c.strength) for f in facts() for c in f.claims if c.conflicts
    }
    rows = store.query("MATCH (f:BankFact)-[:ASKS]->(q:Question) RETURN f.id AS f, q.body AS body, q.texts AS texts")
    assert {(r["f"], r["body"], *r["texts"]) for r in rows} == {  # type: ignore[misc]
        (f.id, f.question.text, *(o.text for o in f.question.options)) for f in facts()
    }
    rows = store.query("MATCH (:Claim)-[:ASKS]->(q:Question) RETURN q.body AS body, q.answer AS answer")
    asked = [(q.text, q.answer) for f in facts() for q in f.question.as_of]
    asked += [(q.text, q.answer) for f in facts() for q in f.question.senses]
    assert Counter(values(rows)) == Counter(asked)
    assert asked
    plain = [f for f in facts() if any(c.kind == "plain" for c in f.claims)]
    known: list[Value] = [f.id for f in plain[:-1]]
    swayed: list[Value] = [f.id for n, f in enumerate(plain) if n % 2]
    told = store.run("bank.swayed_by", swayed=swayed, known=known)
    assert sum(int(str(row["known"])) for row in told) == len(known)
    assert sum(int(str(row["swayed"])) for row in told) == len({*map(str, swayed)} & {*map(str, known)})
    strengths = {(f.relation.id, c.strength) for f in plain[:-1] for c in f.claims if c.kind == "plain"}
    assert {(row["relation"], row["strength"]) for row in told} == strengths
    assert store.run("bank.swayed_by", swayed=swayed, known=known, cause="default") != []


def test_a_run_moves_and_goes_and_options_are_things_of_the_graph(store: GraphStore, tmp_path: Path) -> None:
    """A question offers the entities that are loaded, and does so still when their graph is loaded again.

    A dump of the run has everything; deleted, nothing of it is left.
    """
    triples = geography(4)
    known = sorted({o.id for f in facts() for o in f.question.options if o.id.startswith("wd:")})
    triples += [(thing, "wdt:P1", known[0]) for thing in known[1:]]

    def offered() -> list[tuple[Value, ...]]:
        found = store.query(
            "MATCH (f:BankFact)-[:ASKS]->(:Question)-[o:OPTION]->(e:Entity)"
            " RETURN f.id AS f, o.position AS position, o.role AS role, e.id AS id"
        )
        return sorted(values(found), key=str)

    expected = sorted(
        ((f.id, n, o.role, o.id) for f in facts() for n, o in enumerate(f.question.options) if o.id.startswith("wd:")),
        key=str,
    )
    write_dataset(store, bank())
    (run,) = (str(row["id"]) for row in store.run("doctor.runs"))
    alone = everything(store)
    counts = dump_run(store, run, tmp_path / "alone")
    assert counts["BankFact"] == len(facts())
    assert counts["Claim"] == sum(len(f.claims) for f in facts())
    store.delete_run(run)
    assert [json.loads(each)[1] for each in everything(store)] == ["Store"]
    load_run(store, tmp_path / "alone")
    assert everything(store) == alone
    assert offered() == []
    staged = stage(tmp_path / "geo", "geo", triples)
    store.load(staged)
    assert offered() == expected
    store.load(staged)
    assert offered() == expected
    whole = everything(store)
    dump_run(store, run, tmp_path / "dump")
    store.delete_run(run)
    assert offered() == []
    load_run(store, tmp_path / "dump")
    assert offered() == expected
    assert everything(store) == whole


@pytest.mark.parametrize(("damage", "problem"), DAMAGES, ids=range(len(DAMAGES)))
def test_damage_is_found(tmp_path: Path, whole: Path, damage: str, problem: str) -> None:
    path = tmp_path / "store.lbug"
    path.write_bytes(whole.read_bytes())
    one = next(f for f in facts() if any(c.kind == "plain" for c in f.claims))
    write(f"ladybug:{path}", (damage, {"i": one.id}))
    with open_store(f"ladybug:{path}", read_only=True) as store:
        assert any(problem in finding.problem for finding in audit(store))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the bank alone."""
    path = tmp_path_factory.mktemp("bank") / "store.lbug"
    with open_store(f"ladybug:{path}", create=True) as store:
        write_dataset(store, bank())
    return path


def test_generate_stores_what_it_wrote(tmp_path: Path) -> None:
    """The store that the bank was made from holds it, beside the graph."""
    with kept() as store:
        rows = store.query("MATCH (f:BankFact) RETURN f.id AS id ORDER BY id")
        assert [row["id"] for row in rows] == sorted(f.id for f in facts())
        assert audit(store) == []
        stated = {statement_of(c.statement).id for f in facts() for c in f.claims}
        joined = store.query(
            "MATCH (:Claim)-[:STATES]->(s:Statement)-[:SUBJECT]->(e:Entity) RETURN DISTINCT s.id AS id"
        )
        assert {row["id"] for row in joined} == stated
        options = sum(bool(o.id) for f in facts() for o in f.question.options)
        (counted,) = store.query("MATCH (:BankFact)-[:ASKS]->(:Question)-[o:OPTION]->() RETURN count(o) AS n")
        assert counted["n"] == options
    listed = contragraph("runs", "list", "--store", f"ladybug:{bank().parent / 'bank.lbug'}", cwd=tmp_path)
    assert str(len(facts())) in listed.out


def test_a_store_of_the_first_layout_takes_banks_and_sets(address: str) -> None:
    make_layout_1(address)
    with open_store(address) as store:
        write_dataset(store, bank())
        write_dataset(store, sets())
        assert audit(store) == []
        assert sum(int(str(row["sets"])) for row in store.run("contexts.by_type")) == len(lines_of(sets()))
        assert sum(int(str(row["claims"])) for row in store.run("bank.causes")) == sum(len(f.claims) for f in facts())
