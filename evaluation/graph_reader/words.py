"""Words and names in a text: tokens, what a name costs to believe in, and one key for all ways to write a name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from contragraph.generation.verbalise.articles import with_article
from contragraph.generation.verbalise.persons import called
from contragraph.generation.verbalise.plurals import plural_of
from contragraph.generation.verbalise.values import IN_LETTERS
from contragraph.graph.model import Literal
from contragraph.ontology.units import datatype_of_symbol

THERE = "⟨there⟩"
"""The place that the last sentence was about."""
CLASS = "⟨the⟩ "
"""Begins the key of a class that stands for what was spoken of."""
VALUE = "value "
"""Begins the form of a gap that takes a number or a quantity."""
VIA = "via"
"""The form of a gap that takes what a span is counted from."""
_TOKEN = re.compile(r"(?:[^\s,;]|(?<=\d),(?=\d{3}))+|[,;]")
_ISLAND = re.compile(r"\bon (?=(?:the )?(?:[A-Z][\w'.-]* )+(?:Islands?|Peninsula)\b)")
_SEPARATORS = frozenset((",", "and"))
_NO_NAME = frozenset(("born", "who", "which", "that", "whose", "anyone", "anything", "nobody", "nothing"))
"""Words of which names are seldom made in small letters."""
_ARTICLE = re.compile(r"^(?:one of the |the (?:title|rank) of |an edition of the |any |the |an? )(?=\S)", re.IGNORECASE)
_JOINED = re.compile(r"[A-Z]\S* (?:of|for|on) (?:the )?(?:[\w.-]+ ){1,3}and (?:[A-Z]\S*|Co-operation)(?: \S+)?$")
"""How names are built that hold *and*: "Academy of Arts and Sciences"."""
_CLASS = re.compile(r"[Tt]he ([a-z]+)")
_NO_PERSON = re.compile(r"^(?:lake|mount|new|north|south|west|east|fort|river|port|greater) | (?:of|in|for) |,")
_TIME_ZONE = re.compile(r"\btime(?: zone)?$|^utc\b")
_AWARD = re.compile(r"^the (.+ Living Legend) award$")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DAY = rf"(?:(?:(?P<day>\d{{1,2}}) )?(?P<month>{'|'.join(_MONTHS)}) )?(?P<year>\d{{1,4}})(?P<era> BC)?"
_DATE = re.compile(_DAY, re.IGNORECASE)
_A_DATE = rf"(?:(?:\d{{1,2}} )?(?:{'|'.join(_MONTHS)}) )?\d{{3,4}}(?: BC)?"
_ONE, _TWO, _OVER = rf"(?P<one>{_A_DATE})", rf"(?P<two>{_A_DATE})", r"(?= |,|$)"
_TIMES = tuple(
    (re.compile(pattern + _OVER), ends)
    for pattern, ends in (
        (rf"from {_ONE} to {_TWO}", "se"),
        (rf"between {_ONE} and {_TWO}", "se"),
        (rf"from {_ONE} on", "s"),
        (rf"\(?since {_ONE}\)?", "s"),
        (rf"(?:in|on) {_ONE}", "se"),
        (rf"(?:until|by) {_ONE}", "e"),
    )
)
"""How times are told, and which of their ends are: the start, the end."""
_BEFORE_TIMES = frozenset(("from", "between", "(since", "since", "in", "on", "until", "by"))
_LONGEST_TIME = 9
_QUANTITY = re.compile(r"(?P<before>[^\w\s−-]{1,3})?(?P<number>[−-]?\d[\d,]*(?:\.\d+)?)(?P<after> \S.{0,20})?")
PRONOUNS = frozenset(("he", "she", "it", "they"))
OBJECTS = frozenset(("him", "her", "it", "them"))
POSSESSIVES = frozenset(("his", "her", "its", "their"))


_LIFE = re.compile(rf"\((?P<one>{_A_DATE}) ?– ?(?P<two>{_A_DATE})\)")


def life_in(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words without the dates in brackets behind a name, and those two dates, in words; no dates where none are."""
    for start, word in enumerate(words):
        if not word.startswith("("):
            continue
        for stop in range(start + 1, min(start + _LONGEST_TIME, len(words)) + 1):
            if found := _LIFE.fullmatch(" ".join(words[start:stop])):
                return (*words[:start], *words[stop:]), (found["one"].casefold(), found["two"].casefold())
    return tuple(words), ()


