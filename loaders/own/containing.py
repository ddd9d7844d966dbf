"""What lies in what: relations of containment, and of which classes a thing lies in one at most.

What lies in a city lies in its country as well, so that "located in" has several values by its meaning, though a graph
states one: what a thing has one of are places of a class.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from contragraph.loaders.hints import hints
from contragraph.loaders.own.judging import AxiomIds, Suggestion, judged, local, suggestion
from contragraph.loaders.own.reading import Facts
from contragraph.ontology.axioms import Axiom, Kind, Role

WITHIN = "cg:within"
"""The helper that says what lies in what by any number of steps."""


def containment(facts: Facts) -> list[str]:
    """The relations of containment: by their label, with chains that never lead back."""
    return [
        told.id
        for told in facts.relations.values()
        if told.ends == "thing"
        and hints().means(told.label, "containment")
        and not told.by_subject.keys().isdisjoint(told.by_object)
        and acyclic(told.pairs)
    ]


def above(facts: Facts, relations: Iterable[str]) -> dict[str, frozenset[str]]:
    """All that each thing lies in, by any number of steps of some relations."""
    parents: defaultdict[str, set[str]] = defaultdict(set)
    for relation in relations:
        for thing, place in facts.relations[relation].pairs:
            parents[thing].add(place)
    found: dict[str, frozenset[str]] = {}
    for thing in sorted(parents):
        reached, todo = set[str](), [*parents[thing]]
        while todo:
            each = todo.pop()
            if each not in reached:
                reached.add(each)
                todo += parents.get(each, ())
        found[thing] = frozenset(reached)
    return found


def levels(facts: Facts, relations: Iterable[str]) -> list[str]:
    """The classes of what things lie in, the finest first: that from which most is still above."""
    places = above(facts, relations)
    holding = {place for some in places.values() for place in some}
    kinds = {kind for place in holding for kind in facts.classes.get(place, ())}

    def height(kind: str) -> float:
        members = [place for place in holding if kind in facts.classes.get(place, ())]
        return sum(len(places.get(place, ())) for place in members) / len(members)

    return sorted(kinds, key=lambda kind: (-height(kind), kind))


def contained(facts: Facts, names: AxiomIds) -> Iterator[Suggestion]:
    """The axioms of containment: what implies it, that it is transitive, and of which classes a thing lies in one."""
    relations = containment(facts)
    if not relations:
        return
    for relation in relations:
        told = facts.relations[relation]
        said = f"What is “{told.label}” something lies within it."
        yield from _certain(names, Kind.SUB_PROPERTY, (Role(relation), Role(WITHIN)), said, len(told.pairs), relation)
    places = above(facts, relations)
    said = "What lies within something lies within what that lies within."
    yield from _certain(names, Kind.TRANSITIVE, (Role(WITHIN),), said, len(places), WITHIN)
    for kind in levels(facts, relations):
        of = [{p for p in some if kind in facts.classes.get(p, ())} for some in places.values()]
        have, several = sum(map(bool, of)), sum(len(some) > 1 for some in of)
        said = f"{{s}} lies within one {facts.labels.get(kind, kind)} at most."
        yield from suggestion(names, Kind.AT_MOST_ONE, (Role(WITHIN), kind), have, several, said, kind)


def _certain(
    names: AxiomIds, kind: Kind, terms: tuple[Role, ...], said: str, of: int, about: str
) -> Iterator[Suggestion]:
    """What holds by meaning, whatever the facts."""
    name = names.of("within", local(about)) if kind is Kind.SUB_PROPERTY else names.of("transitive", local(about))
    yield judged(Axiom(name, kind, terms, "typical", "meaning of the word", said, of, 0), of, 0)


def acyclic(pairs: Iterable[tuple[str, str]]) -> bool:
    """Whether no chain of pairs leads back to where it began."""
    after: Mapping[str, set[str]] = defaultdict(set)
    into: defaultdict[str, int] = defaultdict(int)
    for one, other in set(pairs):
        after[one].add(other)
        into[other] += 1
    ready = [each for each in after if not into[each]]
    seen = 0
    while ready:
        for other in after.get(ready.pop(), ()):
            seen += 1
            into[other] -= 1
            if not into[other]:
                ready.append(other)
    return seen == sum(map(len, after.values()))
