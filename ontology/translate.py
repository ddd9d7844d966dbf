"""Saying the same in the vocabulary of another knowledge graph: relations, statements, axioms, whole ontologies.

Texts are worded in Wikidata's relations and classes. A :class:`Lens` renames the relations of a graph that match one of
them exactly, one to one, so that ``dbo:birthPlace`` is seen as ``wdt:P19`` and ``yago:actedIn`` as the inverse of
``wdt:P161``; and back. What has no match keeps its name in both vocabularies.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from contragraph.graph.errors import OntologyError
from contragraph.graph.model import Statement
from contragraph.ontology.axioms import Axiom, Kind, Ontology, OrderAxiom, Role, SpanAxiom, Term

_BUILT_IN = ("rdf:", "rdfs:")
"""What a graph may state and the rules conclude too: seen by two names, and one in the graph's own terms."""


@dataclass(frozen=True)
class Renaming:
    """One direction of a lens: what each relation and each thing is called on the other side."""

    roles: Mapping[str, Role] = field(default_factory=dict)
    things: Mapping[str, str] = field(default_factory=dict)

    def role(self, role: Role) -> Role:
        """A property expression in the other vocabulary."""
        named = self.relation(role.relation)
        return ~named if role.inverse else named

    def relation(self, relation: str) -> Role:
        """What a relation is in the other vocabulary."""
        return self.roles.get(relation) or Role(relation)

    def thing(self, thing: str) -> str:
        """An entity's id."""
        return self.things.get(thing, thing)

    def statement(self, statement: Statement) -> Statement:
        """A statement; one that is turned round has its ends exchanged."""
        role = self.relation(statement.relation)
        subject, thing = self.thing(statement.subject), statement.object
        if isinstance(thing, str):
            thing = self.thing(thing)
        if role.inverse:
            if not isinstance(thing, str):
                raise OntologyError(f"{statement.relation} has the literal {thing.value!r}: it cannot be turned round")
            subject, thing = thing, subject
        if (subject, role.relation, thing) == (statement.subject, statement.relation, statement.object):
            return statement
        return replace(statement, subject=subject, relation=role.relation, object=thing)

    def axiom(self, axiom: Axiom) -> Axiom | None:
        """An axiom; None where it says nothing any more, since its two sides are one."""
        kind, terms = axiom.kind, tuple(self._term(t) for t in axiom.terms)
        if terms != axiom.terms:
            kind, terms = _plain(kind, terms)
        if kind in _TRIVIAL and terms[0] == (~_as_role(terms[1]) if kind is Kind.INVERSE_OF else terms[1]):
            return None
        return axiom if (kind, terms) == (axiom.kind, axiom.terms) else replace(axiom, kind=kind, terms=terms)

    def order(self, order: OrderAxiom) -> OrderAxiom:
        """An order axiom."""
        return replace(
            order,
            relation=self.role(order.relation),
            subject_kind=self.thing(order.subject_kind),
            object_kind=self.thing(order.object_kind),
        )

    def span(self, span: SpanAxiom) -> SpanAxiom:
        """A span axiom; a relation of numbers is never turned round."""
        through = None if span.through is None else self.role(span.through)
        return replace(span, relation=self.relation(span.relation).relation, through=through)

    def _term(self, term: Term) -> Term:
        return self.role(term) if isinstance(term, Role) else self.thing(term)


_TRIVIAL = frozenset({Kind.SUB_PROPERTY, Kind.EQUIVALENT, Kind.INVERSE_OF})
_TURNED = {Kind.FUNCTIONAL: Kind.INVERSE_FUNCTIONAL, Kind.DOMAIN: Kind.RANGE}
_TURNED |= {turned: kind for kind, turned in _TURNED.items()}


def _as_role(term: Term) -> Role:
    assert isinstance(term, Role)
    return term


