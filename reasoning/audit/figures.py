"""The audit: how many facts of a loaded KG each axiom reaches, and how many of them break it.

The facts come from the store by one Cypher query; a helper such as ``cg:within`` stands for the KG relations that imply
it in one step. What no KG states (exclusive forms, made-up relations) cannot be counted: its figures stay None.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import combinations

from contragraph.cypher import Value
from contragraph.graph.model import Literal
from contragraph.graph.store import GraphStore
from contragraph.ontology.axioms import Axiom, Kind, Ontology
from contragraph.reasoning.audit.levels import Dated, Levels, at_most_one
from contragraph.reasoning.rules.horn import Atom, Rule
from contragraph.reasoning.rules.ruleset import RuleSet, rules_of
from contragraph.reasoning.unfold.patterns import unfold
from contragraph.reasoning.values.terms import Term, different, later, normal
from contragraph.reasoning.values.times import meet

Pair = tuple[str, str]
Binding = dict[int, str]
Time = tuple[str | None, str | None]
Times = Mapping[tuple[str, str, str], Sequence[Time]]
"""By relation, subject and object of a fact, when it holds: from and until."""

EXAMPLES = 3
"""Violations shown per axiom."""


@dataclass(frozen=True, slots=True)
class AxiomFigures:
    """What the audit measured of one axiom.

    ``facts``: for a functional axiom the entities with a value, for one that forbids something the pairs that it
    speaks of, for one that concludes something the entities for which the KG can judge it (all conclusions where it
    judges none). ``violations``: those that break the axiom; None where a missing fact is no counter-example.
    """

    axiom: str
    facts: int | None
    violations: int | None
    examples: tuple[tuple[str, ...], ...] = ()


class Extent:
    """The pairs of a predicate, indexed from both ends (in sorted order)."""

    def __init__(self, pairs: Set[Pair]) -> None:
        self.pairs = pairs
        self.by_first: defaultdict[str, list[str]] = defaultdict(list)
        self.by_second: defaultdict[str, list[str]] = defaultdict(list)
        for first, second in sorted(pairs):
            self.by_first[first].append(second)
            self.by_second[second].append(first)

    def matching(self, first: str | None, second: str | None) -> Iterable[Pair]:
        """Pairs with these ends; None is any end."""
        if first is not None and second is not None:
            return [(first, second)] if (first, second) in self.pairs else []
        if first is not None:
            return [(first, other) for other in self.by_first.get(first, ())]
        if second is not None:
            return [(other, second) for other in self.by_second.get(second, ())]
        return sorted(self.pairs)


def bindings(body: tuple[Atom, ...], extents: Mapping[str, Extent], bound: Binding) -> Iterator[Binding]:
    """All ways to match a rule's body; its atoms hang together in order."""
    if not body:
        yield bound
        return
    atom, rest = body[0], body[1:]
    ends = (atom.first, atom.second)
    wanted = [bound.get(end) if isinstance(end, int) else end for end in ends]  # a class is wanted as it is
    for pair in extents[atom.relation].matching(*wanted):
        if atom.first != atom.second or pair[0] == pair[1]:
            yield from bindings(rest, extents, {**bound, **{v: p for v, p in zip(ends, pair) if isinstance(v, int)}})


def _forbidden(axiom: Axiom, rule: Rule, extents: Mapping[str, Extent], times: Times) -> AxiomFigures:
    """A rule that ends in ⊥: its matches are violations; two values of different times are none."""
    bodies = [extents[atom.relation] for atom in rule.body]
    broken: dict[tuple[str, ...], None] = {}
    if rule.distinct is not None:  # functional and inverse-functional: several values of one entity
        inverse = rule.body[0].second == 0
        index = bodies[0].by_second if inverse else bodies[0].by_first
        facts, relation = len(index), rule.body[0].relation
        broken = {}
        for entity, values in index.items():
            some = [times.get((relation, *((v, entity) if inverse else (entity, v)))) for v in values]
            if two := two_of(values, some):
                broken[(entity, *two)] = None
    else:
        facts = min(len(extent.pairs) for extent in bodies)
        smallest = min(range(len(bodies)), key=lambda i: len(bodies[i].pairs))
        body = (rule.body[smallest], *rule.body[:smallest], *rule.body[smallest + 1 :])
        for binding in bindings(body, extents, {}):
            if not in_order(rule, binding):
                continue
            ends = (body[0].first, body[0].second)
            broken[tuple(binding[v] for v in ends if isinstance(v, int))] = None
    return AxiomFigures(axiom.id, facts, len(broken), tuple(sorted(broken)[:EXAMPLES]))


