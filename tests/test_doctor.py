"""The audit finds nothing in a sound store, and each kind of damage in one that was damaged behind its back."""

from __future__ import annotations

from pathlib import Path

from contragraph.graph.doctor.audit import audit
from contragraph.graph.doctor.findings import Finding
from contragraph.graph.model.origin import Run
from contragraph.graph.stores.open import open_store
from contragraph.graph.versions.edits import edit, restore, review
from contragraph.graph.versions.history import log
from tests.cli import contragraph
from tests.made import sample_world
from tests.staged_kgs import AXIOMS, geography, instance, stage
from tests.stores import everything, write

RUN, SECOND = Run(7, "{}", "geo", "snap"), Run(8, "{}", "geo", "snap")
I = "MATCH (i:Instance {id: $i})"  # noqa: E741
ORIGINAL, PERTURBED = f"{I}-[:ORIGINAL]->(v:Version)", f"{I}-[:PERTURBED]->(v:Version)"
TEXT = f"{PERTURBED} MATCH (t:Text)-[:RENDERS]->(v)"
SENTENCE = f"{TEXT} MATCH (t)-[:HAS]->(s:Sentence {{position: 1}})"
CONFLICT = f"{I}-[:HAS]->(c:Conflict)"
STEP = f"{CONFLICT}-[:PROVED_BY]->(d:Derivation {{position: 0}})"

