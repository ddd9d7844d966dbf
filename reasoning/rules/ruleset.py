"""Axioms as Horn rules: what the prover runs and what the backward unfolding turns around.

Rule names are those of the OWL 2 RL/RDF rule tables (W3C OWL 2 Profiles, section 4.3); two of our own say what an
exclusive form means, and one what comes before what. Inverses are gone after compilation: an atom over the inverse of
p swaps its terms.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from contragraph.graph.errors import OntologyError
from contragraph.ontology.axioms import AnyAxiom, Axiom, Kind, Moment, Ontology, OrderAxiom, Role, SpanAxiom
from contragraph.reasoning.rules.bounds import BoundRules
from contragraph.reasoning.rules.horn import Atom, Join, Rule, Starts, plan
from contragraph.reasoning.rules.relevance import Triggers, relevant_joins

TYPE = "rdf:type"
SUB_CLASS = "rdfs:subClassOf"
NOT = "not:"
"""Prefix of the predicate of negated statements."""
LEVELS = "cls-maxqc3"
"""Name of the rule that of one level a thing has one value: an axiom of its own, which needs facts of class."""


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
        case Kind.BEFORE:
            body = (_atom(p, 0, 1), _atom(roles[1], 0, 2))
            return [Rule("cg-before", axiom.id, body, None, strength=axiom.strength, later=(1, 2))]
        case Kind.AT_MOST_ONE:
            kinds = [Atom(TYPE, 1, classes[0]), Atom(TYPE, 2, classes[0])]
            return [rule(LEVELS, [_atom(p, 0, 1), _atom(p, 0, 2), *kinds], None, (1, 2))]
        case Kind.EVENT:
            return []
    raise OntologyError(f"Axiom {axiom.id} is of a kind that the prover does not know: {kind}.")


_BUILT_IN = (
    Rule("cax-sco", None, (Atom(TYPE, 0, 1), Atom(SUB_CLASS, 1, 2)), Atom(TYPE, 0, 2)),
    Rule("scm-sco", None, (Atom(SUB_CLASS, 0, 1), Atom(SUB_CLASS, 1, 2)), Atom(SUB_CLASS, 0, 2)),
)
"""What holds of stated types and subclasses without an axiom."""


def clash_rule(relation: str) -> Rule:
    """``p(x, y)`` and its negative assertion are a contradiction (prp-npa1)."""
    return Rule("prp-npa1", None, (Atom(relation, 0, 1), Atom(NOT + relation, 0, 1)), None)


def _triggers(rules: Iterable[Rule]) -> dict[str, tuple[Join, ...]]:
    found: defaultdict[str, list[Join]] = defaultdict(list)
    for rule in rules:
        for position, atom in enumerate(rule.body):
            found[atom.relation].append(plan(rule, position))
    return {relation: tuple(joins) for relation, joins in found.items()}


@dataclass(frozen=True)
class RuleSet:
    """Compiled rules with the joins that each predicate starts, and the axioms of dates that go with them."""

    rules: tuple[Rule, ...]
    triggers: Triggers = field(repr=False, compare=False)
    events: frozenset[str] = frozenset()
    """Relations whose times say when something happened, not how long it was so."""
    bounds: BoundRules = field(default_factory=BoundRules)
    """Orders, spans and dates, which give bounds instead of atoms."""
    whole: bool = field(default=False, repr=False, compare=False)
    """Whether all joins are given as relevant: faster where sets of predicates hardly ever repeat."""
    _started: dict[frozenset[str], Mapping[str, Starts]] = field(default_factory=dict, repr=False, compare=False)

    def only(self, axioms: Iterable[str]) -> RuleSet:
        """The rules of these axioms, and those that need none: what relations are the dates of is kept."""
        kept = {None, *axioms}
        return self._kept(lambda rule: rule.axiom in kept, lambda each: each.id in kept)

    def without(self, axiom: str) -> RuleSet:
        """The rules of all other axioms."""
        return self._kept(lambda rule: rule.axiom != axiom, lambda each: each.id != axiom)

    def strict(self) -> RuleSet:
        """The rules that hold by meaning."""
        return self._kept(lambda rule: rule.strength == "strict", lambda each: each.strength == "strict")

    def _kept(self, keep: Callable[[Rule], bool], keep_dated: Callable[[AnyAxiom], bool]) -> RuleSet:
        kept = ((predicate, tuple(j for j in joins if keep(j.rule))) for predicate, joins in self.triggers.items())
        triggers = {predicate: joins for predicate, joins in kept if joins}
        return RuleSet(tuple(filter(keep, self.rules)), triggers, self.events, self.bounds.kept(keep_dated))

    def relevant(self, predicates: frozenset[str]) -> Triggers:
        """The joins that can take part in a contradiction of statements of these predicates.

        A predicate that gives bounds is there with the joins that it starts, even if there are none.
        A negated predicate (prefix ``not:``) brings the rule by which it clashes.
        """
        clashes = _triggers(clash_rule(p.removeprefix(NOT)) for p in sorted(predicates) if p.startswith(NOT))
        table = {**self.triggers, **{p: (*self.triggers.get(p, ()), *joins) for p, joins in clashes.items()}}
        if self.whole:
            return {**dict.fromkeys(self.bounds.predicates, ()), **table}
        return relevant_joins(table, predicates, self.bounds.predicates)

    def starts(self, predicates: frozenset[str]) -> Mapping[str, Starts]:
        """The relevant joins as facts start them; what was asked for is remembered."""
        if self.whole:
            predicates = frozenset(p for p in predicates if p.startswith(NOT))
        found = self._started.get(predicates)
        if found is None:
            if len(self._started) >= _REMEMBERED:
                self._started.clear()
            found = {predicate: Starts.of(joins) for predicate, joins in self.relevant(predicates).items()}
            self._started[predicates] = found
        return found

    def for_many(self) -> RuleSet:
        """The same rules for many small sets of statements: what cannot take part is not sorted out before each."""
        return replace(self, whole=True, _started={})


_REMEMBERED = 4096
"""Sets of predicates of which a rule set remembers what is relevant; past that it starts afresh."""


def compile_rules(
    axioms: Iterable[Axiom],
    orders: Iterable[OrderAxiom] = (),
    spans: Iterable[SpanAxiom] = (),
    dates: Mapping[str, Moment] | None = None,
) -> RuleSet:
    """Turn axioms into rules; of a whole ontology :func:`rules_of` does.

    Negative assertions need a rule per relation that can be negated; :meth:`RuleSet.relevant` adds these on demand
    (a negated statement clashes with the same statement however derived).

    Raises:
        OntologyError: for an axiom of an unknown kind.
    """
    ordered = sorted(axioms, key=lambda a: a.id)
    compiled = [rule for axiom in ordered for rule in _rules_of(axiom)]
    used = {atom.relation for rule in compiled for atom in (*rule.body, *filter(None, [rule.head]))}
    rules = (*compiled, *(_BUILT_IN if used & {TYPE, SUB_CLASS} else ()))
    events = frozenset(r for axiom in ordered if axiom.kind is Kind.EVENT for r in axiom.relations)
    return RuleSet(rules, _triggers(rules), events, BoundRules(tuple(orders), tuple(spans), dict(dates or {})))


@lru_cache(maxsize=8)
def rules_of(ontology: Ontology) -> RuleSet:
    """The rules of an ontology, with its orders, spans and dates; those of the last few are kept.

    Raises:
        OntologyError: for an axiom of an unknown kind.
    """
    return compile_rules(ontology.axioms, ontology.orders, ontology.spans, ontology.dates)
