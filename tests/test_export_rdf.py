"""The RDF export, read by rdflib and by pyoxigraph, against the dataset field by field."""

from __future__ import annotations

import hashlib
import warnings
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph
import pytest
import rdflib

from contragraph.dataset.exports.sorting import SortedLines
from contragraph.graph.model import Literal as ModelLiteral
from contragraph.graph.model import Statement
from contragraph.ontology.namespaces import expand
from tests.exporting import LITERALS, exported, hard_dataset
from tests.made import Line, lines_of

DATA, TERMS = "https://w3id.org/contragraph/", "https://w3id.org/contragraph/terms#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS, XSD = "http://www.w3.org/2000/01/rdf-schema#", "http://www.w3.org/2001/XMLSchema#"
OWL = "http://www.w3.org/2002/07/owl#"
NIF = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
PROV = "http://www.w3.org/ns/prov#"
Term = tuple[str, str]
"""The text of a term, and its datatype or ``iri``."""
Quads = frozenset[tuple[Term, Term, Term, str]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("rdf") / "out"
    exported("rdf", out)
    return out


def by_pyoxigraph(path: Path) -> Quads:
    def term(node: object) -> Term:
        assert not isinstance(node, pyoxigraph.BlankNode)
        if isinstance(node, pyoxigraph.Literal):
            return node.value, node.datatype.value
        assert isinstance(node, pyoxigraph.NamedNode)
        return node.value, "iri"

    def graph(node: object) -> str:
        return node.value if isinstance(node, pyoxigraph.NamedNode) else ""

    return frozenset(
        (term(q.subject), term(q.predicate), term(q.object), graph(q.graph_name)) for q in pyoxigraph.parse(path=path)
    )


def by_rdflib(path: Path, monkeypatch: pytest.MonkeyPatch) -> Quads:
    monkeypatch.setattr(rdflib, "NORMALIZE_LITERALS", False)

    def term(node: object) -> Term:
        assert not isinstance(node, rdflib.BNode)
        if isinstance(node, rdflib.Literal):
            return str(node), str(node.datatype or XSD + "string")
        return str(node), "iri"

    def graph(name: object) -> str:
        return "" if name is None or str(name) == "urn:x-rdflib:default" else str(name)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dataset = rdflib.Dataset()
        dataset.parse(path, format="trig" if path.suffix == ".trig" else "nquads")
        return frozenset((term(s), term(p), term(o), graph(g)) for s, p, o, g in dataset.quads())


class Reader:
    """The quads by subject and property, and the named graphs."""

    def __init__(self, quads: Quads) -> None:
        self.of: dict[tuple[str, str], set[Term]] = defaultdict(set)
        self.graphs: dict[str, set[tuple[Term, Term, Term]]] = defaultdict(set)
        for s, p, o, g in quads:
            if g:
                self.graphs[g].add((s, p, o))
            else:
                self.of[s[0], p[0]].add(o)

    def all(self, subject: str, name: str) -> set[str]:
        return {text for text, _ in self.of[subject, name]}

    def one(self, subject: str, name: str) -> str:
        (found,) = self.all(subject, name)
        return found

    def listed(self, subject: str) -> Iterator[str]:
        number = 1
        while found := self.of.get((subject, f"{RDF}_{number}")):
            ((text, _),) = found
            yield text
            number += 1


@pytest.fixture(scope="module")
def read(folder: Path) -> Reader:
    return Reader(by_pyoxigraph(folder / "dataset.trig"))


def made(kind: str, key: str) -> str:
    return f"{DATA}{kind}/{key}"


def test_rdflib_and_pyoxigraph_read_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quads = by_pyoxigraph(folder / "dataset.trig")
    assert by_rdflib(folder / "dataset.trig", monkeypatch) == quads
    assert by_pyoxigraph(folder / "dataset.nq") == quads
    assert len(quads) == len((folder / "dataset.nq").read_bytes().splitlines())


def test_the_hash_is_that_of_rdfc_1_0(folder: Path) -> None:
    """pyoxigraph canonicalises the TriG by itself; its sorted quads have the hash that we wrote."""
    dataset = pyoxigraph.Dataset(pyoxigraph.parse(path=folder / "dataset.trig"))
    dataset.canonicalize(pyoxigraph.CanonicalizationAlgorithm.RDFC_1_0)
    lines = sorted(f"{quad} .\n".encode() for quad in dataset)
    written = (folder / "dataset.rdfc10.sha256").read_text("utf-8").split()[0]
    assert hashlib.sha256(b"".join(lines)).hexdigest() == written
    assert (folder / "dataset.nq").read_bytes() == b"".join(lines)


@pytest.mark.parametrize("number", range(16))
def test_pairs_and_sides(read: Reader, number: int) -> None:
    line = lines_of(hard_dataset())[number]
    this = made("instance", line["id"])
    assert read.one(this, TERMS + "type") == line["type"]
    assert read.one(this, TERMS + "kg") == made("graph", line["kg"])
    assert read.all(this, TERMS + "relation") == {expand(r) for r in line["relations"]}
    assert read.all(this, TERMS + "domain") == set(line["domains"])
    origin = line["provenance"]
    assert read.all(this, TERMS + "seedStatement") == {made("statement", s) for s in origin["seed_statements"]}
    assert read.one(this, TERMS + "generator") == origin["generator"]
    assert read.one(this, TERMS + "verbaliser") == origin["verbaliser"]
    assert read.one(this, PROV + "wasGeneratedBy") == made("run", origin["run"])
    for name, context in line["contexts"].items():
        version = made("version", context["version"])
        assert read.one(this, TERMS + name) == version
        assert read.one(version, TERMS + "kind") == name
        assert list(read.listed(version)) == [made("statement", s["id"]) for s in context["statements"]]
        assert read.graphs[version] == set(graph_of(context))
        (text,) = (s for (s, p), found in read.of.items() if p == TERMS + "renders" and (version, "iri") in found)
        assert read.one(text, NIF + "isString") == context["text"]
        assert sentences(read, text) == [
            (s["start"], s["end"], [made("statement", i) for i in s["statements"]]) for s in context["sentences"]
        ]


def graph_of(context: Line) -> Iterator[tuple[Term, Term, Term]]:
    """The triples of a version, made anew from the JSON."""
    for s in context["statements"]:
        subject, relation = (expand(s["subject"]["id"]), "iri"), (expand(s["relation"]["id"]), "iri")
        literal = "value" in s["object"]
        thing = (
            (s["object"]["value"], expand(s["object"]["datatype"])) if literal else (expand(s["object"]["id"]), "iri")
        )
        if not s["negated"]:
            yield subject, relation, thing
            continue
        this = (made("statement", s["id"]), "iri")
        yield this, (RDF + "type", "iri"), (OWL + "NegativePropertyAssertion", "iri")
        yield this, (OWL + "sourceIndividual", "iri"), subject
        yield this, (OWL + "assertionProperty", "iri"), relation
        yield this, (OWL + ("targetValue" if literal else "targetIndividual"), "iri"), thing


def sentences(read: Reader, text: str) -> list[tuple[int, int, list[str]]]:
    found = [s for (s, p), texts in read.of.items() if p == NIF + "referenceContext" and (text, "iri") in texts]
    spans = ((int(read.one(s, NIF + "beginIndex")), int(read.one(s, NIF + "endIndex")), s) for s in found)
    return [(start, end, list(read.listed(s))) for start, end, s in sorted(spans)]


def test_statements_and_labels(read: Reader) -> None:
    spoken = [s for line in lines_of(hard_dataset()) for c in line["contexts"].values() for s in c["statements"]]
    for s in spoken:
        this = made("statement", s["id"])
        assert read.one(this, RDF + "subject") == expand(s["subject"]["id"])
        assert read.one(this, RDF + "predicate") == expand(s["relation"]["id"])
        assert read.one(this, TERMS + "negated") == str(s["negated"]).lower()
        assert s["source"] in read.all(this, TERMS + "source")
        assert s["subject"]["label"] in read.all(expand(s["subject"]["id"]), RDFS + "label")
        assert s["relation"]["label"] in read.all(expand(s["relation"]["id"]), RDFS + "label")
        if "value" in s["object"]:
            value = (s["object"]["value"], expand(s["object"]["datatype"]))
            assert read.of[this, RDF + "object"] == {value}
            assert read.one(this, TERMS + "objectLabel") == s["object"]["label"]
        else:
            assert read.one(this, RDF + "object") == expand(s["object"]["id"])
            assert s["object"]["label"] in read.all(expand(s["object"]["id"]), RDFS + "label")
    assert {s["object"]["value"] for s in spoken if "value" in s["object"]} >= {x.value for x in LITERALS}


def test_proofs_of_both_kinds_are_exported() -> None:
    """By statements and by bounds of dates: the tests below see each."""
    rules = {
        step["rule"]
        for line in lines_of(hard_dataset())
        for conflict in line["conflicts"]
        for minimal in conflict["minimal"]
        for step in minimal["proof"]
    }
    assert {"cg-edge", "cg-cycle"} < rules
    assert rules - {"cg-edge", "cg-cycle"}


@pytest.mark.parametrize("number", range(16))
def test_conflicts_and_proofs(read: Reader, number: int) -> None:
    line = lines_of(hard_dataset())[number]
    conflicts = read.all(made("instance", line["id"]), TERMS + "conflict")
    assert conflicts == {made("conflict", c["id"]) for c in line["conflicts"]}
    for conflict in line["conflicts"]:
        this = made("conflict", conflict["id"])
        assert read.one(this, TERMS + "hops") == str(conflict["hops"])
        assert read.one(this, TERMS + "strength") == conflict["strength"]
        for role in ("original", "perturbed", "shared"):
            assert read.all(this, f"{TERMS}{role}Statement") == {made("statement", s) for s in conflict[role]}
        found = {frozenset(read.all(m, TERMS + "statement")): m for m in read.all(this, TERMS + "minimalSet")}
        assert len(found) == len(conflict["minimal"])
        for minimal in conflict["minimal"]:
            whole = found[frozenset(made("statement", s) for s in minimal["statements"])]
            assert read.all(whole, TERMS + "axiom") == {expand(a) for a in minimal["axioms"]}
            assert proof(read, whole, this) == [spelled(read, step) for step in minimal["proof"]]


def proof(read: Reader, minimal: str, conflict: str) -> list[tuple[object, ...]]:
    """The steps to the contradiction; premises are statements or numbers of steps."""
    found = [s for (s, p), sets in read.of.items() if p == TERMS + "proves" and (minimal, "iri") in sets]
    ordered = sorted(found, key=lambda s: int(read.one(s, TERMS + "position")))
    places = {step: number for number, step in enumerate(ordered)}
    return [
        (
            read.one(s, TERMS + "rule"),
            read.all(s, TERMS + "axiom"),
            {places.get(p, p) for p in read.all(s, TERMS + "premise")},
            claim(read, s),
        )
        for s in ordered
    ]


def claim(read: Reader, step: str) -> object:
    """What a step concludes: a statement, a bound between two points of time, or the contradiction."""
    if not (concluded := read.all(step, TERMS + "concludes")):
        return tuple(read.one(step, TERMS + name) for name in ("from", "to", "days"))
    (statement,) = concluded
    if statement == TERMS + "Contradiction":
        return None
    assert not read.all(step, TERMS + "days")
    ends = (read.one(statement, RDF + name) for name in ("subject", "predicate", "object"))
    return (*ends, read.one(statement, TERMS + "negated"))


def spelled(read: Reader, step: Line) -> tuple[object, ...]:
    c = step["conclusion"]
    concluded: tuple[str, ...] | None = None
    if step["rule"] == "cg-edge":
        concluded = (c["from"], c["to"], str(c["days"]))
    elif c is not None:
        concluded = (expand(c["subject"]), expand(c["relation"]), expand(c["object"]), str(c["negated"]).lower())
    axioms = set() if step["axiom"] is None else {expand(step["axiom"])}
    premises = {p if isinstance(p, int) else made("statement", p) for p in step["premises"]}
    return (step["rule"], axioms, premises, concluded)


def test_lineage_is_told_in_prov(read: Reader) -> None:
    """Perturbed from original from base from the graph; all made by the run, which a program carried out."""
    for line in lines_of(hard_dataset()):
        original, perturbed = (made("version", line["contexts"][n]["version"]) for n in ("original", "perturbed"))
        base = read.one(made("instance", line["id"]), TERMS + "base")
        assert read.one(perturbed, PROV + "wasRevisionOf") == original
        assert read.one(original, PROV + "wasRevisionOf") == base
        assert read.one(base, PROV + "wasDerivedFrom") == made("graph", line["kg"])
        assert read.graphs[base] == read.graphs[original]
        run = made("run", line["provenance"]["run"])
        assert {read.one(v, PROV + "wasGeneratedBy") for v in (base, original, perturbed)} == {run}
        assert (PROV + "Activity", "iri") in read.of[run, RDF + "type"]
        assert read.one(run, PROV + "used") == made("graph", line["kg"])
        assert read.one(read.one(run, PROV + "wasAssociatedWith"), RDFS + "label").startswith("contragraph ")
    licence = "https://creativecommons.org/publicdomain/zero/1.0/"
    assert read.one(made("graph", "wikidata5m"), "http://purl.org/dc/terms/license") == licence


def test_sorting_needs_no_memory_for_all_lines(tmp_path: Path) -> None:
    """Pieces of three lines, merged more than once, give the order and the unique lines of sorting at once."""
    lines = [f"{(n * 7919) % 1000:04} \u00e9\n".encode() for n in range(3000)]
    sorting = SortedLines(tmp_path, chunk=3)
    for line in lines:
        sorting.add(line)
    assert len(list(tmp_path.iterdir())) <= 200
    assert list(sorting) == sorted(set(lines))


def test_ids_that_are_no_iris_are_encoded() -> None:
    from contragraph.dataset.exports.quads import iri

    assert iri('dbr:A "b" <c>').value == "http://dbpedia.org/resource/A%20%22b%22%20%3Cc%3E"
    assert iri("dbr:Zürich_(Stadt)").value == "http://dbpedia.org/resource/Zürich_(Stadt)"


def test_a_text_in_some_language_is_a_plain_literal() -> None:
    """A statement does not keep the language, and RDF has no such literal without one."""
    from contragraph.dataset.exports.quads import value_of

    told = value_of(Statement("wd:Q1", "wdt:P1813", ModelLiteral("Genève", "rdf:langString")))
    assert isinstance(told, pyoxigraph.Literal)
    assert (told.value, told.datatype.value) == ("Genève", XSD + "string")
