"""Axioms as Horn rules: what the prover runs and what the backward unfolding turns around.

Rule names are those of the OWL 2 RL/RDF rule tables (W3C OWL 2 Profiles, section 4.3); two of our own say what an
exclusive form means. Inverses are gone after compilation: an atom over the inverse of p swaps its terms.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from contragraph.graph.errors import OntologyError
from contragraph.graph.model import Strength
from contragraph.ontology.axioms import Axiom, Kind, Role

TYPE = "rdf:type"
SUB_CLASS = "rdfs:subClassOf"
NOT = "not:"
"""Prefix of the predicate of negated statements."""


@dataclass(frozen=True, slots=True, order=True)
class Atom:
    """``relation(first, second)``; a term is a variable (int) or a constant (the CURIE of a class)."""

    relation: str
    first: int | str
    second: int | str


@dataclass(frozen=True, slots=True)
class Rule:
    """``body → head``; ``head`` None is ⊥. ``distinct`` are variables that must be different things."""

    name: str
    axiom: str | None
    body: tuple[Atom, ...]
    head: Atom | None
    distinct: tuple[int, int] | None = None
    strength: Strength = "strict"


def _atom(role: Role, first: int, second: int) -> Atom:
    return Atom(role.relation, second, first) if role.inverse else Atom(role.relation, first, second)


def _rules_of(axiom: Axiom) -> list[Rule]:
    """The rules that one axiom stands for."""

    def rule(name: str, body: list[Atom], head: Atom | None, distinct: tuple[int, int] | None = None) -> Rule:
        return Rule(name, axiom.id, tuple(body), head, distinct, axiom.strength)

    kind, roles = axiom.kind, axiom.roles
    classes = [t for t in axiom.terms if isinstance(t, str)]
    p = roles[0] if roles else Role("")
    match kind:
        case Kind.FUNCTIONAL:
            return [rule("prp-fp", [_atom(p, 0, 1), _atom(p, 0, 2)], None, (1, 2))]
        case Kind.INVERSE_FUNCTIONAL:
            return [rule("prp-ifp", [_atom(p, 1, 0), _atom(p, 2, 0)], None, (1, 2))]
        case Kind.SYMMETRIC:
            return [rule("prp-symp", [_atom(p, 0, 1)], _atom(p, 1, 0))]
        case Kind.ASYMMETRIC:
            return [rule("prp-asyp", [_atom(p, 0, 1), _atom(p, 1, 0)], None)]
        case Kind.IRREFLEXIVE:
            return [rule("prp-irp", [_atom(p, 0, 0)], None)]
        case Kind.TRANSITIVE:
            return [rule("prp-trp", [_atom(p, 0, 1), _atom(p, 1, 2)], _atom(p, 0, 2))]
        case Kind.SUB_PROPERTY:
            return [rule("prp-spo1", [_atom(p, 0, 1)], _atom(roles[1], 0, 1))]
        case Kind.EQUIVALENT:
            return [
                rule("prp-eqp1", [_atom(p, 0, 1)], _atom(roles[1], 0, 1)),
                rule("prp-eqp2", [_atom(roles[1], 0, 1)], _atom(p, 0, 1)),
            ]
        case Kind.INVERSE_OF:
            return [
                rule("prp-inv1", [_atom(p, 0, 1)], _atom(roles[1], 1, 0)),
                rule("prp-inv2", [_atom(roles[1], 0, 1)], _atom(p, 1, 0)),
            ]
        case Kind.CHAIN:
            steps = [_atom(r, i, i + 1) for i, r in enumerate(roles[:-1])]
            return [rule("prp-spo2", steps, _atom(roles[-1], 0, len(roles) - 1))]
        case Kind.DISJOINT:
            return [rule("prp-pdw", [_atom(p, 0, 1), _atom(roles[1], 0, 1)], None)]
        case Kind.DOMAIN:
            return [rule("prp-dom", [_atom(p, 0, 1)], Atom(TYPE, 0, classes[0]))]
        case Kind.RANGE:
            return [rule("prp-rng", [_atom(p, 0, 1)], Atom(TYPE, 1, classes[0]))]
        case Kind.SUB_CLASS:
            return [rule("cax-sco", [Atom(TYPE, 0, classes[0])], Atom(TYPE, 0, classes[1]))]
        case Kind.DISJOINT_CLASSES:
            return [rule("cax-dw", [Atom(TYPE, 0, classes[0]), Atom(TYPE, 0, classes[1])], None)]
        case Kind.EXCLUSIVE_FORM:
            form, base = roles
            return [
                rule("cg-only-implies", [_atom(form, 0, 1)], _atom(base, 0, 1)),
                rule("cg-only", [_atom(form, 0, 1), _atom(base, 0, 2)], None, (1, 2)),
            ]
    raise OntologyError(f"Axiom {axiom.id} is of a kind that the prover does not know: {kind}.")


_BUILT_IN = (
    Rule("cax-sco", None, (Atom(TYPE, 0, 1), Atom(SUB_CLASS, 1, 2)), Atom(TYPE, 0, 2)),
    Rule("scm-sco", None, (Atom(SUB_CLASS, 0, 1), Atom(SUB_CLASS, 1, 2)), Atom(SUB_CLASS, 0, 2)),
)
"""What holds of stated types and subclasses without an axiom."""


@dataclass(frozen=True)
class RuleSet:
    """Compiled rules, indexed by the relation of each body atom.

    ``triggers[relation]`` lists (rule, position of the atom in its body) in a fixed order.
    """

    rules: tuple[Rule, ...]
    triggers: Mapping[str, tuple[tuple[Rule, int], ...]] = field(repr=False, compare=False)

    def only(self, axioms: Iterable[str]) -> RuleSet:
        """The rules of these axioms, and those that need none."""
        wanted = set(axioms)
        return _index(r for r in self.rules if r.axiom is None or r.axiom in wanted)

    def strict(self) -> RuleSet:
        """The rules that hold by meaning."""
        return _index(r for r in self.rules if r.strength == "strict")


def _index(rules: Iterable[Rule]) -> RuleSet:
    kept = tuple(rules)
    triggers: defaultdict[str, list[tuple[Rule, int]]] = defaultdict(list)
    for rule in kept:
        for position, atom in enumerate(rule.body):
            triggers[atom.relation].append((rule, position))
    return RuleSet(kept, {relation: tuple(found) for relation, found in triggers.items()})


def compile_rules(axioms: Iterable[Axiom]) -> RuleSet:
    """Turn axioms into rules.

    Negative assertions need a rule per relation that can be negated; the prover adds these on demand
    (a negated statement clashes with the same statement however derived, rule ``prp-npa``).

    Raises:
        OntologyError: for an axiom of an unknown kind.
    """
    ordered = sorted(axioms, key=lambda a: a.id)
    compiled = [rule for axiom in ordered for rule in _rules_of(axiom)]
    used = {atom.relation for rule in compiled for atom in (*rule.body, *filter(None, [rule.head]))}
    return _index([*compiled, *(_BUILT_IN if used & {TYPE, SUB_CLASS} else ())])
