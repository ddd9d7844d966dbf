"""A whole small dataset of the sample against every clause of the contract, by code that is not the generator's."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from contragraph.generation.assembly.journal import count
from contragraph.generation.pool.quotas import Parity
from contragraph.graph.stores.open import open_store
from tests.made import Line, dataset, lines_of, raw_facts, sample_world
from tests.recheck import (
    axioms_of,
    check_conflicts,
    check_text,
    digest,
    namesakes_of,
    ontology_of,
    renaming,
    said_too,
    spelled,
    statement_digest,
    version_digests,
)

TYPES = [f"{n}-{kind}-hop" for kind in ("single", "multi") for n in range(1, 5)]
PAIRS = pytest.mark.parametrize("number", range(16))


def pair(number: int) -> Line:
    return lines_of(dataset())[number]


def sides(line: Line) -> tuple[list[Line], list[Line]]:
    return line["contexts"]["original"]["statements"], line["contexts"]["perturbed"]["statements"]


def both(line: Line) -> list[Line]:
    return [s for side in sides(line) for s in side]


def test_the_plan_is_met() -> None:
    assert Counter(line["type"] for line in lines_of(dataset())) == dict.fromkeys(TYPES, 2)


def test_lines_are_canonical_and_their_ids_are_their_hashes() -> None:
    raw = (dataset() / "instances.jsonl").read_bytes()
    assert raw.endswith(b"}\n")
    for text in raw.decode("utf-8").splitlines():
        line = json.loads(text)
        assert text == json.dumps(line, ensure_ascii=False, sort_keys=True)
        own = line.pop("id")
        assert own == digest("instance", line)
    assert len({line["id"] for line in lines_of(dataset())}) == 16


@PAIRS
def test_keys_are_those_of_the_contract(number: int) -> None:
    line = pair(number)
    keys = {"id", "type", "kg", "relations", "domains", "contexts", "conflicts", "provenance"}
    assert set(line) - {"background", "glosses"} == keys
    for gloss in line.get("glosses", ()):
        assert set(gloss) == {"id", "text"}
    for statement in line.get("background", ()):
        assert statement["source"] == "kg"
        assert {"subject", "relation", "object", "negated"} <= set(statement)
    assert set(line["contexts"]) == {"original", "perturbed"}
    for context in line["contexts"].values():
        assert set(context) == {"version", "text", "statements", "sentences"}
        for statement in context["statements"]:
            assert set(statement) - {"valid"} == {"id", "subject", "relation", "object", "negated", "source"}
            for end in ("subject", "relation"):
                assert set(statement[end]) == {"id", "label"}
            assert set(statement["object"]) in ({"id", "label"}, {"value", "datatype", "label"})
        for sentence in context["sentences"]:
            assert set(sentence) == {"start", "end", "statements"}
    for conflict in line["conflicts"]:
        assert set(conflict) == {"id", "hops", "strength", "original", "perturbed", "shared", "minimal"}
        for minimal in conflict["minimal"]:
            assert set(minimal) == {"statements", "axioms", "proof"}
            for step in minimal["proof"]:
                assert set(step) == {"rule", "axiom", "premises", "conclusion"}
                keys = (
                    {"from", "to", "days"}
                    if step["rule"] == "cg-edge"
                    else {"subject", "relation", "object", "negated"}
                )
                assert step["conclusion"] is None or set(step["conclusion"]) == keys
    assert set(line["provenance"]) == {"seed_statements", "generator", "verbaliser", "run"}
    assert (line["provenance"]["generator"], line["provenance"]["verbaliser"]) == ("symbolic", "template")


@PAIRS
def test_ids_follow_from_the_content(number: int) -> None:
    line = pair(number)
    for statement in both(line):
        assert statement["id"] == statement_digest(statement)
    versions = tuple(line["contexts"][name]["version"] for name in ("original", "perturbed"))
    assert versions == version_digests(line)
    for conflict in line["conflicts"]:
        sets = sorted(sorted(m["statements"]) for m in conflict["minimal"])
        assert conflict["id"] == digest("conflict", sets, sorted(conflict["original"]), sorted(conflict["perturbed"]))


@PAIRS
def test_every_statement_but_the_perturbed_ones_is_a_fact_of_the_graph(number: int) -> None:
    """Facts between things stand in the raw file; dates, ages and numbers in the store that the pairs were made of."""
    line = pair(number)
    original, perturbed = sides(line)
    assert {s["source"] for s in original} == {"kg"}
    made = {s["id"] for s in perturbed if s["source"] == "made"}
    for statement in both(line):
        thing = statement["object"]
        if "id" in thing:
            fact = (statement["subject"]["id"], statement["relation"]["id"], thing["id"])
            known = fact in raw_facts()
        else:
            fact = (statement["subject"]["id"], statement["relation"]["id"], thing["value"])
            known = fact in values()
        assert known == (statement["source"] == "kg"), fact
        assert not statement["negated"]
        assert not statement["relation"]["id"].startswith(("cg:never", "cg:no", "cg:only", "cg:sole"))
    for conflict in line["conflicts"]:
        assert len(made & set(conflict["perturbed"])) == 1, "one perturbed statement among true ones"
        assert not made & set(conflict["shared"])
    assert len(made) == len(line["conflicts"])


@cache
def values() -> frozenset[tuple[str, str, str]]:
    """The facts of the sample with literals: subject, relation, value."""
    with open_store(f"ladybug:{sample_world() / 'loaded.lbug'}", read_only=True) as store:
        rows = store.query("MATCH (e:Entity)-[f]->(v:Literal) RETURN e.id AS e, f.relation AS r, v.value AS v")
        return frozenset((str(row["e"]), str(row["r"]), str(row["v"])) for row in rows)


@PAIRS
def test_no_perturbed_statement_is_true_in_another_spelling(number: int) -> None:
    line = pair(number)
    axioms = renaming(axioms_of(dataset() / "ontology.ttl"))
    for statement in sides(line)[1]:
        if statement["source"] == "made" and "id" in statement["object"]:
            ends = {statement["subject"]["id"], statement["object"]["id"]}
            made = (statement["subject"]["id"], statement["relation"]["id"], statement["object"]["id"])
            for fact in sorted(f for f in raw_facts() if {f[0], f[2]} == ends):
                record = {"subject": fact[0], "relation": fact[1], "object": fact[2], "negated": False}
                assert made not in said_too(spelled(record), axioms), (made, fact)


@PAIRS
def test_no_fact_stands_there_in_two_spellings(number: int) -> None:
    line = pair(number)
    axioms = renaming(axioms_of(dataset() / "ontology.ttl"))
    statements = {s["id"]: spelled(s) for s in both(line)}
    for one, other in combinations(statements.values(), 2):
        if frozenset(one.entities) == frozenset(other.entities) and not one.negated | other.negated:
            back = (one.subject, one.relation, str(one.object)) in said_too(other, axioms)
            assert not (back and (other.subject, other.relation, str(other.object)) in said_too(one, axioms))


@PAIRS
def test_the_original_side_keeps_the_caps_of_the_paper(number: int) -> None:
    line = pair(number)
    original, perturbed = sides(line)
    assert 5 <= len(original) <= 15
    degree: Counter[str] = Counter()
    for statement in original:
        degree.update(end["id"] for end in (statement["subject"], statement["object"]) if "id" in end)
    assert max(degree.values()) <= 5
    for side in (original, perturbed):
        assert len({s["id"] for s in side}) == len(side)


@PAIRS
def test_relations_and_domains_are_those_of_the_seeds(number: int) -> None:
    line = pair(number)
    seeds = line["provenance"]["seed_statements"]
    known = {s["id"]: s for s in sides(line)[0]}
    assert len(seeds) == len(line["conflicts"]) == len(set(seeds))
    for conflict in line["conflicts"]:
        assert len(set(conflict["original"]) & set(seeds)) == 1
    assert set(line["relations"]) == {known[s]["relation"]["id"] for s in seeds}
    assert len(set(line["relations"])) == len(line["relations"])
    assert line["domains"]
    assert len(set(line["domains"])) == len(line["domains"])


@PAIRS
def test_conflicts_hold_by_brute_force(number: int) -> None:
    """Sides are consistent; minimal sets, groups, hops, strength, independence and every step of every proof."""
    check_conflicts(pair(number), ontology_of(dataset() / "ontology.ttl"))


@PAIRS
def test_texts_state_every_statement_where_the_alignment_says(number: int) -> None:
    line = pair(number)
    for context in line["contexts"].values():
        check_text(context, namesakes_of(line))


@PAIRS
def test_entities_have_one_label_and_no_two_of_a_conflict_share_it(number: int) -> None:
    line = pair(number)
    labels: dict[str, set[str]] = {}
    for statement in both(line):
        for node in (statement["subject"], statement["relation"], statement["object"]):
            labels.setdefault(node.get("id", node["label"]), set()).add(node["label"])
    assert all(len(found) == 1 for found in labels.values())
    for conflict in line["conflicts"]:
        members = {i for m in conflict["minimal"] for i in m["statements"]}
        told = [s for s in both(line) if s["id"] in members]
        ends = {s[end]["id"] for s in told for end in ("subject", "object") if "id" in s[end]}
        assert len({min(labels[e]).casefold() for e in ends}) == len(ends)


def test_a_diff_does_not_give_the_conflict_away() -> None:
    """At most a quarter of the sentences stand word by word, at the same place, on both sides; of longer pairs half."""
    alike, every = [], []
    for line in lines_of(dataset()):
        original, perturbed = (
            [c["text"][s["start"] : s["end"]].strip() for s in c["sentences"]] for c in line["contexts"].values()
        )
        alike.append(sum(a == b for a, b in zip(original, perturbed)))
        every.append(len(original))
    assert sum(alike) * 4 <= sum(every)
    assert all(same * 2 <= of for same, of in zip(alike, every, strict=True) if of > 3)


# -- files besides the instances -------------------------------------------------------------------------


def test_the_manifest_lists_every_other_file_with_its_checksum() -> None:
    folder = dataset()
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    names = {p.name for p in folder.iterdir()}
    assert names == {"instances.jsonl", "ontology.ttl", "rejected.jsonl", "manifest.json", "README.md"}
    assert manifest["files"] == {
        name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names - {"manifest.json"}
    }
    assert manifest["counts"] == dict.fromkeys(TYPES, 2)
    assert (manifest["seed"], manifest["settings"]["strict"]) == (7, False)
    assert {line["provenance"]["run"] for line in lines_of(folder)} == {manifest["run"]}


def test_rejected_candidates_have_type_seed_and_reason() -> None:
    lines = (dataset() / "rejected.jsonl").read_text("utf-8").splitlines()
    manifest = json.loads((dataset() / "manifest.json").read_text("utf-8"))
    assert len(lines) == manifest["rejected"] > 0
    for text in lines:
        rejected = json.loads(text)
        assert {"type", "seed_statement", "reason"} <= set(rejected)
        assert rejected["type"] in TYPES
        seed = rejected["seed_statement"]
        fact = (seed["subject"], seed["relation"], seed["object"])
        assert fact in raw_facts() or seed["object"].startswith("lit:")
        assert rejected["reason"]


def test_the_ontology_holds_all_axioms_in_force_with_prefixes() -> None:
    path = dataset() / "ontology.ttl"
    text = path.read_text("utf-8")
    for prefix, iri in {
        "wd": "http://www.wikidata.org/entity/",
        "wdt": "http://www.wikidata.org/prop/direct/",
        "yago": "http://yago-knowledge.org/resource/",
        "cg": "https://w3id.org/contragraph#",
        "dbr": "http://dbpedia.org/resource/",
        "dbo": "http://dbpedia.org/ontology/",
        "dbp": "http://dbpedia.org/property/",
    }.items():
        assert f"@prefix {prefix}: <{iri}> ." in text
    assert "wdt:P31 rdfs:subPropertyOf rdf:type ." in text
    assert "wdt:P279 rdfs:subPropertyOf rdfs:subClassOf ." in text
    assert "owl:sameAs" not in text
    assert "owl:differentFrom" not in text
    known = {a.id for a in ontology_of(path).every}
    used = {a for line in lines_of(dataset()) for c in line["conflicts"] for m in c["minimal"] for a in m["axioms"]}
    assert used <= known
    assert len(known) > len(used)


def test_the_card_says_licence_and_counts() -> None:
    card = (dataset() / "README.md").read_text("utf-8")
    assert card.startswith("---\nlicense: cc0-1.0\n")
    assert "16 pairs" in card
    assert "Wikidata" in card
    for name in TYPES:
        assert f"| {name} | 2 |" in card


@PAIRS
def test_what_a_run_told_is_counted_from_its_journal(number: int) -> None:
    """A run that goes on counts what was told truthfully, by relation and by thing, as one that was never stopped."""
    parity = Parity()
    count(json.dumps(pair(number)), parity)
    original, perturbed = sides(pair(number))
    told = {s["id"]: s for s in (*original, *perturbed)}.values()
    assert parity.made == Counter(s["relation"]["id"] for s in told if s["source"] == "made")
    assert parity.told == Counter(s["relation"]["id"] for s in told if s["source"] == "kg")
    things = Counter(s["object"]["id"] for s in told if s["source"] == "kg" and "id" in s["object"])
    assert {thing: n for thing, n in parity.things.items() if thing in things} == things
