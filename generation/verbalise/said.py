"""How a name is said within a sentence: bare, with *the*, or with *a* where it is of a class."""

from __future__ import annotations

import re

from contragraph.dataset.words.articles import wants_the
from contragraph.dataset.words.naming import form_of
from contragraph.generation.verbalise.articled import given_to_many, named_with_the, plural_with_the
from contragraph.generation.verbalise.articles import always_the, known_with_the, with_article, within
from contragraph.generation.verbalise.countable import counts
from contragraph.generation.verbalise.forms import is_state, titled
from contragraph.generation.verbalise.kinds import TITLES, WITH_THE, Kind, is_nation
from contragraph.generation.verbalise.stated import StatedTraits
from contragraph.graph.model import Entity

_ALONE = re.compile(r"(?:Mount|Lake|Treaty|Río|Rio|Wadi|Loch|Nahal|Peace of|The) |.*(?:Creek|Brook)$")
_TITLE_ALONE = re.compile(
    r"(?:Marquess|Marquis|Duke|Duchess|Earl|Count|Countess|Viscount|Baron|Baroness|Prince|Princess) of [^,]*$"
)
"""Titles that stand for a person: "the Marquis of Dufferin"."""
_HOLY = re.compile(r"(?:Virgin|Prophet|Apostle|Blessed Virgin) [A-Z]")
"""Persons whose names have *the*: "the Virgin Mary"."""
_PRONOUNS = frozenset(("He", "Her", "It", "She", "Them", "They", "We", "You", "I"))
"""Titles that would be taken for a pronoun: the film “It”."""
_BOYS = re.compile(r"^[A-Z].* (?:Boys|Girls|Brothers|Sisters|Kids|Chicks|Dolls|Peas|Pumpkins|Cousins)$")
"""Bands whose names have *the* though their labels do not: "the Beastie Boys"."""


def said_as(
    label: str,
    entity: Entity,
    types: frozenset[str],
    stated: StatedTraits,
    *,
    kind: Kind,
    plural: bool,
    team: bool,
    personal: bool,
    small: bool,
) -> str:
    """The label with the article that it takes.

    :param types: classes of the entity, those included that the text states
    :param kind: what it is, as far as that is known; ``personal`` if something is said of it as of a person
    :param small: whether the label begins with a small letter, as those of classes do
    """
    key = entity.id
    honor = key in stated.honors and kind != "person"
    proper = kind not in ("person", "work") and not personal and types.isdisjoint(TITLES) and key not in stated.works
    small_end = label.rsplit(maxsplit=1)[-1].islower()
    of_class = key in stated.counted and small_end and not label.endswith((" team", " industry"))
    proper = proper and not (of_class and label[:1].isupper())
    counted = key in stated.counted or (
        (key in stated.classes or (small and key in stated.subjects)) and counts(entity)
    )
    if small and (counted or (honor and counts(entity))):
        said = with_article(label)
    elif label in _PRONOUNS:
        said = f"“{label}”"
    elif honor and given_to_many(entity):
        return with_article(label)
    elif (
        always_the(label)
        or (proper and _by_kind(label, entity, types, kind=kind, plural=plural, team=team))
        or ((proper or honor) and form_of(label) != "rank" and named_with_the(label, entity, honor=honor))
    ):
        said = f"the {label}"
    else:
        like_class = counted and key in stated.classes and " " in label and small_end
        said = with_article(label) if like_class else label
    said = (
        f"the state of {label}"
        if is_state(label, types)
        else f"the {label}"
        if is_nation(label, types)
        else within(said)
    )
    if honor:
        return titled(label) or said
    return f"the {label}" if kind == "person" and (_TITLE_ALONE.match(label) or _HOLY.match(label)) else said


def _by_kind(label: str, entity: Entity, types: frozenset[str], *, kind: Kind, plural: bool, team: bool) -> bool:
    """Whether a proper name has *the* by its words, its classes, or another name of the thing."""
    return (
        wants_the(label, plural=plural, description=entity.description)
        or not (types.isdisjoint(WITH_THE) or _ALONE.match(label) is not None)
        or (team and not label.startswith("The "))
        or (kind != "work" and known_with_the(label, entity.aliases))
        or (kind in ("group", "organisation") and plural and plural_with_the(label, entity.aliases))
        or (kind == "group" and _BOYS.match(label) is not None and not label.startswith("The "))
    )
