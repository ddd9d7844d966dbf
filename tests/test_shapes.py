"""SHACL shapes as axioms, held against what rdflib itself finds in the same shapes."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rdflib import Graph, URIRef
from rdflib.namespace import SH
from rdflib.term import Node

from contragraph.graph.errors import OntologyError
from contragraph.ontology.axioms import Axiom, Kind, Role
from contragraph.ontology.shapes import axioms_of

PREFIXES = """@prefix schema: <http://schema.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl{mark}> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema{mark}> .
@prefix sh: <http://www.w3.org/ns/shacl{mark}> .
"""
SHAPES = """
schema:Person a sh:NodeShape ; rdfs:subClassOf schema:Thing ; owl:disjointWith schema:Place ;
  sh:property [ sh:path schema:birthPlace ; sh:node schema:Place ; sh:maxCount 1 ] ;
  sh:property [ sh:path schema:owns ; sh:or ( [ sh:node schema:Place ] [ sh:node schema:Product ] ) ] ;
  sh:property [ sh:path schema:name ; sh:maxCount 1 ] .
schema:Place a sh:NodeShape ; owl:disjointWith schema:Person ;
  sh:property [ sh:path schema:name ; sh:maxCount 2 ] .
"""


def kinds(axioms: tuple[Axiom, ...], kind: Kind) -> list[tuple[str, ...]]:
    return [tuple(map(str, a.terms)) for a in axioms if a.kind is kind]


@pytest.mark.parametrize("mark", ["#", ""])
def test_shapes_say_functional_domain_range_and_disjoint_classes(mark: str) -> None:
    axioms = axioms_of(PREFIXES.replace("{mark}", mark) + SHAPES, "a schema")
    assert kinds(axioms, Kind.FUNCTIONAL) == [("schema:birthPlace",)]
    assert kinds(axioms, Kind.DOMAIN) == [("schema:birthPlace", "schema:Person"), ("schema:owns", "schema:Person")]
    assert kinds(axioms, Kind.RANGE) == [("schema:birthPlace", "schema:Place")]
    assert kinds(axioms, Kind.DISJOINT_CLASSES) == [("schema:Person", "schema:Place")]
    assert kinds(axioms, Kind.SUB_CLASS) == [("schema:Person", "schema:Thing")]
    assert {a.source for a in axioms} == {"a schema"}
    assert all(a.strength == "typical" for a in axioms if a.kind is not Kind.SUB_CLASS)


def test_what_is_no_turtle_is_refused() -> None:
    with pytest.raises(OntologyError, match="a schema is not valid Turtle"):
        axioms_of("schema:Person a", "a schema")


SHAPE = st.tuples(
    st.sampled_from(["Person", "Place", "Event"]),
    st.sampled_from(["p", "q", "r"]),
    st.sampled_from([None, 1, 2]),
    st.lists(st.sampled_from(["Person", "Place"]), max_size=2, unique=True),
)


@given(st.lists(SHAPE, max_size=8))
def test_functional_relations_are_those_that_rdflib_finds(shapes: list[tuple[str, str, int | None, list[str]]]) -> None:
    lines = [PREFIXES.replace("{mark}", "#")]
    for owner, path, limit, values in shapes:
        parts = [f"sh:path schema:{path}", *(f"sh:node schema:{v}" for v in values)]
        parts += [f"sh:maxCount {limit}"] if limit else []
        lines.append(f"schema:{owner} a sh:NodeShape ; sh:property [ {' ; '.join(parts)} ] .")
    text = "\n".join(lines)
    limits: defaultdict[Node, set[tuple[int, ...]]] = defaultdict(set)
    owners: defaultdict[Node, set[Node]] = defaultdict(set)
    graph = Graph().parse(data=text, format="turtle")
    for shape, named in graph.subject_objects(SH.path):
        limits[named].add(tuple(int(str(n)) for n in graph.objects(shape, SH.maxCount)))
        owners[named].update(graph.subjects(SH.property, shape))
    axioms = axioms_of(text, "a schema")
    functional = {f"schema:{str(p).rpartition('/')[2]}" for p, some in limits.items() if some == {(1,)}}
    assert {a.terms[0] for a in axioms if a.kind is Kind.FUNCTIONAL} == {Role(name) for name in functional}
    alone = {f"schema:{str(p).rpartition('/')[2]}" for p, some in owners.items() if len(some) == 1}
    assert {a.terms[0] for a in axioms if a.kind is Kind.DOMAIN} == {Role(name) for name in alone}
    assert all(isinstance(o, URIRef) for some in owners.values() for o in some)


@pytest.mark.data
def test_the_shapes_of_yago_agree_with_its_ontology(data_folder: Path) -> None:
    old = axioms_of((data_folder / "yago" / "yago4_shapes.ttl").read_text(encoding="utf-8"), "YAGO 4")
    new = axioms_of((data_folder / "yago" / "yago-4.5_schema.ttl").read_text(encoding="utf-8"), "YAGO 4.5")
    for axioms in (old, new):
        functional = {str(a.terms[0]) for a in axioms if a.kind is Kind.FUNCTIONAL}
        assert {"schema:birthPlace", "schema:deathPlace", "schema:gender", "schema:birthDate"} <= functional
        assert "schema:spouse" not in functional
        assert ("schema:Event", "schema:Organization") in kinds(axioms, Kind.DISJOINT_CLASSES)
        assert ("schema:birthPlace", "schema:Person") in kinds(axioms, Kind.DOMAIN)
    assert ("schema:deathPlace", "schema:Place") in kinds(new, Kind.RANGE)
