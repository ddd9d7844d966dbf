"""Attacking axioms: facts of a loaded KG that deny what an axiom says.

The audit counts what an axiom forbids. Here it is also asked of what an axiom *concludes* whether the KG speaks against
it: the conclusion, and what follows from it in one step, is held against every relation that rules it out, against
other values where one is allowed, and against its own reverse where a relation runs one way. What no KG states
(exclusive forms, most made-up contraries) can only be read, not attacked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice

from contragraph.kgs import REFERENCE, kg_of
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role
from contragraph.reasoning.audit.figures import (
    Binding,
    Extent,
    Pair,
    bindings,
    extents_of,
    in_order,
    rule_of_each,
    two_of,
)
from contragraph.reasoning.rules.horn import Atom, Rule
from contragraph.reasoning.rules.ruleset import rules_of

MOST = 200_000
"""Conclusions of one axiom that are looked at."""
_PARENT, _SIBLING = Role("cg:parent"), Role(kg_of(REFERENCE).role("sibling")[0])
MEANT: Mapping[str, tuple[Role, ...]] = {
    "cg:nephewOrNieceOf": (_PARENT, _SIBLING),
    "cg:cousinOf": (_PARENT, _SIBLING, Role("cg:parent", inverse=True)),
}
"""What some made-up relations come to in relations of the KG, so that axioms about them can be attacked too."""


@dataclass(frozen=True, slots=True)
class Attack:
    """What an attack on an axiom found.

    ``tried``: facts that the axiom forbids something of, or conclusions that some fact could have denied; None where
    the KG has nothing to try it on. ``examples`` are premises (or the pair that is forbidden) and the denying fact.
    """

    axiom: str
    tried: int | None
    broken: int
    examples: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class _Denials:
    """What speaks against a predicate of a pair."""

    disjoint: Mapping[str, Sequence[tuple[str, bool]]]
    functional: Set[str]
    one_way: Set[str]
    implied: Mapping[str, Sequence[tuple[str, bool]]]
    extents: Mapping[str, Extent]

    def of(self, predicate: str, first: str, second: str) -> Iterator[tuple[str, Pair]]:
        """Facts that would deny it, if they were facts: of relations that rule it out, or its own reverse."""
        for above, flip in self.implied.get(predicate, ((predicate, False),)):
            one, other = (second, first) if flip else (first, second)
            for against, turned in self.disjoint.get(above, ()):
                if against in self.extents:
                    yield against, ((other, one) if turned else (one, other))
            if above in self.one_way and above in self.extents and one != other:
                yield above, (other, one)

    def values(self, predicate: str, first: str, second: str) -> Iterator[tuple[str, str, str]]:
        """Where one value is allowed and the KG tells some: the relation, the entity, and the value concluded."""
        for above, flip in self.implied.get(predicate, ((predicate, False),)):
            one, other = (second, first) if flip else (first, second)
            if above in self.functional and above in self.extents and self.extents[above].by_first.get(one):
                yield above, one, other


def attack(ontology: Ontology, facts: Mapping[str, Set[Pair]], limit: int = 5) -> list[Attack]:
    """Counter-examples to every axiom on these (subject, object) pairs by KG relation, at most ``limit`` of each."""
    rules = rules_of(ontology)
    extents = extents_of(ontology, rules, facts)
    for relation, path in MEANT.items():
        pairs = {(b[0], b[len(path)]) for b in bindings(_path(path), extents, {})} if _known(path, extents) else set()
        if pairs:
            extents[relation] = Extent(pairs)
    first = rule_of_each(rules)
    denials = _denials(ontology, [r for r in rules.rules if r.axiom is not None], extents)
    found = []
    for axiom in ontology.axioms:
        rule = first.get(axiom.id)
        if rule is None or axiom.kind is Kind.EXCLUSIVE_FORM or any(atom.relation not in extents for atom in rule.body):
            found.append(Attack(axiom.id, None, 0))
        elif rule.head is None:
            found.append(_of_forbidden(axiom, rule, extents, limit))
        else:
            found.append(_of_concluded(axiom, rule, rule.head, denials, limit))
    return found


def _path(path: Sequence[Role]) -> tuple[Atom, ...]:
    return tuple(
        Atom(role.relation, i + 1, i) if role.inverse else Atom(role.relation, i, i + 1) for i, role in enumerate(path)
    )


def _known(path: Sequence[Role], extents: Mapping[str, Extent]) -> bool:
    return all(role.relation in extents for role in path)


def _of_forbidden(axiom: Axiom, rule: Rule, extents: Mapping[str, Extent], limit: int) -> Attack:
    """Matches of a rule that ends in a contradiction: each is a counter-example."""
    if rule.distinct is not None:
        index = extents[rule.body[0].relation]
        values = index.by_second if rule.body[0].second == 0 else index.by_first
        several = [(entity, *two) for entity, ends in values.items() if (two := two_of(ends))]
        return Attack(axiom.id, len(values), len(several), tuple(several[:limit]))
    body = tuple(sorted(rule.body, key=lambda atom: len(extents[atom.relation].pairs)))
    cases: dict[frozenset[str], tuple[str, ...]] = {}
    for binding in islice(bindings(body, extents, {}), MOST):
        if in_order(rule, binding):
            cases.setdefault(frozenset(binding.values()), tuple(binding[v] for v in sorted(binding)))
    return Attack(axiom.id, len(extents[body[0].relation].pairs), len(cases), tuple(cases.values())[:limit])


def _of_concluded(axiom: Axiom, rule: Rule, head: Atom, denials: _Denials, limit: int) -> Attack:
    """Conclusions of a rule that some fact denies; one of several values is not denied where another one is right."""
    tried: set[Pair] = set()
    denied: dict[Pair, tuple[str, ...]] = {}
    values: defaultdict[tuple[str, str], dict[str, tuple[str, ...]]] = defaultdict(dict)
    for binding in islice(bindings(rule.body, denials.extents, {}), MOST):
        case = _ends(head, binding)
        premises = tuple(binding[v] for v in sorted(binding))
        for against, pair in denials.of(head.relation, *case):
            tried.add(case)
            if pair in denials.extents[against].pairs:
                denied.setdefault(case, (*premises, against, *pair))
        for above, one, other in denials.values(head.relation, *case):
            values[above, one].setdefault(other, premises)
    wrong = []
    for (above, one), derived in values.items():
        told = denials.extents[above].by_first[one]
        if not derived.keys() & set(told):
            wrong.append((*next(iter(derived.values())), above, one, told[0]))
    examples = (*list(denied.values())[:limit], *wrong)[:limit]
    return Attack(axiom.id, len(tried) + len(values) or None, len(denied) + len(wrong), examples)


def _ends(atom: Atom, binding: Binding) -> Pair:
    """The ends of an atom; classes stand for themselves."""
    first, second = (binding[t] if isinstance(t, int) else t for t in (atom.first, atom.second))
    return first, second


def _denials(ontology: Ontology, rules: Sequence[Rule], extents: Mapping[str, Extent]) -> _Denials:
    disjoint: defaultdict[str, list[tuple[str, bool]]] = defaultdict(list)
    above: defaultdict[str, set[tuple[str, bool]]] = defaultdict(set)
    for rule in rules:
        if rule.head is None and rule.distinct is None and len(rule.body) == 2:
            one, other = rule.body
            if {one.first, one.second} == {other.first, other.second}:
                turned = one.first != other.first
                disjoint[one.relation].append((other.relation, turned))
                disjoint[other.relation].append((one.relation, turned))
        elif rule.head is not None and len(rule.body) == 1:
            (body,) = rule.body
            above[body.relation].add((rule.head.relation, body.first != rule.head.first))
    symmetric = {a.roles[0].relation for a in ontology.axioms if a.kind is Kind.SYMMETRIC}
    return _Denials(
        disjoint,
        {a.roles[0].relation for a in ontology.axioms if a.kind is Kind.FUNCTIONAL and not a.roles[0].inverse},
        {a.roles[0].relation for a in ontology.axioms if a.kind is Kind.TRANSITIVE} - symmetric,
        {predicate: _closed(predicate, above) for predicate in sorted(above)},
        extents,
    )


def _closed(predicate: str, above: Mapping[str, Set[tuple[str, bool]]]) -> tuple[tuple[str, bool], ...]:
    """What a predicate implies by single premises, itself included, and whether the ends are exchanged."""
    reached = {(predicate, False)}
    todo = [(predicate, False)]
    while todo:
        current, flip = todo.pop()
        for higher, turned in above.get(current, ()):
            step = (higher, flip != turned)
            if step not in reached:
                reached.add(step)
                todo.append(step)
    return tuple(sorted(reached))
