"""What relations and classes do, as far as their labels and facts tell: the tables of ``graph.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from contragraph.loaders.hints import hints, words_of
from contragraph.loaders.own.containing import containment
from contragraph.loaders.own.reading import Facts, RelationProfile
from contragraph.ontology.axioms import Moment

_PERSONAL = frozenset(("born_in", "spouse", "father", "mother", "child", "sibling", "sex", "occupation", "citizenship"))
_LIVES = frozenset(("birth_date", "death_date"))


@dataclass(frozen=True)
class Guess:
    """Roles of relations and kinds of classes by name, and what relations of dates are the dates of."""

    roles: Mapping[str, list[str]] = field(default_factory=dict)
    kinds: Mapping[str, list[str]] = field(default_factory=dict)
    dates: Mapping[str, Moment] = field(default_factory=dict)
    people: frozenset[str] = frozenset()
    """The classes of people."""

    def personal(self, facts: Facts, told: RelationProfile) -> bool:
        """Whether the subjects of a relation are people."""
        return facts.usual(frozenset(told.by_subject)) in self.people


def guessed(facts: Facts) -> Guess:
    """What the labels of relations and classes say that they do."""
    known = hints()
    kinds: dict[str, list[str]] = {}
    for kind in sorted(facts.sizes):
        words = words_of(facts.labels.get(kind) or kind.rpartition("/")[2].rpartition("#")[2].rpartition(":")[2])
        last = [*words[-1:], *words]
        found = (name for word in last for name, some in known.classes.items() if word in some)
        if name := next(found, ""):
            kinds.setdefault(name, []).append(kind)
    people = frozenset(kinds.get("human", ()))
    roles: dict[str, list[str]] = {}
    within = containment(facts)
    if within:
        roles["located_in"] = within
    dates: dict[str, Moment] = {}
    for relation, told in facts.relations.items():
        said = set(words_of(told.label))
        of_people = facts.usual(frozenset(told.by_subject)) in people
        for name, some in known.roles.items():
            if said.isdisjoint(some) or (told.ends == "date") != (name in _LIVES) or told.ends in ("number", "text"):
                continue
            if (name in _PERSONAL | _LIVES) == of_people or name in ("country", "award"):
                roles.setdefault(name, []).append(relation)
                break
        if told.ends == "date":
            moment = next((m for m, some in known.moments.items() if not said.isdisjoint(some)), None)
            if moment in ("start", "end"):
                dates[relation] = "start" if moment == "start" else "end"
    return Guess(roles, kinds, _one_each(facts, dates), people)


def _one_each(facts: Facts, dates: Mapping[str, Moment]) -> dict[str, Moment]:
    """Those relations of dates that are alone to say when a thing began or ended: two might mean two things."""
    kept: dict[str, Moment] = {}
    taken: dict[Moment, set[str]] = {"start": set(), "end": set()}
    for relation in sorted(dates, key=lambda r: (-len(facts.relations[r].values), r)):
        subjects = set(facts.relations[relation].by_subject)
        if subjects.isdisjoint(taken[dates[relation]]):
            kept[relation] = dates[relation]
            taken[dates[relation]] |= subjects
    return dict(sorted(kept.items()))
