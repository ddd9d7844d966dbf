"""Articles: *a* or *an* before a class, and the names that keep their *the* or lose its capital."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

_AN = re.compile(
    r"(?:hour|honest|honou?r|heir)|(?:11|18|8)(?!\d)|8\d|18(?:\d\d)(?!\d)|[aeiouàáâäåæèéêëìíîïòóôöøœ]", re.IGNORECASE
)
_NOT_AN = re.compile(
    r"(?:eu|ew|u(?:ni(?!n|m)|bi|s[aeiou]|t[aeiou]|f[aeiou]|ra[nl])|one\b|once\b|U-|(?-i:UNE|UEF))", re.IGNORECASE
)
_SPELLED = re.compile(r"(?:[A-Z]{2,5}|[A-Z])(?:\b|[-\d])")
_SAID_AS_WORD = frozenset(("NATO", "NASA", "UNESCO", "UNICEF", "FIFA", "UEFA", "NASCAR", "NAFTA", "SARS"))
_MASS_END = re.compile(r"(?:(?<!publ)ics|people|children|women|men|data|causes)$")
_PLURAL_END = re.compile(r"(?:[^sui]s|ies|Olympics|personnel|staff)$")
_COUNTED_S = re.compile(
    r"(?:series|species|news|archives|headquarters|means|lens|gallows|chess|mathematics)$", re.IGNORECASE
)


_UNCOUNTED = re.compile(
    r"\b(?:software|music|literature|art|fiction|poetry|metal|rock|jazz|punk|pop|hip hop|rap|food|equipment|"
    r"punishment|prose|"
    r"research|philosophy|medicine|history|(?<!in-)law|information|violence|arson|fraud|theft|treason|track and field|"
    r"warfare|sedition|cancer|blood|money|equity|academia|assault|capital punishment|marriage|access|"
    r"management|television|communication|clothing|fashion|education|"
    r"furniture|culture|broadcasting|water|traffic|sugar|salt|steel|(?:sucr|gluc|fruct|lact|malt)ose|energy|"
    r"design|(?!building|painting|meeting|wedding|drawing|king|string|thing|being|wing|ring|"
    r"setting)[a-z-]+ing|(?!ideology)[a-z]+(?:ism|logy|tics|"
    r"graphy|nomy))$"
)
_CASE = re.compile(
    r"\b(?:attack|wound|accident|stroke|overdose|collision|aneurysm|tumou?r|crash|embolism|injury|infarction|"
    r"^disease|ha?emorrhage|suicide|"
    r"homicide|shot to the \w+|(?<!bipolar )disorder|infection|murder|ulcer|illness)$"
)


def case_of(noun: str) -> str:
    """The noun with an indefinite article where it is a case that one counts: "a stroke", but "cancer"."""
    return with_article(noun) if _CASE.search(noun) else noun


_OF_ONE_EVENT = re.compile(
    r"(?:assassination|murder|death|killing|trial|execution|kidnapping|sinking|siege) of (?=[A-Z])"
)
_BODY = re.compile(
    r"^(?!.* (?:of|in|for|by) ).* and .* "
    r"(?:network|company|organi[sz]ation|agency|institution|centre|center|club|society)$"
)
"""Bodies with two fields: "research and education network"."""


@lru_cache(maxsize=1 << 14)
def with_article(noun: str) -> str:
    """The noun with *a* or *an*; a plural becomes "one of the …", an uncounted noun stays as it is."""
    if noun.lower().startswith(("the ", "a ", "an ")):
        return noun
    if noun.endswith("Olympic Games"):
        return f"an edition of the {noun}"
    if _BODY.search(noun):
        return f"{'an' if _takes_an(noun) else 'a'} {noun}"
    if _OF_ONE_EVENT.match(noun):
        return f"the {noun}"
    head = re.split(r" (?:of|in|for|by|from|on|at|with|to|des|de|du|del|von|and|bordering)\b", noun)[0]
    if _MASS_END.search(head) or _UNCOUNTED.search(head):
        return noun
    if _PLURAL_END.search(head) and not _COUNTED_S.search(head):
        return f"one of the {noun}"
    return f"{'an' if _takes_an(noun) else 'a'} {noun}"


def a_or_an(noun: str) -> str:
    """A noun that is counted, whatever its words look like, with *a* or *an*."""
    return f"{'an' if _takes_an(noun) else 'a'} {noun}"


def _takes_an(noun: str) -> bool:
    word = noun.lstrip("\"'“‘([ ")
    letters = _SPELLED.match(word)
    if letters and letters.group() not in _SAID_AS_WORD and word.split()[0].strip("-") not in _SAID_AS_WORD:
        return word[0] in "AEFHILMNORSX"
    return bool(_AN.match(word)) and not _NOT_AN.match(word)


SCRIPTURES = frozenset(("Bible", "Quran", "Torah", "Talmud", "Old Testament", "New Testament", "Hebrew Bible", "Vedas"))


def always_the(name: str) -> bool:
    """Whether a name has *the* even where it is that of a work: "the Bible", "the 68th Academy Awards"."""
    return name in SCRIPTURES or name.endswith(" Academy Awards")


_OFTEN_WITH_THE = re.compile(
    r"^[A-Z].* (?:Band|Dead|School|Experience|Crew|Family|Machine|Academy|Trade|Group(?! )|Brothers|Sisters|Boys|Girls|"
    r"(?!Studio|Record|Picture|Film|Game|Industrie|Entertainment|Holding|Work|Hill|Spring|Fall|Rapid)[A-Z][a-z]+[^s]s)$"
)
"""Names with which another name that has *the* is a sign; "The Pink Floyd" and "The Sudan" are out of use."""


def known_with_the(name: str, aliases: Collection[str]) -> bool:
    """Whether another name of it is the name with *the*: "The Grateful Dead"."""
    with_the = f"the {name}".casefold()
    return _OFTEN_WITH_THE.search(name) is not None and any(alias.casefold() == with_the for alias in aliases)


_SMALL_THE = re.compile(
    r"The (?:Church |Bahamas$|Gambia$|Bronx$|.*\b(?:Company|Foundation|Society|Agency|Association)$)"
)
"""Names whose *the* has no capital within a sentence."""


def within(name: str) -> str:
    """A name as it stands within a sentence: "the Walt Disney Company", "The Clash"."""
    return f"the {name[4:]}" if _SMALL_THE.match(name) else name