DAMAGES: list[tuple[str, tuple[str, ...]]] = [
    (f"{ORIGINAL}-[:ADDS]->(s:Statement {{relation: 'wdt:P36'}}) SET s.relation = 'wdt:P999'",
     ("statement Statement its id is not the hash of what it says",)),
    (f"{ORIGINAL}-[:ADDS]->(s:Statement {{relation: 'wdt:P36'}}) MATCH (s)-[r:SUBJECT]->(:Entity) DELETE r",
     ("statement Statement it is not joined with an entity that it speaks of",)),
    (f"{ORIGINAL}-[:ADDS]->(s:Statement {{relation: 'wdt:P36'}}) MATCH (e:Entity {{id: 'wd:Q515'}}) "
     "CREATE (s)-[:OBJECT]->(e)",
     ("statement Statement it is joined with several subjects or objects",
      "statement Statement it is joined with another object")),
    (f"{PERTURBED}-[:ADDS]->(s:Statement)-[:OBJECT]->(l:Literal) SET l.value = '2001'",
     ("statement Statement its id is not the hash of what it says",)),
    ("CREATE (:Statement {id: $i, subject: 'wd:Q1', relation: 'wdt:P1', object: 'wd:Q2', negated: false})",
     ("orphan Statement nothing that was made leads to it",)),
    (f"{PERTURBED}-[a:ADDS {{source: 'made'}}]->(:Statement) DELETE a",
     ("version Version its statements are not those that were hashed", "alignment Version its text states",
      "conflict Conflict its perturbed statement")),
    (f"{PERTURBED}-[a:ADDS {{source: 'made'}}]->(:Statement) SET a.source = 'kg'",
     ("version Version its id is not the hash",)),
    (f"{PERTURBED}-[r:REMOVES]->(:Statement) DELETE r",
     ("version Version its statements are not", "alignment Version no sentence of its text states",
      "conflict Conflict its original statement")),
    (f"{ORIGINAL} SET v.content_hash = 'x'", ("version Version its statements are not those that were hashed",)),
    (f"{ORIGINAL} SET v.kind = 'perturbed'",
     ("version Version its id is not the hash", "lineage Instance its original version")),
    (f"{PERTURBED} MATCH (v)-[p:PARENT]->(:Version) DELETE p",
     ("lineage Version it has 0 parents, not one", "lineage Instance the parent of its perturbed version")),
    (f"{PERTURBED} MATCH (o:Instance {{id: 'spare'}})-[:ORIGINAL]->(w:Version) CREATE (v)-[:PARENT]->(w)",
     ("lineage Version it has 2 parents, not one", "lineage Instance the parent of its version")),
    (f"{I}-[r:PERTURBED]->(:Version) DELETE r",
     ("lineage Instance it has 0 versions as its perturbed, not one", "orphan Version nothing")),
    (f"{TEXT} SET t.body = 'Nothing of it.'", ("text Text its sentence 1 is not what stands there",)),
    (f"{TEXT} SET t.body = t.body + ' And more.'", ("text Text its sentences do not cover it",)),
    (f"{SENTENCE} SET s.body = 'x'", ("text Text its sentence 2 is not what stands there",)),
    (f"{SENTENCE} SET s.start_char = s.start_char + 4", ("text Text its sentence 2 does not begin where",)),
    (f"{SENTENCE} DETACH DELETE s", ("text Text its sentence 2 is missing", "alignment Version no sentence")),
    (f"{SENTENCE}-[r:STATES]->(:Statement) DELETE r",
     ("text Text its id is not the hash", "alignment Version no sentence of its text states")),
    (f"{SENTENCE} MATCH (o:Instance {{id: 'spare'}})-[:HAS]->(:Conflict)-[:ORIGINAL]->(x:Statement) "
     "CREATE (s)-[:STATES {position: 1}]->(x)",
     ("text Text its id is not the hash", "alignment Version its text states")),
    (f"{TEXT} MATCH (t)-[r:RENDERS]->(v) DELETE r",
     ("lineage Version it has 0 texts, not one", "orphan Text nothing", "version Version its id is not")),
    (f"{CONFLICT}-[r:ORIGINAL]->(:Statement) DELETE r", ("proof Conflict its id is not the hash",)),
    (f"{CONFLICT} MATCH (o:Instance {{id: 'spare'}})-[:HAS]->(:Conflict)-[:ORIGINAL]->(x:Statement) "
     "CREATE (c)-[:SHARED]->(x)",
     ("conflict Conflict its shared statement", "proof Conflict its statements are not those that its proofs use")),
    (f"{CONFLICT} SET c.hops = 3", ("proof Conflict it has not 3 hops",)),
    (f"{STEP} DETACH DELETE d", ("proof Conflict its proof 1 lacks its step 1",)),
    (f"{STEP}-[r:PREMISE]->(:Statement) DELETE r", ("proof Conflict its proof 1 has no premise at its step 1",)),
    (f"{STEP}-[r:CONCLUDES]->(:Statement) DELETE r", ("proof Conflict its proof 1 does not end in",)),
    (f"{CONFLICT} MATCH (c)-[r:PROVED_BY]->(d:Derivation {{position: 1}}) DELETE r",
     ("orphan Derivation nothing", "proof Conflict its proof 1 does not end")),
    (f"{I}-[r:HAS]->(:Conflict) DELETE r",
     ("orphan Conflict nothing", "conflict Instance it has 0 conflicts, and its type is 1-single-hop")),
    (f"{I} MATCH (i)-[r:MADE_BY]->(:Run) DELETE r", ("orphan Instance nothing", "run Run it was finished with")),
    (f"{I} MATCH (r:Run {{seed: 8}}) CREATE (i)-[:MADE_BY]->(r)",
     ("run Instance it belongs to several runs", "run Run it was finished with")),
    (f"{I} DETACH DELETE i", ("orphan Version nothing", "orphan Conflict nothing", "run Run it was finished with")),
    ("CREATE (:Axiom {id: $i})", ("orphan Axiom nothing",)),
    ("CREATE (:Literal {id: $i})", ("orphan Literal nothing",)),
    (f"{PERTURBED} MATCH (r:Review)-[:JUDGES]->(v) SET r.verdict = 'silly'",
     ("review Review its id is not the hash of what it judges and says",)),
    (f"{PERTURBED} MATCH (r:Review)-[j:JUDGES]->(v) DELETE j", ("orphan Review nothing",)),
    ("MATCH (r:Run {seed: 8}) SET r.settings = $i", ("run Run its id is not the hash",)),
    ("MATCH (k:Kg) SET k.facts = 1", ("graph Kg it is noted to hold 1 facts, and holds",)),
    ("MATCH (e:Entity {id: 'wd:Q999'}) SET e.hidden = true", ("graph Kg it is noted to hold 0 hidden entities",)),
    ("CREATE (:Kg {kg: $i, complete: false, entities: 0, hidden: 0, relations: 0, facts: 0})",
     ("graph Kg it was not loaded to its end",)),
]  # fmt: skip
"""Each damages the pair ``$i``, which no other damage touches, and what the audit says of it at least."""


