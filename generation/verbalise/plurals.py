"""Plurals of class names: "counties of California", "people", "software" as it is."""

from __future__ import annotations

import re
from functools import lru_cache

from contragraph.generation.verbalise.articles import with_article

_HEAD = re.compile(
    r" (?:of|in|for|by|from|on|at|with|to|as|under|without|created|used|bordering|containing|located|"
    r"about|who|that|which)\b|,|\("
)
_WHOLE = {
    **{"person": "people", "child": "children", "foot": "feet", "tooth": "teeth", "mouse": "mice", "ox": "oxen"},
    **{"genus": "genera", "phenomenon": "phenomena", "criterion": "criteria", "medium": "media", "wife": "wives"},
    **{"half": "halves", "leaf": "leaves", "wolf": "wolves", "knife": "knives", "life": "lives", "thief": "thieves"},
}
_MAN = re.compile(r"(?<!hu)(?<!ger)(?<!ro)(?<!sha)(?<!cai)man$", re.IGNORECASE)
_HISSING = re.compile(r"(?:s|x|z|ch|sh)$")
_SAME = re.compile(r"(?:series|species|means|craft|headquarters)$", re.IGNORECASE)


MASS_GENRES = frozenset(
    ("theater", "theatre", "drama", "comedy", "tragedy", "satire", "melodrama", "parody", "theatre of the absurd")
)
"""Genres that one is known for in the singular, though a film or a play is one of them."""


def is_mass_genre(label: str) -> bool:
    """Whether a genre is named in the singular where many works are meant: "musical theatre"."""
    return label in MASS_GENRES or label.rpartition(" ")[2] in ("theatre", "theater", "drama")


_NO_NAME = frozenset(
    (
        "capital",
        "seat",
        "place",
        "entity",
        "concept",
        "thing",
        "object",
        "business",
        "one",
        "group",
        "field",
        "major",
        "form",
        "type",
        "kind",
        "class",
        "area",
        "part",
        "member",
        "name",
        "term",
        "developer",
        "publisher",
        "distributor",
        "manufacturer",
        "imprint",
        "institution",
        "trademark",
    )
)
"""Words that would be misread, or sound odd, in place of a name."""


@lru_cache(maxsize=1 << 13)
def plural_of(noun: str) -> str:
    """The plural of a class; a noun that one does not count, or that is plural already, stays as it is."""
    one = with_article(noun)
    if one == noun or one.startswith("one of "):
        return noun
    cut = _HEAD.search(noun, 1)
    head, rest = (noun[: cut.start()], noun[cut.start() :]) if cut else (noun, "")
    before, _, last = head.rpartition(" ")
    return f"{before} {_several(last)}{rest}".lstrip()


def head_of(noun: str) -> str:
    """The one word for a class where it stands alone well: "county" for "county of California"; else ""."""
    cut = _HEAD.search(noun, 1)
    word = (noun[: cut.start()] if cut else noun).rpartition(" ")[2]
    if word in _NO_NAME:
        return ""
    return word if word.isalpha() and word.islower() and with_article(word).startswith(("a ", "an ")) else ""


def _several(word: str) -> str:
    low = word.lower()
    for one, many in _WHOLE.items():
        if low == one or (one == "person" and low.endswith(one)):
            return word[: len(word) - len(one)] + many
    if _SAME.search(low):
        return word
    if _MAN.search(word):
        return f"{word[:-2]}en"
    if low.endswith("y") and low[-2:-1] not in tuple("aeiou"):
        return f"{word[:-1]}ies"
    if low.endswith("sis"):
        return f"{word[:-2]}es"
    return f"{word}es" if _HISSING.search(low) else f"{word}s"
