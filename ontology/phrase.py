"""Phrases: the small notation in which a lexicon says how a relation is put into words.

A phrase is plain English with three marks. ``[verb]`` is its finite verb, exactly one: ``[be]`` (is or was, by
the grammatical subject), an auxiliary such as ``[is]``, ``[was]`` or ``[has]``, a verb with its base form
(``[borders/border]``, ``[studied/study]``), or present, past and base form (``[speaks/spoke/speak]``,
``[has lived/lived/live]``); the past is for what is said of the dead. ``{s}`` and
``{o}`` are the names of subject and object, ``{s's}`` and ``{o's}`` their possessives, ``{a o}`` the object with
an indefinite article, ``{the o}`` with the definite one, ``{believer o}`` and ``{descent o}`` one of a faith or a
people ("a Baptist", "Jewish"), ``{bare o}`` without any article ("the conflict Vietnam War"), ``{case o}`` with one
only where it is a case that one counts ("died of a heart attack", "of cancer"), ``{many o}`` a class in the plural
("counties of California"), ``{o began}`` the object with the verb of its beginning ("Ann was born", "Acme was
founded"), ``{on o}`` a date with its preposition ("in 1930", "on 1 May 1930"), ``{start of o}`` and ``{end of s}``
its beginning or end as a noun ("the birth of Ann", "the dissolution of Acme"), ``{their}`` the subject's possessive
pronoun, ``{via}`` what a span is counted from or to (the father of "when her father was 39"). ``{o: year|years}`` is a
number with what it counts ("1 year", "39 years"), ``{label|labels}`` the word for one or for several,
``{son|daughter|child}`` that for a man, for a woman, and where nobody said which. A phrase that begins with its verb is
a predicate, to be said of the other end; any other phrase is a whole clause.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_FORMS = ("{}", "{}'s", "a {}", "bare {}", "many {}", "on {}", "start of {}", "end of {}")
_NAMELESS = ("their", "via")
"""Slots of neither end."""
_OWN = ("case o", "o began", "the o", "believer o", "descent o", *_NAMELESS)
SLOTS = frozenset((*(form.format(end) for form in _FORMS for end in "so"), *_OWN))
_PAST = {"is": "was", "are": "were", "has": "had", "have": "had", "does": "did", "do": "did"}
_IRREGULAR = {
    **{"have": "had", "lie": "lay", "take": "took", "make": "made", "hold": "held", "come": "came", "run": "ran"},
    **{"give": "gave", "keep": "kept", "draw": "drew", "lead": "led", "fall": "fell", "stand": "stood", "do": "did"},
    **{"leave": "left", "go": "went", "split": "split", "owe": "owed", "meet": "met", "bear": "bore", "drive": "drove"},
    **{"arise": "arose", "confer": "conferred", "deal": "dealt", "lay": "laid", "overlap": "overlapped", "be": "was"},
    **{"stop": "stopped", "write": "wrote", "begin": "began", "sell": "sold", "win": "won", "see": "saw", "get": "got"},
    **{"speak": "spoke", "grow": "grew", "fight": "fought", "sit": "sat", "rise": "rose", "occur": "occurred"},
}
_PLURAL = {"is": "are", "was": "were", "has": "have", "does": "do"}
_AUXILIARIES = frozenset({"is", "was", "has", "had", "are", "were", "have", "can", "may", "will", "does", "did", "do"})
_DAY = re.compile(r"\d+ [A-Z][a-z]")
"""How a date begins that tells the day: "1 May"."""
_OF_ONE = re.compile(r"^its ")
_MARK = re.compile(r"\[([^\]]*)\]|\{([^}]*)\}")


@dataclass(frozen=True, slots=True)
class Verb:
    """The finite verb of a phrase; ``base`` is empty for auxiliaries."""

    present: str
    past: str
    base: str = ""

    def form(self, *, past: bool, plural: bool, negated: bool, former: bool = False) -> str:
        """The verb as it stands in the sentence, with ``not`` where it is negated.

        ``past`` is for the dead, of whom some things are true to this day; ``former`` for what is no more, of which
        nothing is.
        """
        word = self._over if former else self.past if past else self.present
        if " " in word:
            helper, rest = word.split(" ", 1)
            return f"{_PLURAL.get(helper, helper) if plural else helper}{' not' if negated else ''} {rest}"
        if not self.base or word in ("is", "was"):
            word = _PLURAL.get(word, word) if plural else word
            return f"{word} not" if negated else word
        singular = self._of_present(word)
        if negated:
            helper = ("do" if plural else "does") if singular else "did"
            return f"{helper} not {self.base}"
        return self.base if plural and singular else word

    @property
    def _over(self) -> str:
        """The past of a verb that may be written for the present alone."""
        if self.past != self.present or " " in self.present:
            return self.past
        if self.present in _PAST:
            return _PAST[self.present]
        now = self._of_present(self.present) or self.present == self.base
        return past_tense(self.base) if self.base and now else self.present

    def echo(self, *, past: bool, plural: bool) -> str:
        """What stands for the verb in "as do others": its auxiliary, or a form of *do*."""
        word = self.past if past else self.present
        if self.base and word not in ("is", "was"):
            word = word.split(" ")[0] if " " in word else "does" if self._of_present(word) else "did"
        return _PLURAL.get(word, word) if plural else word

    def _of_present(self, word: str) -> bool:
        return word != self.base and word.endswith("s")


@dataclass(frozen=True, slots=True)
class NameSlot:
    """The place of a name."""

    name: str

    @property
    def end(self) -> str:
        """The end that it names; empty for a pronoun, and for what a span is counted from."""
        if self.name in _NAMELESS:
            return ""
        return "s" if self.name.removesuffix("'s").endswith("s") else "o"


@dataclass(frozen=True, slots=True)
class Number:
    """A word that depends on how many things are named."""

    one: str
    many: str


@dataclass(frozen=True, slots=True)
class Counted:
    """The word for what the number at the other end counts."""

    one: str
    many: str


@dataclass(frozen=True, slots=True)
class Sexed:
    """A word that depends on the sex of whom it is said of; ``unknown`` where nobody said which."""

    male: str
    female: str
    unknown: str


Part = str | Verb | NameSlot | Number | Counted | Sexed


@dataclass(frozen=True, slots=True)
class Phrase:
    """A parsed phrase; ``text`` is what was parsed."""

    text: str
    parts: tuple[Part, ...]

    @property
    def predicate(self) -> bool:
        """Whether it begins with its verb and so wants a grammatical subject."""
        return bool(self.parts) and isinstance(self.parts[0], Verb)

    @property
    def slots(self) -> frozenset[str]:
        """The ends that it names: ``s``, ``o`` or both."""
        return frozenset(p.end for p in self.parts if isinstance(p, NameSlot) and p.end)

    @property
    def possessive(self) -> bool:
        """Whether it needs the possessive of a name."""
        return any(isinstance(p, NameSlot) and p.name.endswith("'s") for p in self.parts)

    @property
    def several(self) -> bool:
        """Whether it names a class in the plural."""
        return any(isinstance(p, NameSlot) and p.name.startswith("many ") for p in self.parts)

    @property
    def shareable(self) -> bool:
        """Whether it can be said of several at once: nothing in it counts or points back to one subject."""
        marked = any(
            isinstance(p, (Number, Counted, Sexed)) or (isinstance(p, NameSlot) and p.name not in ("s", "o"))
            for p in self.parts
        )
        return self.predicate and not marked and not re.search(r"\b(?:its|an?|the only|one)\b", self.text)

    @property
    def owned(self) -> Phrase | None:
        """For "The capital of {s} is …" the same with a possessive: "{s's} capital is …"; else nothing."""
        if self.parts and isinstance(self.parts[0], NameSlot) and self.parts[0].name == "s's":
            return self
        if len(self.parts) < 3 or not isinstance(self.parts[0], str) or self.parts[1] != NameSlot("s"):
            return None
        noun = self.parts[0].removeprefix("The ").removesuffix(" of ")
        if self.parts[0] != f"The {noun} of ":
            return None
        return Phrase(self.text, (NameSlot("s's"), f" {noun}", *self.parts[2:]))

    @property
    def belonging(self) -> bool:
        """Whether it needs the possessive pronoun of what it is said of."""
        return any(isinstance(p, NameSlot) and p.name == "their" for p in self.parts)

    @property
    def last_slot(self) -> str:
        """The end that is named last of all, if the phrase ends with a name; else empty."""
        last = self.parts[-1] if self.parts else ""
        plain = isinstance(last, NameSlot) and last.name in ("s", "o", "a s", "a o", "bare s", "bare o", "case o")
        return last.end if isinstance(last, NameSlot) and plain else ""

    def say(
        self,
        names: Mapping[str, str],
        *,
        many: bool = False,
        past: bool = False,
        plural: bool = False,
        negated: bool = False,
        former: bool = False,
        sex: str = "",
    ) -> str:
        """The phrase with names put in for its slots; ``many`` when a list stands in for one end.

        ``sex`` is the pronoun of whom a predicate is said of, where it is known.

        A form of a name that ``names`` lacks is made from the plain name.
        """
        words: list[str] = []
        for part in self.parts:
            if isinstance(part, str):
                words.append(part)
            elif isinstance(part, NameSlot):
                words.append(names.get(part.name) or _spare(part, names))
            elif isinstance(part, Counted):
                words.append(part.one if names["o"] in ("1", "one") else part.many)
            elif isinstance(part, Number):
                words.append(part.many if many else _OF_ONE.sub("their ", part.one) if plural else part.one)
            elif isinstance(part, Sexed):
                words.append({"he": part.male, "she": part.female}.get(sex, part.unknown))
            else:
                words.append(part.form(past=past, plural=plural, negated=negated, former=former))
        return "".join(words)


def past_tense(base: str) -> str:
    """The past of a verb: "bordered", "lay", "applied"."""
    first, _, rest = base.partition(" ")
    if first in _IRREGULAR:
        word = _IRREGULAR[first]
    elif first.endswith("e"):
        word = f"{first}d"
    elif first.endswith("y") and first[-2:-1] not in tuple("aeiou"):
        word = f"{first[:-1]}ied"
    else:
        word = f"{first}ed"
    return f"{word} {rest}".rstrip()


def _spare(slot: NameSlot, names: Mapping[str, str]) -> str:
    """A form of a name made from the plain name alone."""
    if not slot.end:
        return slot.name
    name = names[slot.end]
    if slot.name.endswith("'s"):
        return f"{name}'s"
    if slot.name.startswith("on "):
        return f"{'on' if _DAY.match(name) else 'in'} {name}"
    spare = {"start": f"the beginning of {name}", "end": f"the end of {name}", "o": f"the time of {name}"}
    return spare.get(slot.name.split()[0], name) if " " in slot.name else name


def _verb(text: str) -> Verb:
    forms = text.split("/")
    if any(not f or f != f.strip() for f in forms):
        raise ValueError(f"the verb [{text}] has an empty form")
    if forms == ["be"]:
        return Verb("is", "was")
    if len(forms) == 1:
        if text not in _AUXILIARIES:
            raise ValueError(f"the verb [{text}] needs its base form, as in [borders/border]")
        return Verb(text, text)
    if len(forms) == 2:
        return Verb(forms[0], forms[0], forms[1])
    if len(forms) == 3:
        return Verb(*forms)
    raise ValueError(f"the verb [{text}] has more than three forms")


def parse_phrase(text: str) -> Phrase:
    """Read a phrase.

    :raises ValueError: if a mark is unknown or broken, or the phrase has not exactly one verb; the message is
        a clause for the caller to put into a sentence.
    """
    parts: list[Part] = []
    at = 0
    for mark in _MARK.finditer(text):
        if mark.start() > at:
            parts.append(text[at : mark.start()])
        at = mark.end()
        verb, slot = mark.groups()
        if verb is not None:
            parts.append(_verb(verb))
        elif slot in SLOTS:
            parts.append(NameSlot(slot))
        elif slot.startswith("o: ") and slot.count("|") == 1:
            parts += [NameSlot("o"), " ", Counted(*slot.removeprefix("o: ").split("|"))]
        elif slot.count("|") == 1:
            parts.append(Number(*slot.split("|")))
        elif slot.count("|") == 2:
            parts.append(Sexed(*slot.split("|")))
        else:
            raise ValueError(f"it has the unknown slot {{{slot}}}")
    if at < len(text):
        parts.append(text[at:])
    loose = "".join(p for p in parts if isinstance(p, str))
    if not text.strip() or any(c in loose for c in "[]{}"):
        raise ValueError("it is empty or has an unpaired bracket")
    verbs = sum(isinstance(p, Verb) for p in parts)
    if verbs != 1:
        raise ValueError(f"it has {verbs} verbs in square brackets instead of one")
    return Phrase(text, tuple(parts))
