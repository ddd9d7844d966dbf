"""Labels mended by what the graph knows: names without capitals, surnames put first, classes with capitals.

The file of names alone does not tell "goalkeeper" from "jean batmale"; what facts say of them does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import numpy as np
import polars as pl

from contragraph.graph.loading.lists import in_lists
from contragraph.loaders.names import RULES
from contragraph.loaders.numbers import counted, marked
from contragraph.loaders.report import Repair
from contragraph.loaders.wikidata.casing import names_in_small_letters, replaced, spelled_as_names, with_capital
from contragraph.loaders.wikidata.terms import HUMAN, INSTANCE_OF, OF_PEOPLE, SUBCLASS_OF

SURNAME_FIRST = r"^[\p{L}\p{M}'’-]+, [\p{L}\p{M}'’-]+(?: \p{L}\.)?$"
HALF_SMALL = r"^\p{Lu}\p{Ll}+ \p{Ll}{3,}$"
RANKS = re.compile(r", (?:jr|sr|junior|senior|[ivx]+)\.?$", re.IGNORECASE)
EXAMPLES = 5
AT_ONCE = 1 << 17

SMALL, SPELLED, HALF, SURNAME, CLASS, REPEATED = (
    "name in small letters: another name of it has the capitals",
    "name in small letters: spelled as its words are in other labels",
    "person with a last name in small letters: capital put",
    "surname first: turned round",
    "class with capitals: its first name has none",
    "description that only repeats the label: left out",
)


def repaired(
    entities: pl.DataFrame, facts: pl.DataFrame, relations: pl.DataFrame, used: Mapping[str, int]
) -> tuple[pl.DataFrame, tuple[Repair, ...]]:
    """The entities with better labels, and what was done.

    :param entities: ``label``, ``first`` (name on its line), ``aliases``, ``description``, ``types``
    :param facts: indices of entities and of ``relations``, which have their ``number``
    :param used: how often each rule for single names was used when they were read
    """
    numbers, aliases = relations["number"], entities["aliases"]

    def standing(end: str, *wanted: int) -> pl.Series:
        """Which entities stand at an end of facts of relations with these numbers."""
        places = [place for number in wanted if (place := numbers.index_of(number)) is not None]
        return marked(entities.height, facts[end].filter(facts["relation"].is_in(places)).unique())

    classes = standing("object", INSTANCE_OF) | standing("subject", SUBCLASS_OF)
    people = entities["types"].list.contains(HUMAN) | standing("subject", *OF_PEOPLE)

    given = entities["label"]
    small = small_first(given, entities["first"], classes)
    names = names_in_small_letters(facts, small, aliases, numbers.index_of(INSTANCE_OF))
    other = with_capitals(small, aliases, names)
    spelled = spelled_as_names(other, names & (other == small), people)
    whole = second_capital(spelled, people)
    label = turned(whole, people)
    repairs = [Repair(rule, used[rule]) for rule in RULES if used.get(rule)]
    for rule, before, after in (
        (CLASS, given, small),
        (SMALL, small, other),
        (SPELLED, other, spelled),
        (HALF, spelled, whole),
        (SURNAME, whole, label),
    ):
        changed = (before != after).arg_true()
        if len(changed):
            shown = changed.head(EXAMPLES)
            repairs.append(Repair(rule, len(changed), tuple(zip(before.gather(shown), after.gather(shown)))))
    # Small letters take up to three times the bytes of others: what is much longer cannot be the same.
    alike = (entities["description"].str.len_bytes() <= 3 * label.str.len_bytes() + 8).arg_true()
    same = entities["description"].gather(alike).str.to_lowercase() == label.gather(alike).str.to_lowercase()
    echo = alike.filter(same)
    if len(echo):
        repairs.append(Repair(REPEATED, len(echo)))
    description = replaced(entities["description"], echo, [""] * len(echo))
    if (given != label).any():
        aliases = without(aliases, label)
    mended = entities.with_columns(label, description, aliases)
    return mended, tuple(repairs)


def without(aliases: pl.Series, labels: pl.Series) -> pl.Series:
    """The aliases of each entity but its label."""
    # Some at a time: lists that are made anew are there twice while it lasts.
    parts = [aliases.clear()]
    for some, own in zip(in_slices(aliases), in_slices(labels)):
        lengths = some.list.len().to_numpy()
        owners = pl.Series(np.repeat(np.arange(len(some), dtype=np.uint32), lengths))
        names = some.explode(empty_as_null=False)
        kept = names != own.gather(owners)
        parts.append(in_lists(names.filter(kept), counted(owners.filter(kept), len(some)).to_numpy()))
    return pl.concat(parts)


def in_slices(values: pl.Series) -> Iterator[pl.Series]:
    """The values, some at a time."""
    return (values.slice(start, AT_ONCE) for start in range(0, len(values), AT_ONCE))


def small_first(labels: pl.Series, first: pl.Series, classes: pl.Series) -> pl.Series:
    """Of classes the first name, where it is the label in small letters."""
    places = classes.arg_true()
    given, other = labels.gather(places), first.gather(places)
    small = (other != given) & (other == given.str.to_lowercase())
    return replaced(labels, places.filter(small), other.filter(small))


def with_capitals(labels: pl.Series, aliases: pl.Series, names: pl.Series) -> pl.Series:
    """Of ``names`` the alias that differs from the label by its capitals only; of several that with most."""
    places = names.arg_true()
    better: list[str] = []
    for label, others in zip(labels.gather(places), aliases.gather(places).to_list()):
        same = [other for other in others if other != label and other.lower() == label]
        best = max(same, key=capitals, default=label)
        # "K.d. lang" is no better than what the words of other labels tell.
        better.append(best if capitals(best) > label.count(" ") else label)
    return replaced(labels, places, better)


def capitals(name: str) -> int:
    """How many capitals a name has."""
    return sum(letter.isupper() for letter in name)


def second_capital(labels: pl.Series, people: pl.Series) -> pl.Series:
    """``Clara bow`` as ``Clara Bow``, for people."""
    places = places_of(labels, people, HALF_SMALL)
    return replaced(labels, places, [" ".join(map(with_capital, label.split(" "))) for label in labels.gather(places)])


def places_of(labels: pl.Series, marks: pl.Series, pattern: str) -> pl.Series:
    """The places of those labels with a mark that match a pattern."""
    places = marks.arg_true()
    return places.filter(labels.gather(places).str.contains(pattern))


def turned(labels: pl.Series, people: pl.Series) -> pl.Series:
    """``Clemens, Samuel`` as ``Samuel Clemens``, for people; not ``Clemens, Jr.``."""
    places = places_of(labels, people, SURNAME_FIRST)
    better = [
        label if RANKS.search(label) else " ".join(reversed(label.split(", "))) for label in labels.gather(places)
    ]
    return replaced(labels, places, better)
