"""Themes: which relations belong together, so that what is said by them may share a sentence.

Two predicates are joined by *and* only where an editor would: a birthplace with a death, a prize with a film, but
not a war with an influence.
"""

from __future__ import annotations

from functools import lru_cache

_THEMES: dict[str, tuple[int, ...]] = {
    "what": (31, 106, 279, 21, 27, 101, 1412, 103, 172, 735, 734, 136, 1303, 412, 641, 413, 140, 425, 1454, 452),
    "life": (569, 570, 2031, 2032, 19, 20, 119, 551, 937, 69, 509, 1196, 108, 27, 512, 1050),
    "kin": (22, 25, 26, 40, 451, 3373, 1038, 53, 19, 20),
    "place": (
        *(17, 131, 30, 36, 1376, 47, 150, 206, 190, 421, 276, 706, 37, 2936, 403, 974, 205, 177, 189, 197, 1336),
        *(3179, 1382, 2789, 610, 1589, 138, 706, 361, 527, 159, 740, 38, 1622),
    ),
    "state": (530, 463, 194, 208, 122, 1313, 1906, 6, 35, 17, 37, 38, 30, 47, 36, 1336, 190),
    "scene": (19, 20, 551, 119, 840, 915),
    "work": (
        *(577, 580, 582, 1619),
        *(57, 58, 161, 162, 86, 272, 136, 840, 915, 364, 407, 495, 750, 123, 144, 170, 50, 175, 676, 725, 1040, 344),
        *(2554, 2515, 3275, 3092, 3174, 6942, 2438, 371, 674, 1441, 449, 1431, 178, 287, 404, 400, 179, 155, 156, 921),
        *(4969, 2512, 437, 1657, 180, 195, 186, 264, 277, 306),
    ),
    "honor": (166, 1411, 1346, 1344, 800, 161, 57, 58, 162, 86, 725, 175, 1431),
    "body": (
        *(571, 576, 580, 582),
        *(463, 102, 54, 108, 118, 361, 527, 749, 355, 127, 1830, 112, 488, 169, 807, 1416, 2652, 1365, 1366, 115, 137),
        *(159, 740, 452, 1454, 414, 131, 17, 286, 634, 264, 155, 156, 178, 176, 1056, 241, 607, 1037),
    ),
    "club": (6364, 286, 115, 118, 641, 634, 17, 131, 276, 159, 54, 413, 1344, 1532, 31),
    "mind": (737, 1066, 802, 941, 184, 185, 135, 101, 69),
    "sound": (264, 136, 1303, 175, 412, 676, 361, 527, 740, 495),
    "class": (31, 279, 460, 461, 1889, 361, 527, 1011, 2283, 1535, 366, 828, 1542, 1478, 1479, 1537, 2578, 2579, 138),
}
_OF_NUMBER: dict[int, frozenset[str]] = {}
for _theme, _numbers in _THEMES.items():
    for _number in _numbers:
        _OF_NUMBER[_number] = _OF_NUMBER.get(_number, frozenset()) | {_theme}

_LIFE = frozenset({"cg:lifespan"}) | frozenset(
    f"wdt:P{n}"
    for n in (
        *(569, 570, 1971, 2031, 2032),
        *(19, 20, 27, 551, 937, 69, 108, 106, 31, 102, 39, 101, 140, 172, 26, 22, 25, 40, 463, 1066, 737, 54, 512, 136),
        *(
            735,
            734,
            103,
            1412,
            101,
            607,
            241,
            410,
            184,
            185,
            802,
            135,
            1050,
            509,
            1196,
            119,
            413,
            1532,
            641,
            1344,
            263,
            97,
        ),
    )
)
"""What a short biography tells in one breath."""

_PRIVATE = frozenset(
    f"wdt:P{n}" for n in (20, 22, 25, 26, 40, 119, 140, 172, 451, 509, 551, 937, 1038, 1050, 1196, 3373)
)
_ARTS = frozenset(f"wdt:P{n}" for n in (136, 161, 264, 412, 463, 641, 737, 800, 1303, 1344, 6379))
"""What someone does, beside which a residence or a faith reads oddly: "performs blues rock and has lived in Tulsa"."""


@lru_cache(maxsize=1 << 12)
def themes_of(relation: str) -> frozenset[str]:
    """The themes of a relation; one that has none is a theme of its own."""
    _, _, local = relation.partition(":")
    number = local.rpartition("_")[2]
    if number[:1] == "P" and number[1:].isdigit():
        return _OF_NUMBER.get(int(number[1:]), frozenset((number,)))
    return frozenset((local,))


def belong_together(first: str, second: str, *, crossed: bool = False) -> bool:
    """Whether what is said by two relations may share a sentence.

    ``crossed`` is for a topic that is the subject of one and the object of the other: no person's life, then.
    """
    if unlike(first, second):
        return False
    if first in _LIFE and second in _LIFE and not crossed:
        return True
    return first == second or not themes_of(first).isdisjoint(themes_of(second))


def unlike(first: str, second: str) -> bool:
    """Whether one is of someone's private life and the other of what someone does: not for one sentence."""
    return (first in _PRIVATE and second in _ARTS) or (first in _ARTS and second in _PRIVATE)


@lru_cache(maxsize=1 << 12)
def main_theme(relation: str) -> str:
    """One theme for the order in which a text speaks of things: of several the one of fewest relations."""
    if relation in _LIFE:
        return "life"
    return min(themes_of(relation), key=lambda t: (len(_THEMES.get(t, ())), t))