def term_of(text: str) -> Term:
    """What an end of a pair stands for: a thing, or the normal form of a literal (see :func:`facts_of`)."""
    value, mark, datatype = text.rpartition("^^")
    return normal(Literal(value, datatype)) if mark else text


def two_of(values: Sequence[str], times: Sequence[Sequence[Time] | None] = ()) -> tuple[str, str] | None:
    """Two of the values that are surely different things and, where they have times, surely hold at one."""
    if len(values) < 2:
        return None
    terms = [term_of(v) for v in values]
    always: list[Sequence[Time] | None] = [None] * len(values)
    held = [each or [(None, None)] for each in (times or always)]
    for i, j in combinations(range(len(values)), 2):
        if different(terms[i], terms[j]) and any(meet(one, other) for one in held[i] for other in held[j]):
            return values[i], values[j]
    return None


def in_order(rule: Rule, binding: Binding) -> bool:
    """Whether a binding keeps what a rule asks of the order of two values."""
    return rule.later is None or later(*(term_of(binding[v]) for v in rule.later))


def _concluded(axiom: Axiom, rule: Rule, extents: Mapping[str, Extent], functional: Set[str]) -> AxiomFigures:
    """A rule that concludes something: it is broken for an entity that has only other values in the KG.

    That can be judged where there is one value at most: for functional relations.
    """
    head = rule.head
    assert head is not None
    derived = set()
    for binding in bindings(rule.body, extents, {}):
        # What a domain or a range concludes names a class, and no variable.
        first, second = (t if isinstance(t, str) else binding[t] for t in (head.first, head.second))
        derived.add((first, second))
    told = extents.get(head.relation)
    if len(rule.body) == 1 or told is None or head.relation not in functional:
        return AxiomFigures(axiom.id, len(derived), None)
    values: defaultdict[str, list[str]] = defaultdict(list)
    for subject, value in sorted(derived):
        if subject in told.by_first:
            values[subject].append(value)
    broken = [(s, found[0], told.by_first[s][0]) for s, found in values.items() if not {*found} & {*told.by_first[s]}]
    return AxiomFigures(axiom.id, len(values), len(broken), tuple(broken[:EXAMPLES]))


def extents_of(ontology: Ontology, rules: RuleSet, facts: Mapping[str, Set[Pair]]) -> dict[str, Extent]:
    """The pairs of each predicate that has any: those of the KG relations that imply it in one step."""
    spellings = unfold(rules, ontology.statable, max_leaves=2).spellings
    extents: dict[str, Extent] = {}
    for relation in {atom.relation for r in rules.rules for atom in (*r.body, *filter(None, [r.head]))}:
        pairs: set[Pair] = set()
        for spelling in spellings.get(relation, ()):
            told = facts.get(spelling.relation, frozenset())
            pairs |= {(o, s) for s, o in told} if spelling.flip else told
        if pairs:
            extents[relation] = Extent(pairs)
    return extents


def rule_of_each(rules: RuleSet) -> dict[str, Rule]:
    """One rule of each axiom: where an axiom has two (inverse, equivalent), they say the same in both directions."""
    first: dict[str, Rule] = {}
    for rule in rules.rules:
        if rule.axiom is not None:
            first.setdefault(rule.axiom, rule)
    return first