def sound(address: str, folder: Path) -> None:
    """A store with a KG, one pair for each damage with a review, edits, and a second run."""
    with open_store(address, create=True) as store:
        numbers = len(DAMAGES) + 2
        store.load(stage(folder / "geo", "geo", [*geography(numbers), ("wd:Q999", "wdt:P31", "wd:Q515")]))
        pairs = [(f"i{n}", instance(n)) for n in range(len(DAMAGES))] + [("spare", instance(numbers - 1))]
        for run, some in ((RUN, pairs[:-2]), (SECOND, pairs[-2:])):
            store.write_run(run)
            store.write_instances(run, some, AXIOMS)
            store.finish_run(run.id)
        for pair, _ in pairs:
            review(store, log(store, pair)[2].id, "ada", "real", "it is so")
        original = log(store, "spare")[1].id
        edit(store, original, text="Nothing of it is said.")
        restore(store, original)


def told(findings: set[Finding]) -> list[str]:
    return sorted(f"{f.check} {f.kind} {f.problem}" for f in findings)


def test_every_damage_is_found_and_nothing_repaired(address: str, tmp_path: Path) -> None:
    sound(address, tmp_path)
    with open_store(address, read_only=True) as store:
        assert audit(store) == []
    known: set[Finding] = set()
    at_once = 10  # an audit takes its time
    numbered = [(*damage, number) for number, damage in enumerate(DAMAGES)]
    for start in range(0, len(DAMAGES), at_once):
        some = numbered[start : start + at_once]
        write(address, *((text, {"i": f"i{number}"} if "$i" in text else {}) for text, _, number in some))
        with open_store(address, read_only=True) as store:
            found = set(audit(store))
        new = told(found - known)
        for damage, expected, _ in some:
            for words in expected:
                assert any(said.startswith(words) for said in new), (damage, words, new)
        known = found
    with open_store(address, read_only=True) as store:  # every damage is in it
        before = everything(store)
        assert set(audit(store)) == known
        assert everything(store) == before


def test_an_unfinished_run_is_no_damage(address: str, tmp_path: Path) -> None:
    with open_store(address, create=True) as store:
        store.write_run(RUN)
        store.write_instances(RUN, [("i1", instance(1)), ("i2", instance(2))], AXIOMS)
        assert audit(store) == []
        store.finish_run(RUN.id)
        assert audit(store) == []


def test_a_text_that_was_edited_may_be_mended_by_a_further_edit(address: str) -> None:
    with open_store(address, create=True) as store:
        store.write_run(RUN)
        store.write_instances(RUN, [("i1", instance(1))], AXIOMS)
        original = log(store, "i1")[1]
        worse = edit(store, original.id, text="Nothing is said here.")
        assert len(worse.unaligned) == len(log(store, "i1")[0].added)
        assert {f.check for f in audit(store)} == {"alignment"}
        restore(store, original.id)
        assert audit(store) == []


def test_the_command_line(tmp_path: Path) -> None:
    """Nothing in the sample's store: exit code 0; a finding: 1, in every format."""
    store = f"ladybug:{sample_world() / 'contragraph.lbug'}"
    whole = contragraph("doctor", "--store", store, "--format", "json", cwd=tmp_path)
    assert (whole.code, whole.out.strip(), whole.err) == (0, "[]", "")
    mine = f"ladybug:{tmp_path / 'mine.lbug'}"
    open_store(mine, create=True).close()
    write(mine, ("CREATE (:Axiom {id: 'a'})", {}))
    damaged = contragraph("doctor", "--store", mine, "--format", "csv", cwd=tmp_path)
    assert damaged.code == 1
    assert damaged.out == "check,kind,id,problem\norphan,Axiom,a,nothing that was made leads to it\n"
