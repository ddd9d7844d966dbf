"""Suggested axioms: what the facts of a graph never break, how many speak for it, and whether it is chance.

An axiom is *on* where no fact breaks it (of many facts, hardly any) and it would seldom look so by accident: what is
counted is how likely as many facts, dealt out by lot, would keep it. Where facts break it, or too few speak for it, it
is *off*, with its figures, for a person to decide.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from contragraph.loaders.hints import hints
from contragraph.loaders.own.containing import acyclic, contained, containment
from contragraph.loaders.own.judging import (
    FEWEST,
    NAMES,
    AxiomIds,
    Suggestion,
    by_lot,
    missed,
    suggestion,
)
from contragraph.loaders.own.orders import orders
from contragraph.loaders.own.reading import Facts, RelationProfile
from contragraph.loaders.own.roles import Guess
from contragraph.ontology.axioms import AnyAxiom, Axiom, Kind, Role
from contragraph.reasoning.values.terms import different

_CLASSES = 40
"""Classes, the largest, of which pairs are looked at."""
_ORDERED = [Kind.FUNCTIONAL, Kind.INVERSE_FUNCTIONAL, Kind.AT_MOST_ONE, None, *NAMES]
"""The kinds in the order in which a person looks at them; those of dates are None."""


def suggested(facts: Facts, guess: Guess) -> list[Suggestion]:
    """The axioms that the facts suggest, by kind, then by relation."""
    names, within = AxiomIds(), frozenset(containment(facts))
    things = [told for told in facts.relations.values() if told.ends == "thing"]
    found = [
        *(each for told in facts.relations.values() for each in _single(facts, names, told, within)),
        *(each for told in things for each in (*_sole(facts, names, told), *_directed(facts, names, told))),
        *(each for told in things if told.id not in within for each in _transitive(names, told)),
        *contained(facts, names),
        *orders(facts, guess, names),
        *(each for pair in combinations(things, 2) for each in _two(facts, names, *pair)),
        *(each for told in things for each in _ends(facts, names, told)),
        *_classes(facts, names),
    ]
    return sorted(found, key=lambda each: _ORDERED.index(_sort(each.axiom)))


def _sort(axiom: AnyAxiom) -> Kind | None:
    return axiom.kind if isinstance(axiom, Axiom) else None


def _single(facts: Facts, names: AxiomIds, told: RelationProfile, within: frozenset[str]) -> list[Suggestion]:
    of, broken = len(told.by_subject), sum(_several(values) for values in told.by_subject.values())
    doubt = ""
    if told.id in within:
        doubt = "what lies in a place lies in what contains that as well"
    elif told.ends == "thing" and hints().means(told.label, "several"):
        doubt = "several are usual by the meaning of the word"
    chance = by_lot(of, facts.members(frozenset(told.by_subject)))
    said = f"{{s}} has one value of “{told.label}” at most."
    terms = (Role(told.id),)
    return suggestion(names, Kind.FUNCTIONAL, terms, of, broken, said, told.id, chance=chance, doubt=doubt)


def _sole(facts: Facts, names: AxiomIds, told: RelationProfile) -> list[Suggestion]:
    of, broken = len(told.by_object), sum(len(some) > 1 for some in told.by_object.values())
    chance = by_lot(of, facts.members(frozenset(told.by_object)))
    said = f"Of one thing alone {{o}} is the value of “{told.label}”."
    return suggestion(names, Kind.INVERSE_FUNCTIONAL, (Role(told.id),), of, broken, said, told.id, chance=chance)


def _directed(facts: Facts, names: AxiomIds, told: RelationProfile) -> Iterator[Suggestion]:
    """Symmetric, or asymmetric; and irreflexive: of relations between things of one kind."""
    subjects, objects = frozenset(told.by_subject), frozenset(told.by_object)
    kinds = [{k for each in ends for k in facts.classes.get(each, ())} for ends in (subjects, objects)]
    if not subjects & objects and kinds[0].isdisjoint(kinds[1]):
        return
    pairs, terms = {(s, o) for s, o in told.pairs if s != o}, (Role(told.id),)
    back = sum((o, s) in pairs for s, o in pairs)
    of, label = len(pairs), told.label
    said = f"Where “{label}” joins {{s}} to {{o}}, it joins {{o}} to {{s}} as well."
    yield from suggestion(names, Kind.SYMMETRIC, terms, of, of - back, said, told.id)
    said = f"Where “{label}” joins {{s}} to {{o}}, it does not join {{o}} to {{s}}."
    doubt = ""
    if hints().means(label, "both_ways"):
        doubt = "it holds both ways by the meaning of the word"
    elif not back and not (subjects & objects and acyclic(pairs)):
        doubt = "no chain of facts shows that it has a direction"
    yield from suggestion(names, Kind.ASYMMETRIC, terms, of, back, said, told.id, doubt=doubt)
    said = f"“{label}” joins nothing to itself."
    yield from suggestion(names, Kind.IRREFLEXIVE, terms, len(told.pairs), len(told.pairs) - of, said, told.id)


def _transitive(names: AxiomIds, told: RelationProfile) -> list[Suggestion]:
    chains = {(s, end) for s, middle in told.pairs for end in told.by_subject.get(middle, ()) if s != middle != end}
    broken = sum(chain not in told.pairs for chain in chains)
    said = f"Where “{told.label}” joins {{s}} to a thing, and that to {{o}}, it joins {{s}} to {{o}}."
    return suggestion(names, Kind.TRANSITIVE, (Role(told.id),), len(chains), broken, said, told.id)


def _two(facts: Facts, names: AxiomIds, one: RelationProfile, other: RelationProfile) -> Iterator[Suggestion]:
    """Two relations that say the same the other way round, or never join the same two."""
    terms, ids = (Role(one.id), Role(other.id)), (one.id, other.id)
    both = len(one.pairs & {(o, s) for s, o in other.pairs})
    if both:
        # Said of one of the two alone, it would be a fact that the other lacks.
        of = len(one.pairs) + len(other.pairs)
        said = f"Where “{one.label}” joins {{s}} to {{o}}, “{other.label}” joins {{o}} to {{s}}."
        yield from suggestion(names, Kind.INVERSE_OF, terms, of, of - 2 * both, said, *ids)
    ends = [(facts.usual(frozenset(t.by_subject)), facts.usual(frozenset(t.by_object))) for t in (one, other)]
    if ends[0] != ends[1] or min(len(one.pairs), len(other.pairs)) < FEWEST:
        return
    subjects = facts.members(frozenset((*one.by_subject, *other.by_subject)))
    objects = facts.members(frozenset((*one.by_object, *other.by_object)))
    chance = missed(len(one.pairs), len(other.pairs), subjects * objects)
    said = f"“{one.label}” and “{other.label}” do not both join {{s}} to {{o}}."
    of, shared = min(len(one.pairs), len(other.pairs)), len(one.pairs & other.pairs)
    yield from suggestion(names, Kind.DISJOINT, terms, of, shared, said, *ids, chance=chance)


def _ends(facts: Facts, names: AxiomIds, told: RelationProfile) -> Iterator[Suggestion]:
    for kind, ends, word in ((Kind.DOMAIN, told.by_subject, "subject"), (Kind.RANGE, told.by_object, "object")):
        some = frozenset(ends)
        of = facts.usual(some)
        if of:
            broken = sum(of not in facts.classes.get(each, ()) for each in some)
            chance = (facts.sizes[of] / max(1, facts.entities)) ** len(some)
            said = f"The {word} of “{told.label}” is of the class {facts.labels.get(of, of)}."
            yield from suggestion(names, kind, (Role(told.id), of), len(some), broken, said, told.id, chance=chance)


def _classes(facts: Facts, names: AxiomIds) -> Iterator[Suggestion]:
    members: defaultdict[str, set[str]] = defaultdict(set)
    for thing, kinds in facts.classes.items():
        for kind in kinds:
            members[kind].add(thing)
    largest = sorted(members, key=lambda kind: (-len(members[kind]), kind))[:_CLASSES]
    for one, other in combinations(sorted(largest), 2):
        of, both = min(len(members[one]), len(members[other])), len(members[one] & members[other])
        chance = missed(len(members[one]), len(members[other]), len(facts.classes))
        labels = [facts.labels.get(kind, kind) for kind in (one, other)]
        said = f"Nothing is of both classes, {labels[0]} and {labels[1]}."
        terms = (one, other)
        yield from suggestion(names, Kind.DISJOINT_CLASSES, terms, of, both, said, one, other, chance=chance)


def _several(values: frozenset[object]) -> bool:
    """Whether two of some values are surely different."""
    some = sorted(values, key=str)
    return any(different(one, other) for one, other in combinations(some, 2))  # type: ignore[arg-type]
