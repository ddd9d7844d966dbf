"""An outside reasoner (owlrl) that is told the same axioms in plain OWL 2 RL, and real pairs to ask it about.

Three things are said in other words, with the same meaning. Inverses get names of their own, for owlrl wants names in
chains. Different things are said to be different pair by pair, for owlrl reads ``owl:AllDifferent`` in part only. An
exclusive form X of P becomes ``X ⊑ P`` with the domain ``P max 1``: who has an only P has one P.
Literals are left out: OWL's datatypes are not our rule for dates.
"""

from __future__ import annotations

import gzip
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from pathlib import Path

import owlrl
from rdflib import OWL, RDF, RDFS, XSD, BNode, Graph, URIRef
from rdflib import Literal as RdfLiteral
from rdflib.collection import Collection
from rdflib.term import Node

from contragraph.graph.model import Fact, Statement
from contragraph.ontology.axioms import Axiom, Kind, Role
from contragraph.reasoning.unfold.patterns import Pattern, Unfolding
from contragraph.samples import sample_files

_NAMES = {"rdf:type": RDF.type, "rdfs:subClassOf": RDFS.subClassOf}
_TYPES = {
    Kind.FUNCTIONAL: OWL.FunctionalProperty,
    Kind.INVERSE_FUNCTIONAL: OWL.InverseFunctionalProperty,
    Kind.SYMMETRIC: OWL.SymmetricProperty,
    Kind.ASYMMETRIC: OWL.AsymmetricProperty,
    Kind.IRREFLEXIVE: OWL.IrreflexiveProperty,
    Kind.TRANSITIVE: OWL.TransitiveProperty,
}
_LINKS = {
    Kind.INVERSE_OF: OWL.inverseOf,
    Kind.SUB_PROPERTY: RDFS.subPropertyOf,
    Kind.EQUIVALENT: OWL.equivalentProperty,
    Kind.DISJOINT: OWL.propertyDisjointWith,
    Kind.DOMAIN: RDFS.domain,
    Kind.RANGE: RDFS.range,
    Kind.SUB_CLASS: RDFS.subClassOf,
    Kind.DISJOINT_CLASSES: OWL.disjointWith,
}


def _iri(curie: str) -> URIRef:
    return _NAMES.get(curie) or URIRef("urn:x:" + curie)


class _Document:
    def __init__(self) -> None:
        self.graph = Graph()

    def role(self, role: Role) -> URIRef:
        name = _iri(role.relation)
        if not role.inverse:
            return name
        inverse = URIRef(f"urn:inverse:{role.relation}")
        self.graph.add((inverse, OWL.inverseOf, name))
        return inverse

    def term(self, term: Role | str) -> URIRef:
        return self.role(term) if isinstance(term, Role) else _iri(term)

    def axiom(self, axiom: Axiom) -> None:
        if axiom.kind in (Kind.BEFORE, Kind.EVENT):
            return  # about dates and times, which are left out here
        terms = [self.term(t) for t in axiom.terms]
        if axiom.kind in _TYPES:
            self.graph.add((terms[0], RDF.type, _TYPES[axiom.kind]))
        elif axiom.kind in _LINKS:
            self.graph.add((terms[0], _LINKS[axiom.kind], terms[1]))
        elif axiom.kind is Kind.CHAIN:
            steps = BNode()
            Collection(self.graph, steps, list[Node](terms[:-1]))
            self.graph.add((terms[-1], OWL.propertyChainAxiom, steps))
        elif axiom.kind is Kind.AT_MOST_ONE:
            at_most_one = BNode()
            self.graph.add((terms[0], RDFS.domain, at_most_one))
            self.graph.add((at_most_one, OWL.onProperty, terms[0]))
            self.graph.add((at_most_one, OWL.onClass, terms[1]))
            one = RdfLiteral("1", datatype=XSD.nonNegativeInteger)
            self.graph.add((at_most_one, OWL.maxQualifiedCardinality, one))
        else:
            at_most_one = BNode()
            self.graph.add((terms[0], RDFS.subPropertyOf, terms[1]))
            self.graph.add((terms[0], RDFS.domain, at_most_one))
            self.graph.add((at_most_one, OWL.onProperty, terms[1]))
            self.graph.add((at_most_one, OWL.maxCardinality, RdfLiteral("1", datatype=XSD.nonNegativeInteger)))

    def statement(self, statement: Statement) -> None:
        subject, relation, thing = map(_iri, (statement.subject, statement.relation, statement.object_id))
        if not statement.negated:
            self.graph.add((subject, relation, thing))
            return
        denial = BNode()
        self.graph.add((denial, OWL.sourceIndividual, subject))
        self.graph.add((denial, OWL.assertionProperty, relation))
        self.graph.add((denial, OWL.targetIndividual, thing))


def outsider_refutes(statements: Sequence[Statement], axioms: Sequence[Axiom]) -> bool:
    """Whether owlrl finds an inconsistency."""
    document = _Document()
    for axiom in axioms:
        document.axiom(axiom)
    for statement in statements:
        document.statement(statement)
    things = sorted(
        {e for s in statements for e in s.entities} | {c for a in axioms for c in a.terms if isinstance(c, str)}
    )
    for one, two in combinations(things, 2):
        document.graph.add((_iri(one), OWL.differentFrom, _iri(two)))
    closure = owlrl.OWLRL_Semantics(document.graph, axioms=False, daxioms=False, rdfs=False)
    closure.closure()
    return bool(closure.error_messages)