def tokens_of(text: str) -> tuple[str, ...]:
    """The words of a sentence; commas stand for themselves, and its full stop is left out."""
    return tuple(_TOKEN.findall(text))


_CLOSED = re.compile(r"^([A-Z][^,]*, [A-Z][^,]*), (?=[a-z])")


def sentence_tokens(sentence: str) -> list[tuple[str, ...]]:
    """The words of a sentence as the lexicon has them: a county's seat is its capital, one lives *in* an island.

    A *there* at the end may be a place that was named before, and a comma may close a name ("Lima, Ohio, lies …"), so
    then there is another way to take the sentence.
    """
    text = sentence.strip()
    text = (text[:-1] if text.endswith(".") else text).replace(" and thus ", " and ")
    text = _ISLAND.sub("in ", re.sub(r"(?<!\ba )\bcounty seat(s?)\b", r"capital\1", text))
    ways = [tokens_of(text)]
    closed = _CLOSED.sub(r"\1 ", text)
    if closed != text:
        ways.append(tokens_of(closed))
    if text.endswith(" there"):
        ways.append(tokens_of(re.sub(r" there$", f" in {THERE}", text)))
    return [way for way in ways if way]


_STATE = re.compile(r"^state of (?=(?:New York|Washington|Georgia)$)")
"""What tells a state from its namesakes."""


@lru_cache(maxsize=1 << 14)
def key_of(name: str) -> str:
    """One key for all ways to write a name: articles, quotes, letter case and a final point do not count."""
    award = _AWARD.match(name)
    bare = _STATE.sub("", _ARTICLE.sub("", award[1] if award else name.strip("“”")))
    return bare.rstrip(".").casefold()


def class_word(words: Sequence[str]) -> str:
    """The class by which a text takes up what it spoke of: "county" in "The county"; else empty."""
    found = _CLASS.fullmatch(" ".join(words))
    return found[1] if found else ""


def gap_key(words: Sequence[str], form: str) -> str:
    """The key of what fills a gap of a form ("o's", "on o", "value o"); empty where it cannot fill it."""
    text = " ".join(words).replace(" ,", ",")
    if form.endswith("'s"):
        if text.casefold() in POSSESSIVES:
            return text.casefold()
        if not text.endswith(("'s", "s'", "’s")):
            return ""
        text = text[:-1] if text.endswith("s'") else text[:-2]
    elif form.startswith("on "):
        before, _, text = text.partition(" ")
        if before not in ("in", "on") or not date_of(text):
            return ""
    elif form.startswith(VALUE) and quantity_of(key_of(text)) is None:
        return ""
    return key_of(text)


def is_of_value(form: str) -> bool:
    """Whether a gap of this form takes a date or a number, not a name."""
    return form.startswith(("on ", VALUE))


def value_of(key: str, form: str) -> Literal | None:
    """What a gap of this form is filled with, if it takes a date or a number."""
    return quantity_of(key) if form.startswith(VALUE) else literal_of(key) if form.startswith("on ") else None


def lacks_article(words: Sequence[str], form: str) -> bool:
    """Whether a gap that wants an article ("a o") is filled by a name that would have one, and has none."""
    if not form.startswith("a ") or words[0].casefold() in ("a", "an", "the", "one", "any"):
        return False
    text = " ".join(words)
    return with_article(text) != text