def audit_facts(ontology: Ontology, facts: Mapping[str, Set[Pair]], times: Times | None = None) -> list[AxiomFigures]:
    """The figures of every axiom on these (subject, object) pairs by KG relation: axioms, orders, spans, as they come.

    ``times`` are those of the facts that hold for a time only; two values that follow each other break no axiom.
    """
    rules = rules_of(ontology)
    extents = extents_of(ontology, rules, facts)
    levels = _levels(ontology, rules, facts, extents)
    first = rule_of_each(rules)
    lasting = {fact: some for fact, some in (times or {}).items() if fact[0] not in rules.events}
    functional = {a.roles[0].relation for a in ontology.axioms if a.kind is Kind.FUNCTIONAL and not a.roles[0].inverse}
    found = []
    for axiom in ontology.axioms:
        rule = first.get(axiom.id)
        if axiom.kind is Kind.AT_MOST_ONE:
            found.append(_measured(axiom.id, *at_most_one(axiom, levels)))
        elif (
            rule is None or axiom.kind is Kind.EXCLUSIVE_FORM or any(atom.relation not in extents for atom in rule.body)
        ):
            found.append(AxiomFigures(axiom.id, None, None))
        elif rule.head is None:
            found.append(_forbidden(axiom, rule, extents, lasting))
        else:
            found.append(_concluded(axiom, rule, extents, functional))
    if ontology.orders or ontology.spans:
        literals = {end for pairs in levels.pairs.values() for _, end in pairs if "^^" in end}
        dated = Dated(levels, {end: term_of(end) for end in literals})
        found += [_measured(order.id, *dated.order(order)) for order in ontology.orders]
        found += [_measured(span.id, *dated.span(span)) for span in ontology.spans]
    return found


def _measured(axiom: str, facts: int, broken: Sequence[tuple[str, ...]]) -> AxiomFigures:
    """What was counted of an axiom; nothing where the KG has nothing that it speaks of."""
    return AxiomFigures(axiom, facts or None, len(broken) if facts else None, tuple(sorted(broken)[:EXAMPLES]))


def _levels(
    ontology: Ontology, rules: RuleSet, facts: Mapping[str, Set[Pair]], extents: Mapping[str, Extent]
) -> Levels:
    """What the KG states of every predicate that axioms of levels and dates speak of."""
    pairs: dict[str, Set[Pair]] = {relation: extent.pairs for relation, extent in extents.items()}
    for relation in rules.bounds.predicates:
        if relation not in pairs and relation in facts:
            pairs[relation] = facts[relation]
    return Levels(ontology, pairs)


def audit(store: GraphStore, kg: str, ontology: Ontology) -> list[AxiomFigures]:
    """The figures of every axiom on a loaded KG, hidden entities included."""
    return audit_facts(ontology, facts_of(store, kg, ontology), times_of(store, kg, ontology))


def times_of(store: GraphStore, kg: str, ontology: Ontology) -> Times:
    """When the facts of a loaded KG hold that hold for a time only."""
    found: defaultdict[tuple[str, str, str], list[Time]] = defaultdict(list)
    for row in store.run("audit.times", kg=kg, relations=_told(ontology)):
        since, until = (None if row[key] is None else str(row[key]) for key in ("valid_from", "valid_to"))
        found[str(row["relation"]), str(row["subject"]), str(row["object"])].append((since, until))
    return found


def _told(ontology: Ontology) -> list[Value]:
    """The relations of a KG that an ontology speaks of."""
    numbers = {*ontology.dates, *(span.relation for span in ontology.spans)}
    return [r for r in sorted(ontology.statable | numbers) if not r.startswith("cg:") or r in numbers]


def facts_of(store: GraphStore, kg: str, ontology: Ontology) -> Mapping[str, Set[Pair]]:
    """All facts of a loaded KG by the relations that an ontology speaks of, as (subject, object) pairs.

    A literal is written with its datatype: ``1930^^xsd:gYear``.
    """
    relations = _told(ontology)
    facts: defaultdict[str, set[Pair]] = defaultdict(set)
    for row in store.run("audit.pairs", kg=kg, relations=relations):
        facts[str(row["relation"])].add((str(row["subject"]), str(row["object"])))
    if ontology.data:
        for row in store.run("audit.literal_pairs", kg=kg, relations=relations):
            facts[str(row["relation"])].add((str(row["subject"]), f"{row['value']}^^{row['datatype']}"))
    return facts


def with_figures(ontology: Ontology, findings: Iterable[AxiomFigures]) -> Ontology:
    """The same ontology with the measured figures on its axioms."""
    by_axiom = {finding.axiom: finding for finding in findings}
    return ontology.only(
        replace(axiom, facts=by_axiom[axiom.id].facts, violations=by_axiom[axiom.id].violations)
        for axiom in ontology.every
    )
