"""The dataset contract, checked again by code of its own: plain JSON, rdflib, and the brute force of the oracle."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from rdflib import OWL, RDF, BNode, Graph, URIRef
from rdflib.collection import Collection
from rdflib.term import Node

from contragraph.graph.model import Literal, Statement
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role
from contragraph.ontology.turtle import read_ontology
from tests.made import Line
from tests.oracle import Model, thing
from tests.oracle_dates import constraints, impossible
from tests.outside import in_reach

CG = "https://w3id.org/contragraph#"
Sets = list[frozenset[Statement]]


def digest(*parts: object) -> str:
    """The content hash that ids are: 16 hexadecimal digits of SHA-256 over compact JSON with sorted keys."""
    packed = json.dumps(list(parts), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(packed.encode("utf-8")).hexdigest()[:16]


def spelled(record: Line) -> Statement:
    """The statement of a record."""
    end = record["object"]
    if isinstance(end, dict):
        end = end["id"] if "id" in end else Literal(end["value"], end["datatype"])
    ends = [record["subject"], record["relation"]]
    subject, relation = (e["id"] if isinstance(e, dict) else e for e in ends)
    return Statement(subject, relation, end, record["negated"], *times_of(record))


def statement_digest(record: Line) -> str:
    """The id that a statement must have: subject, relation, object, negated, validity."""
    end = record["object"]
    said = end["id"] if "id" in end else [end["value"], end["datatype"]]
    return digest(record["subject"]["id"], record["relation"]["id"], said, record["negated"], *times_of(record))


def times_of(record: Line) -> tuple[str | None, str | None]:
    """From when to when a statement holds, where it says so."""
    valid = record.get("valid") or {}
    return valid.get("from"), valid.get("to")


def version_digests(line: Line) -> tuple[str, str]:
    """The version ids that an instance must have: parent, kind, content with sources, text with its alignment."""
    found: list[str] = []
    for name in ("original", "perturbed"):
        context = line["contexts"][name]
        spans = [[s["start"], s["end"], s["statements"]] for s in context["sentences"]]
        content = [[s["id"], s["source"]] for s in context["statements"]]
        found.append(
            digest("version", found[0] if found else None, name, content, digest("text", context["text"], spans))
        )
    return found[0], found[1]


# -- axioms -----------------------------------------------------------------------------------------------


@cache
def axioms_of(path: Path) -> tuple[Axiom, ...]:
    """The axioms of a Turtle file as rdflib reads it; each must stand there as a plain triple as well."""
    graph = Graph().parse(path)
    bound = {str(iri): prefix for prefix, iri in graph.namespaces()}

    def curie(node: Node | None) -> str:
        iri = max((i for i in bound if str(node).startswith(i)), key=len)
        return f"{bound[iri]}:{str(node)[len(iri) :]}"

    def role(node: Node | None) -> Role:
        if isinstance(node, BNode):
            return Role(curie(graph.value(node, OWL.inverseOf)), inverse=True)
        return Role(curie(node))

    def spelling(node: Node | None) -> object:
        """A node by what it says, so that two blank nodes can be compared."""
        if isinstance(node, BNode) and graph.value(node, RDF.first) is not None:
            return [role(n) for n in Collection(graph, node)]
        return role(node)

    found = []
    for node in graph.subjects(RDF.type, OWL.Axiom):
        assert isinstance(node, URIRef)
        source, predicate, target = (
            graph.value(node, OWL[f"annotated{part}"]) for part in ("Source", "Property", "Target")
        )
        assert any(
            spelling(s) == spelling(source) and spelling(o) == spelling(target)
            for s, o in graph.subject_objects(predicate)
        ), node
        (strength,) = graph.objects(node, URIRef(CG + "strength"))
        kind = Kind(curie(target if predicate == RDF.type else predicate))
        terms: tuple[Role | str, ...]
        if predicate == RDF.type:
            terms = (role(source),)
        elif kind is Kind.CHAIN:
            assert target is not None
            terms = (*(role(n) for n in Collection(graph, target)), role(source))
        elif kind in (Kind.SUB_CLASS, Kind.DISJOINT_CLASSES):
            terms = (curie(source), curie(target))
        elif kind in (Kind.DOMAIN, Kind.RANGE, Kind.AT_MOST_ONE):
            terms = (role(source), curie(target))
        else:
            terms = (role(source), role(target))
        assert str(strength) in ("strict", "typical")
        found.append(Axiom(curie(node), kind, terms, "strict" if str(strength) == "strict" else "typical"))
    return tuple(sorted(found, key=lambda a: a.id))


def ontology_of(path: Path) -> Ontology:
    """The same with the axioms of dates."""
    return replace(read_ontology(path), axioms=axioms_of(path))


_RENAMING = (Kind.SYMMETRIC, Kind.SUB_PROPERTY, Kind.EQUIVALENT, Kind.INVERSE_OF)


def said_too(fact: Statement, axioms: Sequence[Axiom]) -> set[tuple[str, str, str]]:
    """Everything that a fact says in other spellings: by inverses, symmetry, sub-properties, equivalence."""
    model = Model([fact])
    size = -1
    while size != model.size():
        size = model.size()
        for axiom in axioms:
            model.grow(axiom)
    return {(str(s), relation, str(o)) for relation, pairs in model.extent.items() for s, o in pairs}


def renaming(axioms: Iterable[Axiom]) -> list[Axiom]:
    """The axioms with one premise and the same two ends."""
    return [a for a in axioms if a.kind in _RENAMING]


# -- conflicts --------------------------------------------------------------------------------------------


def hitting_sets(sets: Sets) -> Sets:
    """The minimal sets that have a member of each."""
    found: Sets = [frozenset()]
    for one in sets:
        grown = {h for h in found if h & one} | {h | {s} for h in found if not h & one for s in one}
        found = [h for h in grown if not any(o < h for o in grown)]
    return found


Question = Callable[[frozenset[Statement]], bool]
"""Whether statements contradict each other, beside what every reader knows."""


def are_all_minimal(sets: Sets, union: frozenset[Statement], contradict: Question) -> bool:
    """Whether these are the minimal conflicts of the union, all of them.

    Each must be contradictory and no part of it; and what is left when one member of each is taken out, in every
    way, must be consistent: any other minimal conflict would be within such a rest.
    """
    for one in sets:
        if not contradict(one):
            return False
        if any(contradict(one - {s}) for s in one):
            return False
    return not any(contradict(union - h) for h in hitting_sets(sets))


def _listed(statements: frozenset[Statement]) -> list[Statement]:
    return sorted(statements, key=lambda s: s.sort_key)


def grouped(sets: Sets, exclusive: frozenset[Statement]) -> list[Sets]:
    """Minimal conflicts that have a statement of one side in common, united."""
    groups: list[Sets] = []
    for one in sets:
        joined = [g for g in groups if any(one & other & exclusive for other in g)]
        groups = [g for g in groups if g not in joined] + [[one, *(o for g in joined for o in g)]]
    return groups


def check_conflicts(line: Line, ontology: Ontology) -> None:
    """Everything that docs/proofs.md asks of the conflicts of an instance."""
    sides = [{s["id"]: spelled(s) for s in line["contexts"][name]["statements"]} for name in ("original", "perturbed")]
    background = {s["id"]: spelled(s) for s in line.get("background", ())}
    known = {**sides[0], **sides[1], **background}
    first, second = (frozenset(side.values()) for side in sides)
    reached = replace(ontology, axioms=tuple(in_reach(list(known.values()), ontology.axioms)))
    strict = reached.only(a for a in reached.every if a.strength == "strict")

    def contradict(some: frozenset[Statement], within: Ontology = reached) -> bool:
        return impossible(_listed(some | {*background.values()}), within)

    assert not contradict(first)
    assert not contradict(second)
    declared = {
        c["id"]: [frozenset(known[i] for i in m["statements"]) for m in c["minimal"]] for c in line["conflicts"]
    }
    sets = [m for some in declared.values() for m in some]
    assert len(set(sets)) == len(sets)
    assert are_all_minimal(sets, first | second, contradict)
    groups = grouped(sets, first ^ second)
    assert {frozenset(g) for g in groups} == {frozenset(g) for g in declared.values()}
    number, multi = int(line["type"][0]), "multi" in line["type"]
    assert len(line["conflicts"]) == number
    for conflict in line["conflicts"]:
        own = declared[conflict["id"]]
        members = frozenset().union(*own)
        smallest = min(len(m) for m in own)
        assert conflict["hops"] == smallest - 1
        assert conflict["hops"] >= 2 if multi else conflict["hops"] == 1
        for part, wanted in (("original", first - second), ("perturbed", second - first), ("shared", first & second)):
            assert sorted(conflict[part]) == sorted(i for i, s in known.items() if s in members & wanted)
        holds = any(contradict(m, strict) for m in own)
        assert conflict["strength"] == ("strict" if holds else "typical")
        restored = second | (members & first)
        assert len(grouped([m for m in sets if m <= restored], first ^ second)) == 1
        for minimal in conflict["minimal"]:
            check_proof(minimal, known, ontology, frozenset(background))


def check_proof(minimal: Line, known: dict[str, Statement], ontology: Ontology, background: frozenset[str]) -> None:
    """Each step must follow from its premises by the one axiom that it names."""
    steps: list[Statement | tuple[str, str, int]] = []
    used: set[object] = set()
    axioms = {a.id: a for a in ontology.every}
    for number, step in enumerate(minimal["proof"]):
        premises = [known[p] if isinstance(p, str) else steps[p] for p in step["premises"]]
        assert all(not isinstance(p, int) or p < number for p in step["premises"])
        used.update(step["premises"])
        stated = [p for p in premises if isinstance(p, Statement)]
        model = Model(stated)
        one = axioms[step["axiom"]] if step["axiom"] is not None else None
        last = number == len(minimal["proof"]) - 1
        assert (step["conclusion"] is None) == last
        if step["rule"] == "cg-cycle":
            edges = [p for p in premises if not isinstance(p, Statement)]
            turns = zip(edges, [*edges[1:], edges[0]], strict=True)
            assert all(here[1] == there[0] for here, there in turns)
            assert sum(days for _, _, days in edges) > 0
        elif last:
            denied = any(pair in model.extent[relation] for relation, pair in model.denied)
            assert (denied and one is None) or (isinstance(one, Axiom) and model.forbidden(one)), step
        elif step["rule"] == "cg-edge":
            told = step["conclusion"]
            ends = (point(told["from"]), point(told["to"]))
            bounds = constraints(model, ontology.only([one] if one else []))
            entities = {end.rpartition("/")[0] for end in ends}
            bounds += [(f"{e}/art", f"{e}/end", 0) for e in entities if not stated]
            assert any((a, b) == ends and days >= told["days"] for a, b, days in bounds), step
            steps.append((*ends, told["days"]))
        else:
            if isinstance(one, Axiom):
                model.grow(one)
            else:
                model.grow_classes()
            conclusion = spelled(step["conclusion"])
            assert (thing(conclusion.subject), thing(conclusion.object)) in model.extent[conclusion.relation], step
            steps.append(conclusion)
    assert used - background == {*minimal["statements"], *range(len(minimal["proof"]) - 1)}
    assert sorted(minimal["axioms"]) == sorted({s["axiom"] for s in minimal["proof"]} - {None})


def point(told: str) -> str:
    """A point of a proof as the oracle calls it."""
    return told.replace("#origin", "origin").replace("#start", "/art").replace("#end", "/end")


# -- texts ------------------------------------------------------------------------------------------------


def check_text(context: Line, namesakes: frozenset[str]) -> None:
    """Sentences cover the text in order, are short, and name what they state."""
    text, statements = context["text"], {s["id"]: s for s in context["statements"]}
    position = 0
    stated: Counter[str] = Counter()
    for sentence in context["sentences"]:
        start, end = sentence["start"], sentence["end"]
        assert position <= start < end <= len(text)
        assert not text[position:start].strip()
        position = end
        body = text[start:end]
        assert len(body.split()) <= 60
        assert body.strip()[0].upper() == body.strip()[0]
        assert "_" not in body
        assert not re.search(r"\b(?:wdt?|cg|yago|dbo|dbr):|\b[QP][0-9]{2,}\b", body)
        stated.update(sentence["statements"])
        for number in sentence["statements"]:
            labels = [statements[number][end_]["label"] for end_ in ("subject", "object")]
            assert any(named(label, body, namesakes) for label in labels), (labels, body)
            assert all(named(label, text[:end], namesakes) for label in labels), (labels, text[:end])
    assert not text[position:].strip()
    assert stated == Counter(dict.fromkeys(statements, 1))


def named(label: str, text: str, namesakes: frozenset[str]) -> bool:
    """Whether a text names a thing; its qualifier in parentheses may be left out where no other has the name.

    Who has a faith or none is called so: a Catholic, an atheist.
    """
    bare = re.sub(r"\s*\([^)]*\)$", "", label)
    forms = {label} if bare.casefold() in namesakes else {label, bare}
    if re.search(r"(?:Catholic|the|agnostic)ism$", label, re.IGNORECASE):
        forms |= {label[:-3], label[:-1] + "t"}
    return any(re.search(rf"(?<!\w){re.escape(form.casefold())}(?!\w)", text.casefold()) for form in forms)


def namesakes_of(line: Line) -> frozenset[str]:
    """Names, without qualifier, that two entities of an instance have."""
    labels = {
        s[end]["id"]: re.sub(r"\s*\([^)]*\)$", "", s[end]["label"]).casefold()
        for c in line["contexts"].values()
        for s in c["statements"]
        for end in ("subject", "object")
        if "id" in s[end]
    }
    return frozenset(name for name, n in Counter(labels.values()).items() if n > 1)
