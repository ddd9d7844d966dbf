"""Words that matter to the check without a model: which deny, restrict, point back or open a sentence.

A *hard* denial says that something is not so; a *soft* one says the same by its own meaning ("refused", "outside"); a
word of *restriction* says that there is no other. The lists are closed classes of English, but for the soft denials,
which are those that the lexicons use and their near synonyms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def _set(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


HARD = _set(
    """
    no not never none nobody nothing neither nor nowhere cannot without hardly unable
    """
)
SOFT = _set(
    """
    outside beyond refused refuses refuse rejected rejects reject declined declines decline denied denies deny
    barred excluded excludes exclude failed fails fail turned dropped withdrew withdrawn left resigned quit
    acquitted cleared lacks lack lacked lacking free independent independently separate separately unrelated
    unaffiliated unconnected unlike different differs differ distinct elsewhere apart visitor guest short stops
    ends ended avoided avoids false untrue unrecorded unused boycotted shunned opposed unaware unknown instead
    rather absent exempt
    """
)
ONLY = _set(
    """
    only sole solely exclusively exclusive alone single just purely entirely always throughout all every whole
    """
)
BACK = _set(
    """
    he she it they him her them his hers its their theirs who whom whose which that this these those there here
    where latter former both such same one
    """
)
"""Words that may stand for a name told before."""
PRONOUNS = frozenset({"he", "she", "it", "they"})
FUNCTION = _set(
    """
    a about above across after against all along also although among an and any are around as at be because been
    before being both but by can did do does during each either else ever every for from had has have having he
    her here him his how if in into is it its itself many more most much near no none nor not now of off on once
    one only onto or other others our out over own per same she since so some such than that the their them then
    there these they this those through thus to too toward under until up upon us was we were what when where
    whether which while who whom whose why will with within without would yet you
    """
)
OPENERS = _set(
    """
    according additionally afterwards again altogether among besides born briefly educated elsewhere finally first
    following formerly founded further furthermore however including indeed instead known last lastly later like
    located meanwhile moreover nearby nevertheless next notably originally owned part second secondly similarly
    situated sometimes soon still subsequently today together unlike worldwide
    """
)
"""What may open a sentence with a capital and is no name."""
COUNTS = _set(
    """
    two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty thirty forty fifty
    sixty seventy eighty ninety dozen dozens hundred hundreds thousand thousands million millions billion billions
    """
)
_ENDINGS = (
    *("ations", "ation", "ments", "ment", "ings", "ing", "ers", "ors"),
    *("ies", "ied", "ed", "er", "or", "es", "s", "y", "e"),
)


def words(text: str) -> list[str]:
    """The words of a text as they stand."""
    return _WORD.findall(text)


def folded(text: str) -> list[str]:
    """The words of a text in lower case, *n't* told as *not* and possessives without their ending."""
    found = []
    for word in words(text):
        plain = word.casefold().replace("’", "'")
        if plain.endswith("n't") or plain == "can't":
            found.append("not")
        else:
            found.append(plain.removesuffix("'s").removesuffix("'"))
    return found


def stem(word: str) -> str:
    """What words of one family have in common, roughly: "recorded", "recording" and "records" are "record"."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def content(some: Iterable[str]) -> frozenset[str]:
    """The stems of those words that are no function words and deny or restrict nothing."""
    return frozenset(stem(w) for w in some if w not in FUNCTION | HARD | ONLY and not w.isdigit() and len(w) > 2)