class NamesElsewhere:
    """The names that were read elsewhere in the pair; such a name is cheap to believe in."""

    def __init__(self, verbs: frozenset[str], elsewhere: Collection[str] = ()) -> None:
        self._verbs = verbs
        self._elsewhere = frozenset(elsewhere)
        self._plurals = {key_of(plural_of(name)): name for name in sorted(self._elsewhere)}

    def cost(self, words: Sequence[str], key: str) -> float:
        """What it costs to take words for one name: more for long ones, for separators, and for verbs within."""
        if not key or words[0] in _SEPARATORS or words[-1] in _SEPARATORS:
            return float("inf")
        if self.known(key) in self._elsewhere:
            return 0.7 + 0.02 * len(words)
        commas = sum(w == "," for w in words)
        ands = sum(w == "and" for w in words) - (_JOINED.search(" ".join(words)) is not None)
        verbs = sum(w in self._verbs or w in _NO_NAME for w in words)
        timed = any(time_at(words[n:]) is not None for n in range(len(words))) or date_of(key) != ""
        return 1 + 3.0 * timed + 0.4 * (len(words) - 1) + 1.5 * (commas + ands) + 0.8 * verbs

    def known(self, key: str) -> str:
        """The key itself, or that of which it is the plural."""
        return key if key in self._elsewhere else self._plurals.get(key, key)


def full_name(key: str, known: Iterable[str]) -> str:
    """The one longer name that a surname, a first name, or a name without its title stands for; else the key itself."""
    known = {*known}
    longer = {n for n in known if n.startswith(f"{key}, ") or (n.endswith(f" {key}") and not _NO_PERSON.search(n))}
    if not (longer or key in known):
        longer = {n for n in known if called(n) == key}
    return longer.pop() if len(longer) == 1 else key


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A time that is told behind a predicate: its words, and from when to when."""

    words: int
    start: str | None
    end: str | None


def time_at(words: Sequence[str]) -> TimeSpan | None:
    """The time that a run of words begins with, such as "from 1981 to 1990" or "in 1964"."""
    if not words or words[0] not in _BEFORE_TIMES:
        return None
    text = " ".join(words[:_LONGEST_TIME]).replace(" ,", ",")
    for pattern, ends in _TIMES:
        if found := pattern.match(text):
            dates = [date_of(found[name]) for name in ("one", "two") if name in pattern.groupindex]
            start, end = (dates[0] if dates and "s" in ends else None, dates[-1] if dates and "e" in ends else None)
            return TimeSpan(len(found[0].split()), start, end)
    return None


def is_time_zone(key: str) -> bool:
    """Whether a name is that of a time zone, in which one is in another sense than in a place."""
    return _TIME_ZONE.search(key) is not None


def date_of(text: str) -> str:
    """A date in words as a value such as 1930-05-01; empty where it is none."""
    found = _DATE.fullmatch(text)
    if found is None:
        return ""
    year = f"{'-' if found['era'] else ''}{int(found['year']):04d}"
    if not found["month"]:
        return year
    month = f"{year}-{_MONTHS.index(found['month'].capitalize()) + 1:02d}"
    return f"{month}-{int(found['day']):02d}" if found["day"] else month


def literal_of(key: str) -> Literal | None:
    """The date, number or quantity that a key is in words; None where it is a name."""
    date = date_of(key)
    return Literal(date, "xsd:date") if date else quantity_of(key)


def quantity_of(key: str) -> Literal | None:
    """The number or quantity that a key is in words; None where it is none."""
    if key and key in IN_LETTERS:
        return Literal(str(IN_LETTERS.index(key)), "xsd:decimal")
    found = _QUANTITY.fullmatch(key)
    if found is None:
        return None
    number = found["number"].replace(",", "").replace("−", "-")
    symbol = (found["before"] or found["after"] or "").strip()
    datatype = datatype_of_symbol(symbol) if symbol else "xsd:decimal"
    return Literal(number, datatype) if datatype else None
