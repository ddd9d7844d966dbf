"""Scored responses in the graph, on both engines: written once, asked about by name, kept when a graph is loaded."""

from __future__ import annotations

import json
from pathlib import Path

from contragraph.documents.judges.base import Certificate, PassageJudgement, Snippet
from contragraph.documents.passages import ContextDocument
from contragraph.documents.score.metric import ConflictScore, ResponseClaim, score_of
from contragraph.documents.score.stored import store_scores
from contragraph.graph.doctor.audit import audit
from contragraph.graph.model import Statement
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from tests.scoring import AFTER, BEFORE, EIGHT, OTHER, SIX, answered
from tests.scripted_server import scripted
from tests.staged_kgs import geography, stage
from tests.stores import everything
from tests.test_score_command import ROWS, contragraph, model, written

DOCUMENTS = [ContextDocument(BEFORE, "b"), ContextDocument(AFTER, "a", "After"), ContextDocument(OTHER)]
PROOF = Certificate((Statement("name:mill", "wdt:P31", "name:house"),), (("name:mill", "mill"),), None, "strict")
YES = PassageJudgement("supports", 1.0, "proof", (Snippet(13, 29, "mill has 6 sails"),), proof=PROOF)
NO = PassageJudgement("contradicts", 0.9, "model", (Snippet(24, 40, "mill has 8 sails"),))
NOTHING = PassageJudgement("irrelevant", 0.9, "model")
BOTH = PassageJudgement("mixed", 0.9, "model")


def scores() -> list[ConflictScore]:
    """Two responses; a document of the second says both, and all but that one are shared."""
    one = score_of(
        f"{SIX} Rain.",
        DOCUMENTS,
        [ResponseClaim(SIX), ResponseClaim("Rain.")],
        [[YES, NO, NOTHING], [NOTHING] * 3],
        id="one",
    )
    more = [*DOCUMENTS[:2], ContextDocument(f"{SIX} {EIGHT}")]
    two = score_of(EIGHT, more, [ResponseClaim(EIGHT)], [[NO, YES, BOTH]], id="two", question="Sails?")
    return [one, two]


def test_responses_are_nodes_written_once(store: GraphStore) -> None:
    store_scores(store, scores(), "variant=full", {"wdt:P31": "instance of"})
    before = everything(store)
    store_scores(store, scores(), "variant=full", {"wdt:P31": "instance of"})
    assert everything(store) == before
    assert audit(store) == []
    assert store.run("score.conflicted_claims", response="", limit=10) == [
        {"response": "two", "claim": EIGHT, "supporting": 2, "contradicting": 2},
        {"response": "one", "claim": SIX, "supporting": 1, "contradicting": 1},
    ]
    assert [row["response"] for row in store.run("score.conflicted_claims", response="one", limit=10)] == ["one"]
    disputed = store.run("score.disputed_sources", limit=10)
    assert [(row["title"], row["claims"], row["responses"]) for row in disputed] == sorted(
        [("b", 1, 1), ("After", 1, 1), (None, 1, 1)], key=lambda each: [d["title"] for d in disputed].index(each[0])
    )
    labels = store.run("score.proof_of_label", response="one")
    assert sorted((row["claim"], row["label"], row["by"], row["snippet"]) for row in labels) == [
        (SIX, "contradicts", "model", "mill has 8 sails"),
        (SIX, "supports", "proof", "mill has 6 sails"),
    ]
    proofs = {row["label"]: row["proof"] for row in labels}
    assert proofs["contradicts"] == ""
    assert json.loads(str(proofs["supports"]))["statements"][0]["relation"]["label"] == "instance of"
    assert len(store.run("score.proof_of_label", response="two")) == 4


def test_a_lost_label_is_found_by_the_audit(store: GraphStore) -> None:
    store_scores(store, scores(), "variant=full", {})
    (row, *_) = store.run("doctor.responses")
    assert (row["claims"], row["counted"]) in ((2, 2), (1, 1))
    assert row["conflicted"] == row["found"] == 1


def test_responses_stay_when_a_graph_is_loaded_later(store: GraphStore, tmp_path: Path) -> None:
    store_scores(store, scores(), "variant=full", {})
    labels = store.run("score.proof_of_label", response="two")
    made = store.run("score.conflicted_claims", response="", limit=10)
    store.load(stage(tmp_path / "geo", "geo", geography(4)))
    assert store.run("score.conflicted_claims", response="", limit=10) == made
    key = str
    assert sorted(store.run("score.proof_of_label", response="two"), key=key) == sorted(labels, key=key)
    assert [finding for finding in audit(store) if finding.check == "response"] == []


def test_the_command_saves_scores(tmp_path: Path) -> None:
    path = written(tmp_path / "responses.jsonl", ROWS)
    with scripted(answered) as server:
        for _ in range(2):
            done = contragraph("score", path, "--save", *model(server), cwd=tmp_path)
            assert done.code == 0, done.err
    with open_store(f"ladybug:{tmp_path / 'contragraph.lbug'}") as store:
        found = store.run("score.conflicted_claims", response="", limit=10)
        assert [(row["response"], row["claim"]) for row in found] == [("both", SIX), ("both", EIGHT), ("one", SIX)]
        assert audit(store) == []