def in_reach(statements: Sequence[Statement], axioms: Sequence[Axiom]) -> list[Axiom]:
    """The axioms that some fact could ever be a premise of: the others say nothing about these statements.

    Owlrl takes about two seconds for each question with all levels of places, a tenth of that with those in reach.
    """
    reached = {s.relation for s in statements} | {e for s in statements for e in s.entities}
    kept: dict[str, Axiom] = {}
    size = -1
    while size != len(kept):
        size = len(kept)
        for axiom in axioms:
            relations = [r.relation for r in axiom.roles]
            classes = [term for term in axiom.terms if isinstance(term, str)]
            if axiom.kind is Kind.SUB_CLASS:
                fires, implied = classes[0] in reached, classes[1:]
            elif axiom.kind is Kind.DISJOINT_CLASSES:
                fires, implied = reached.issuperset(classes), []
            elif axiom.kind in (Kind.INVERSE_OF, Kind.EQUIVALENT):
                fires, implied = bool(reached & set(relations)), relations
            elif axiom.kind in (Kind.CHAIN, Kind.SUB_PROPERTY, Kind.EXCLUSIVE_FORM):
                fires, implied = reached.issuperset(relations[:-1]), relations[-1:]
            elif axiom.kind is Kind.AT_MOST_ONE:
                fires, implied = reached.issuperset([*relations, *classes]), []
            else:
                fires, implied = reached.issuperset(relations), ["rdf:type", *classes] if classes else []
            if fires:
                kept[axiom.id] = axiom
                reached.update(implied)
    return [a for a in axioms if a.id in kept]


@lru_cache(maxsize=2)
def real_facts(folder: Path | None = None) -> tuple[dict[str, list[Fact]], dict[str, list[Fact]]]:
    """Real facts by entity (as either end) and by relation: the sample that ships, or the files of a folder."""
    path = (
        sample_files() / "wikidata5m_all_triplet.txt.gz"
        if folder is None
        else folder / "wikidata" / "wikidata5m_format_triples.txt.gz"
    )
    around: defaultdict[str, list[Fact]] = defaultdict(list)
    by_relation: defaultdict[str, list[Fact]] = defaultdict(list)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            subject, relation, thing = line.split()
            fact = Fact(f"wd:{subject}", f"wdt:{relation}", f"wd:{thing}")
            by_relation[fact.relation].append(fact)
            for end in {fact.subject, str(fact.object)}:
                around[end].append(fact)
    return dict(around), dict(by_relation)


def neighbourhood(seed: Fact, around: dict[str, list[Fact]], dice: random.Random, most: int) -> list[Statement]:
    """Facts met on a random walk from a fact, at most five from each place."""
    found, frontier = {seed.statement: None}, [seed.subject, str(seed.object)]
    while frontier and len(found) < most:
        place = frontier.pop(dice.randrange(len(frontier)))
        for fact in dice.sample(around[place], min(5, len(around[place]))):
            if len(found) < most and fact.statement not in found:
                found[fact.statement] = None
                frontier.append(str(fact.object) if fact.subject == place else fact.subject)
    return list(found)


def _spelled(pattern: Pattern, unfolding: Unfolding, places: dict[int, str], dice: random.Random) -> list[Statement]:
    statements = []
    for leaf in pattern.leaves:
        spelling = dice.choice(unfolding.spellings[leaf.relation])
        first, second = (places[t] if isinstance(t, int) else t for t in (leaf.first, leaf.second))
        statements.append(
            Statement(second, spelling.relation, first)
            if spelling.flip
            else Statement(first, spelling.relation, second)
        )
    return statements


def real_pairs(
    count: int, unfolding: Unfolding, *, seed: int = 7, folder: Path | None = None, most: int = 20
) -> Iterator[tuple[list[Statement], list[Statement]]]:
    """Two sides from real facts: a neighbourhood, and the same with made-up statements in the place of one fact.

    Half the made-up statements exchange the object of the fact for another object of its relation; half follow a
    pattern of contradiction, with entities of the neighbourhood. What comes of it is for the reasoners to say.
    """
    dice = random.Random(seed)
    around, by_relation = real_facts(folder)
    relations = sorted(set(unfolding.by_relation) & set(by_relation))
    for number in range(count):
        relation = relations[number % len(relations)]
        fact = dice.choice(by_relation[relation])
        original = neighbourhood(fact, around, dice, most)
        entities = sorted({e for s in original for e in s.entities})
        if number % 2:
            made = [Statement(fact.subject, relation, dice.choice(by_relation[relation]).object)]
        else:
            pattern, index, flip = dice.choice(unfolding.by_relation[relation])
            leaf = pattern.leaves[index]
            places = {v: dice.choice(entities) for v in sorted(pattern.variables)}
            ends = (str(fact.object), fact.subject) if flip else (fact.subject, str(fact.object))
            places.update({t: e for t, e in zip((leaf.first, leaf.second), ends, strict=True) if isinstance(t, int)})
            made = [s for i, s in enumerate(_spelled(pattern, unfolding, places, dice)) if i != index]
        kept = [s for s in original if s != fact.statement and s not in made]
        yield original, [*made, *kept]