def _plain(kind: Kind, terms: tuple[Term, ...]) -> tuple[Kind, tuple[Term, ...]]:
    """The same said with as few inverses as possible, as Turtle can spell it: a relation by name stands on the left."""
    first = terms[0]
    if kind is Kind.CHAIN:
        implied = _as_role(terms[-1])
        if implied.inverse:
            return kind, (*(~_as_role(t) for t in reversed(terms[:-1])), ~implied)
        return kind, terms
    if not isinstance(first, Role):
        return kind, terms
    if kind in _TURNED:
        return (_TURNED[kind], (~first, *terms[1:])) if first.inverse else (kind, terms)
    if len(terms) == 1:
        return kind, (Role(first.relation),)  # what is symmetric, transitive and so on, its inverse is too
    if kind in (Kind.BEFORE, Kind.AT_MOST_ONE):
        return kind, terms
    second = _as_role(terms[1])
    if kind is Kind.INVERSE_OF and first.inverse == second.inverse:
        return kind, (Role(first.relation), Role(second.relation))
    if kind is Kind.INVERSE_OF:
        return Kind.EQUIVALENT, (Role(first.relation), Role(second.relation))
    if kind is Kind.EQUIVALENT and first.inverse != second.inverse:
        return Kind.INVERSE_OF, (Role(first.relation), Role(second.relation))
    if first.inverse:
        return kind, (~first, ~second)
    return kind, terms


@dataclass(frozen=True)
class Lens:
    """How a graph is seen in the vocabulary of the rules.

    ``exact``: what each relation of the graph is seen as; ``things``: the same of single entities; ``classes``: the
    further classes that members of a class of the graph have.
    """

    exact: Mapping[str, Role] = field(default_factory=dict)
    things: Mapping[str, str] = field(default_factory=dict)
    classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anything is renamed at all."""
        return bool(self.exact or self.things or self.classes)

    @cached_property
    def seen(self) -> Renaming:
        """From the graph's own vocabulary to that of the rules."""
        return Renaming(self.exact, self.things)

    @cached_property
    def own(self) -> Renaming:
        """From the vocabulary of the rules back to the graph's own.

        Raises:
            OntologyError: if two relations or things would be seen as one.
        """
        roles: dict[str, Role] = {}
        for relation, role in self.exact.items():
            if role.relation in roles:
                both = f"{roles[role.relation].relation} and {relation}"
                raise OntologyError(f"{both} would both be seen as {role.relation}; one relation must keep its name.")
            roles[role.relation] = Role(relation, role.inverse)
        things = {seen: thing for thing, seen in self.things.items()}
        if len(things) < len(self.things):
            raise OntologyError("two things of the alignment match one thing; keep one skos:exactMatch.")
        return Renaming(roles, things)

    def types(self, types: tuple[str, ...]) -> tuple[str, ...]:
        """The classes of an entity, with those that follow by the alignment."""
        seen = tuple(self.seen.thing(t) for t in types)
        more = dict.fromkeys(wider for t in types for wider in self.classes.get(t, ()))
        return (*seen, *(t for t in more if t not in seen))


def renamed(ontology: Ontology, names: Renaming) -> Ontology:
    """An ontology in the other vocabulary; labels, comments and what may be said go along.

    Raises:
        OntologyError: if two relations would have one name.
    """
    axioms = tuple(told for axiom in ontology.axioms if (told := names.axiom(axiom)) is not None)
    taken: dict[str, str] = {}

    def name(relation: str) -> str:
        new = names.relation(relation).relation
        if taken.setdefault(new, relation) != relation and not new.startswith(_BUILT_IN):
            raise OntologyError(f"{taken[new]} and {relation} would both be named {new}; rename one")
        return new

    used = {r for axiom in ontology.every for r in axiom.relations}
    for relation in sorted(used.union(ontology.labels, ontology.statable)):
        name(relation)
    return Ontology(
        axioms,
        labels={name(r): label for r, label in ontology.labels.items()},
        comments={name(r): _turned(comment, names.relation(r)) for r, comment in ontology.comments.items()},
        domains={name(r): domain for r, domain in ontology.domains.items()},
        statable=frozenset(map(name, ontology.statable)),
        factual=frozenset(map(name, ontology.factual)),
        data=frozenset(map(name, ontology.data)),
        orders=tuple(sorted(map(names.order, ontology.orders), key=lambda a: a.id)),
        spans=tuple(sorted(map(names.span, ontology.spans), key=lambda a: a.id)),
        dates={name(r): moment for r, moment in sorted(ontology.dates.items())},
    )


def _turned(comment: str, role: Role) -> str:
    """A comment with its places for subject and object exchanged, where the relation is turned round."""
    if not role.inverse:
        return comment
    return comment.replace("{s}", "\0").replace("{o}", "{s}").replace("\0", "{o}")
