"""A pair as RDF quads: what the rdf export says about it, without a blank node.

Each version is a named graph that holds its statements as plain triples; a negated one is a negative property
assertion. The default graph describes pairs, versions, statements, sentences, conflicts and proofs. Sentences are told
in NIF, lineage in PROV-O, both with positions in Unicode code points as in the dataset.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote

from pyoxigraph import DefaultGraph, NamedNode, Quad
from pyoxigraph import Literal as Value

from contragraph.dataset.records.codec import to_instance
from contragraph.dataset.records.schema import ConflictRecord, InstanceRecord, MinimalRecord, NodeRecord
from contragraph.graph.model import Bound, Literal, Side, Statement, Step, content_hash
from contragraph.graph.model.versions import base_id, content_of, version_id
from contragraph.graph.tables.rows import sentence_id
from contragraph.ontology.namespaces import PREFIXES, expand

DATA = "https://w3id.org/contragraph/"
TERMS = "https://w3id.org/contragraph/terms#"
NIF = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
PROV = "http://www.w3.org/ns/prov#"
BOUND = {
    **PREFIXES,
    "nif": NIF,
    "prov": PROV,
    "terms": TERMS,
    **{kind: f"{DATA}{kind}/" for kind in ("instance", "version", "statement", "text", "sentence")},
    **{kind: f"{DATA}{kind}/" for kind in ("conflict", "minimal", "derivation", "run", "graph")},
}
"""Prefixes of the TriG file."""

_UNFIT = re.compile(r'[\x00-\x20<>"{}|^`\\]')
_DEFAULT = DefaultGraph()
Term = NamedNode | Value


def iri(curie: str) -> NamedNode:
    """The IRI of an id of the dataset; characters that no IRI may hold are percent-encoded."""
    return NamedNode(_UNFIT.sub(lambda found: quote(found[0]), expand(curie)))


def thing(kind: str, key: str) -> NamedNode:
    """The IRI of something that was made: an instance, a version, a statement …"""
    return NamedNode(f"{DATA}{kind}/{key}")


def term(name: str) -> NamedNode:
    """A term of the vocabulary of this export."""
    return NamedNode(TERMS + name)


def standard(curie: str) -> NamedNode:
    """A term of a vocabulary that everybody knows."""
    prefix, _, local = curie.partition(":")
    return NamedNode(BOUND[prefix] + local)


A = standard("rdf:type")
LABEL = standard("rdfs:label")


def number(value: int, datatype: str = "xsd:integer") -> Value:
    """A whole number."""
    return Value(str(value), datatype=standard(datatype))


def describe(subject: NamedNode, *pairs: tuple[NamedNode, Term]) -> Iterator[Quad]:
    """Statements about something, in the default graph."""
    for predicate, value in pairs:
        yield Quad(subject, predicate, value, _DEFAULT)


def quads_of(record: InstanceRecord) -> Iterator[Quad]:
    """Everything about one pair."""
    instance = to_instance(record)
    this, run = thing("instance", record.id), thing("run", record.provenance.run)
    yield from describe(
        this,
        (A, term("Instance")),
        (A, standard("prov:Entity")),
        (term("type"), Value(record.type)),
        (term("kg"), thing("graph", quote(record.kg, safe=""))),
        (term("generator"), Value(record.provenance.generator)),
        (term("verbaliser"), Value(record.provenance.verbaliser)),
        (standard("prov:wasGeneratedBy"), run),
        *((term("relation"), iri(r)) for r in record.relations),
        *((term("domain"), Value(d)) for d in record.domains),
        *((term("seedStatement"), thing("statement", s)) for s in record.provenance.seed_statements),
        *((term("conflict"), thing("conflict", c.id)) for c in record.conflicts),
    )
    yield from _labels(record)
    told: set[str] = set()
    base = thing("version", base_id(content_of(instance.original)))
    yield from describe(
        base,
        (standard("prov:wasDerivedFrom"), thing("graph", quote(record.kg, safe=""))),
        (standard("prov:wasGeneratedBy"), run),
    )
    yield from _version("base", instance.original.statements, base)
    yield from describe(this, (term("base"), base))
    for side in instance.sides:
        version = thing("version", version_id(instance, side.name))
        yield from describe(this, (term(side.name), version))
        parent = base if side.name == "original" else thing("version", version_id(instance, "original"))
        yield from describe(version, (standard("prov:wasRevisionOf"), parent), (standard("prov:wasGeneratedBy"), run))
        for statement in side.statements:
            if statement.id not in told:
                told.add(statement.id)
                yield from _statement(statement)
                yield from describe(thing("statement", statement.id), (term("source"), Value(side.source(statement))))
        yield from _text(side, version)
        yield from _version(side.name, side.statements, version)
    for statement in instance.background:
        yield from describe(this, (term("background"), thing("statement", statement.id)))
        yield from _statement(statement)
        yield from describe(thing("statement", statement.id), (term("source"), Value("kg")))
    for conflict, spelled in zip(record.conflicts, instance.conflicts, strict=True):
        yield from _conflict(conflict)
        for minimal, proof in zip(conflict.minimal, (m.proof for m in spelled.minimal), strict=True):
            yield from _proof(conflict.id, minimal, proof)


def _labels(record: InstanceRecord) -> Iterator[Quad]:
    labels: dict[str, str] = {}
    contexts = record.contexts
    for statement in (*contexts.original.statements, *contexts.perturbed.statements, *record.background):
        for node in (statement.subject, statement.relation, statement.object):
            if isinstance(node, NodeRecord):
                labels[node.id] = node.label
    for node_id, label in labels.items():
        yield from describe(iri(node_id), (LABEL, Value(label)))


def value_of(statement: Statement) -> Term:
    """The object of a statement as a term."""
    value = statement.object
    if not isinstance(value, Literal):
        return iri(value)
    datatype = value.datatype if "://" in value.datatype else expand(value.datatype)
    if datatype.endswith("angString"):  # these have a language, which a statement does not keep
        return Value(value.value)
    return Value(value.value, datatype=NamedNode(datatype))


def _statement(statement: Statement) -> Iterator[Quad]:
    this = thing("statement", statement.id)
    yield from describe(
        this,
        (A, standard("rdf:Statement")),
        (standard("rdf:subject"), iri(statement.subject)),
        (standard("rdf:predicate"), iri(statement.relation)),
        (standard("rdf:object"), value_of(statement)),
        (term("negated"), Value("true" if statement.negated else "false", datatype=standard("xsd:boolean"))),
    )
    if isinstance(statement.object, Literal):
        yield from describe(this, (term("objectLabel"), Value(statement.object.label)))


def _listed(items: Iterable[str]) -> Iterator[tuple[NamedNode, Term]]:
    """Statements in their order, as members of a sequence."""
    return ((standard(f"rdf:_{n}"), thing("statement", each)) for n, each in enumerate(items, start=1))


def _version(kind: str, statements: Sequence[Statement], version: NamedNode) -> Iterator[Quad]:
    yield from describe(
        version,
        (A, term("Version")),
        (A, standard("prov:Entity")),
        (term("kind"), Value(kind)),
        *_listed(s.id for s in statements),
    )
    for statement in statements:
        subject, relation, value = iri(statement.subject), iri(statement.relation), value_of(statement)
        if not statement.negated:
            yield Quad(subject, relation, value, version)
            continue
        this = thing("statement", statement.id)
        target = "owl:targetValue" if isinstance(value, Value) else "owl:targetIndividual"
        yield Quad(this, A, standard("owl:NegativePropertyAssertion"), version)
        yield Quad(this, standard("owl:sourceIndividual"), subject, version)
        yield Quad(this, standard("owl:assertionProperty"), relation, version)
        yield Quad(this, standard(target), value, version)


def _text(side: Side, version: NamedNode) -> Iterator[Quad]:
    text = thing("text", side.text.id)
    yield from describe(
        text,
        (A, standard("nif:Context")),
        (standard("nif:isString"), Value(side.text.body)),
        (term("renders"), version),
        (standard("prov:wasDerivedFrom"), version),
    )
    for position, sentence in enumerate(side.text.sentences):
        yield from describe(
            thing("sentence", sentence_id(side.text.id, position)),
            (A, standard("nif:Sentence")),
            (standard("nif:referenceContext"), text),
            (standard("nif:beginIndex"), number(sentence.start, "xsd:nonNegativeInteger")),
            (standard("nif:endIndex"), number(sentence.end, "xsd:nonNegativeInteger")),
            *_listed(sentence.statements),
        )


def _conflict(conflict: ConflictRecord) -> Iterator[Quad]:
    yield from describe(
        thing("conflict", conflict.id),
        (A, term("Conflict")),
        (term("hops"), number(conflict.hops)),
        (term("strength"), Value(conflict.strength)),
        *((term("originalStatement"), thing("statement", s)) for s in conflict.original),
        *((term("perturbedStatement"), thing("statement", s)) for s in conflict.perturbed),
        *((term("sharedStatement"), thing("statement", s)) for s in conflict.shared),
        *((term("minimalSet"), thing("minimal", _minimal_id(m))) for m in conflict.minimal),
    )


def _minimal_id(minimal: MinimalRecord) -> str:
    return content_hash("minimal", sorted(minimal.statements))


def _proof(conflict: str, minimal: MinimalRecord, proof: Iterable[Step]) -> Iterator[Quad]:
    def step_id(position: int) -> NamedNode:
        return thing("derivation", content_hash("derivation", conflict, sorted(minimal.statements), position))

    whole = thing("minimal", _minimal_id(minimal))
    yield from describe(
        whole,
        (A, term("MinimalSet")),
        *((term("statement"), thing("statement", s)) for s in minimal.statements),
        *((term("axiom"), iri(a)) for a in minimal.axioms),
    )
    for position, step in enumerate(proof):
        this = step_id(position)
        premises = (step_id(p) if isinstance(p, int) else thing("statement", p) for p in step.premises)
        yield from describe(
            this,
            (A, term("Derivation")),
            (term("proves"), whole),
            (term("position"), number(position)),
            (term("rule"), Value(step.rule)),
            *((term("axiom"), iri(axiom)) for axiom in (step.axiom,) if axiom is not None),
            *((term("premise"), premise) for premise in premises),
        )
        if step.conclusion is None:
            yield from describe(this, (term("concludes"), term("Contradiction")))
        elif isinstance(step.conclusion, Bound):
            bound = step.conclusion
            points = ((term("from"), Value(bound.earlier)), (term("to"), Value(bound.later)))
            yield from describe(this, *points, (term("days"), number(bound.days)))
        else:
            yield from describe(this, (term("concludes"), thing("statement", step.conclusion.id)))
            yield from _statement(step.conclusion)
