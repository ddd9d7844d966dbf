"""Ground atoms and the ways in which rules fire on them: what the prover and the certificates share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from contragraph.graph.model import Statement
from contragraph.reasoning.rules.horn import Join, Starts
from contragraph.reasoning.rules.ruleset import NOT, RuleSet
from contragraph.reasoning.values.terms import Term, different, later, normal

Ground = tuple[str, Term, Term]
"""A ground atom: predicate, first, second."""
Firing = tuple[tuple[Ground, ...], Ground | None]
"""Premises in the order in which they were found, the first being the fact that started it; conclusion or ⊥."""


def ground(statement: Statement) -> Ground:
    """The atom that a statement asserts; a negated one has its own predicate."""
    predicate = NOT + statement.relation if statement.negated else statement.relation
    return (predicate, statement.subject, normal(statement.object))


def relevant(rules: RuleSet, atoms: Iterable[Ground]) -> Mapping[str, Starts]:
    """The joins that can take part in a contradiction of these atoms, by the predicates that start them."""
    return rules.starts(frozenset(atom[0] for atom in atoms))


def started(starts: Mapping[str, Starts], atom: Ground) -> tuple[Join, ...]:
    """The joins that an atom may start."""
    found = starts.get(atom[0])
    if found is None:
        return ()
    return found.of_second.get(atom[2], found.others) if found.of_second else found.others


class FactBase:
    """Ground atoms with indexes by (predicate, first) and (predicate, second); iteration is by insertion."""

    def __init__(self) -> None:
        self.known: set[Ground] = set()
        self.by_first: defaultdict[tuple[str, Term], list[Ground]] = defaultdict(list)
        self.by_second: defaultdict[tuple[str, Term], list[Ground]] = defaultdict(list)
        self.by_predicate: defaultdict[str, list[Ground]] = defaultdict(list)

    def add(self, atom: Ground) -> bool:
        """Add an atom; False if it was there."""
        if atom in self.known:
            return False
        self.known.add(atom)
        predicate, first, second = atom
        self.by_first[predicate, first].append(atom)
        self.by_second[predicate, second].append(atom)
        self.by_predicate[predicate].append(atom)
        return True


def firings(join: Join, fact: Ground, facts: FactBase) -> Sequence[Firing]:
    """All ways to fire a rule with this fact first.

    A rule whose conclusion would have a literal for its subject does not fire: that is no statement in RDF.
    """
    slots: tuple[Term, ...] = (fact[1], fact[2], *join.constants)
    for one, two in join.equal:
        if slots[one] != slots[two]:
            return ()
    if not join.lookups and join.head is not None:  # one premise: a renaming, a domain, a class above another
        predicate, one, two = join.head
        subject = slots[one]
        return [((fact,), (predicate, subject, slots[two]))] if isinstance(subject, str) else ()
    rows: list[tuple[tuple[Term, ...], tuple[Ground, ...]]] = [(slots, (fact,))]
    for lookup in join.lookups:
        predicate, first, second = lookup.relation, lookup.first, lookup.second
        longer: list[tuple[tuple[Term, ...], tuple[Ground, ...]]] = []
        for slots, premises in rows:
            if first is not None and second is not None:
                other = (predicate, slots[first], slots[second])
                if other in facts.known:
                    longer.append((slots, (*premises, other)))
            elif first is not None:
                for other in facts.by_first.get((predicate, slots[first]), ()):
                    longer.append(((*slots, other[2]), (*premises, other)))
            elif second is not None:
                for other in facts.by_second.get((predicate, slots[second]), ()):
                    longer.append(((*slots, other[1]), (*premises, other)))
            else:
                for other in facts.by_predicate.get(predicate, ()):
                    if not lookup.loop:
                        longer.append(((*slots, other[1], other[2]), (*premises, other)))
                    elif other[1] == other[2]:
                        longer.append(((*slots, other[1]), (*premises, other)))
        if not longer:
            return ()
        rows = longer
    if join.distinct is not None:
        one, two = join.distinct
        rows = [row for row in rows if different(row[0][one], row[0][two])]
    if join.later is not None:
        one, two = join.later
        rows = [row for row in rows if later(row[0][one], row[0][two])]
    if join.head is None:
        return [(premises, None) for _, premises in rows]
    predicate, one, two = join.head
    return [(premises, (predicate, slots[one], slots[two])) for slots, premises in rows if isinstance(slots[one], str)]
