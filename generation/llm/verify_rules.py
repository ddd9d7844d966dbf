"""The check without a model: whether a told text states each fact, and nothing else, as far as words show it.

It is cheap and blunt. Sure faults alone count: a name that is missing or stands in no sentence with its fact, a denial
or a restriction that got lost or came in, a time without its years, names and numbers that no fact has, another
language, a text that is far too long. Whether a free wording says the right thing is for a second model to judge.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rapidfuzz import fuzz, process

from contragraph.dataset.check.faults import MAX_WORDS
from contragraph.generation.llm.tell_align import TextSentence, evidence, masked, polarity, standing, timed, too_long
from contragraph.generation.llm.tell_facts import PromptFact, forms
from contragraph.generation.llm.tell_words import (
    COUNTS,
    FUNCTION,
    HARD,
    ONLY,
    OPENERS,
    PRONOUNS,
    SOFT,
    folded,
    stem,
    words,
)

Kind = Literal["missing", "wrong", "misleading", "added", "form", "unverified"]
"""What is wrong: a fact is not told, or told wrongly, or in a way that misleads; something was added; it is no such
text; or nobody could say."""

NEAR_NAME = 85.0
"""From here on (rapidfuzz, partial_ratio) a stretch of text counts as a misspelt name, and the finding says so."""
NEAR_WORD = 72.0
"""From here on (rapidfuzz, ratio) a capitalised word counts as derived from a known one: "German" from "Germany"."""
ENGLISH = 0.24
"""The least share of function words among the words that are not of names; below, it is hardly English."""
WORDS, WORDS_A_FACT = 40, 30
"""A text may have so many words, and so many more for each fact."""
TOLD_ANYWAY = 95.0
"""From here on (rapidfuzz, token_set_ratio) a sentence with both names says what a wording of the lexicon says."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_PREFIX = 4


@dataclass(frozen=True, slots=True)
class TextFault:
    """One fault of a text; ``fact`` is the id of the fact that it concerns, if any."""

    kind: Kind
    says: str
    """What is wrong, in a sentence for the one who tells it again."""
    fact: str | None = None


def findings(
    text: str,
    facts: Sequence[PromptFact],
    parts: Sequence[TextSentence],
    placed: Mapping[str, int],
    names: Sequence[str],
) -> tuple[TextFault, ...]:
    """All sure faults of a text that ought to state these facts; ``names`` are the labels that it may name."""
    found = [*_form(text, parts, names)]
    for fact in facts:
        found += _fact(fact, text, parts, placed)
    found += _denials(facts, parts, placed)
    found += _added(facts, parts, names)
    found += _idle(facts, parts)
    return tuple(found)


def overlong(text: str, facts: Sequence[PromptFact]) -> tuple[TextFault, ...]:
    """Whether a text is far too long: then nothing else of it is looked at."""
    most, count = WORDS + WORDS_A_FACT * len(facts), len(text.split())
    return (TextFault("form", f"The text has {count} words; at most {most} are allowed."),) if count > most else ()


def _form(text: str, parts: Sequence[TextSentence], names: Sequence[str]) -> list[TextFault]:
    found = [
        TextFault("form", f"Sentence {n + 1} has more than {MAX_WORDS} words; divide it.") for n in too_long(parts)
    ]
    rest = folded(masked(text, names))
    if len(rest) >= 8 and sum(w in FUNCTION for w in rest) < ENGLISH * len(rest):
        found.append(TextFault("form", "The text is not plain English prose."))
    return found


def _fact(fact: PromptFact, text: str, parts: Sequence[TextSentence], placed: Mapping[str, int]) -> list[TextFault]:
    shadow = text.casefold()
    lost = [end for end in fact.ends if not any(f.casefold() in shadow for f in forms(end))]
    if lost:
        return [TextFault("missing", _lost(fact, lost[0], text), fact.id)]
    if fact.id not in placed:
        return [
            TextFault(
                "missing", f"No sentence names both “{fact.subject}” and “{fact.thing}”: {fact.meaning}.", fact.id
            )
        ]
    part = parts[placed[fact.id]]
    if not timed(fact, part):
        return [TextFault("wrong", f"The time is not told: {fact.meaning}.", fact.id)]
    if not polarity(fact, part):
        return [TextFault("wrong", f"What is denied or restricted got lost: {fact.meaning}.", fact.id)]
    return []


def _lost(fact: PromptFact, name: str, text: str) -> str:
    near = fuzz.partial_ratio_alignment(name.casefold(), text.casefold(), score_cutoff=NEAR_NAME)
    if near is not None and len(name) > 4:
        return f"The name must be written “{name}”, not “{text[near.dest_start : near.dest_end].strip()}”."
    return f"“{name}” is not named: {fact.meaning}."


def _denials(facts: Sequence[PromptFact], parts: Sequence[TextSentence], placed: Mapping[str, int]) -> list[TextFault]:
    """Sentences that deny something where no fact does."""
    found = []
    for number, part in enumerate(parts):
        its = [f for f in facts if placed.get(f.id) == number]
        if part.denies and its and not any(_may_deny(f) for f in its):
            says = f"Sentence {number + 1} denies something, but nothing is denied there: {its[0].meaning}."
            found.append(TextFault("wrong", says, its[0].id))
    return found


def _may_deny(fact: PromptFact) -> bool:
    return any(not (HARD | ONLY | SOFT).isdisjoint(folded(w)) for w in fact.wordings)


def told_anyway(
    others: Sequence[PromptFact], facts: Sequence[PromptFact], parts: Sequence[TextSentence], names: Sequence[str]
) -> tuple[TextFault, ...]:
    """Statements of the other side alone that a text has in so many words, in a sentence of two names.

    What is said by a pronoun, or of two names of which the text has a fact to tell, is for a second model to judge.
    """
    own = {frozenset(f.ends) for f in facts}
    known = sorted({*names, *(end for f in others for end in f.ends)})
    found = []
    for number, part in enumerate(parts):
        ends = standing(part.body, known)
        plain = (HARD | SOFT | ONLY).isdisjoint(part.words)
        for fact in others:
            if ends != set(fact.ends) or ends in own or _may_deny(fact) == plain or not PRONOUNS.isdisjoint(part.words):
                continue
            seen = evidence(fact, parts, number)
            if seen is not None and seen.fits and seen.alike >= TOLD_ANYWAY:
                found.append(TextFault("added", f"Sentence {number + 1} must not say this: {fact.meaning}."))
    return tuple(found)


def _added(facts: Sequence[PromptFact], parts: Sequence[TextSentence], names: Sequence[str]) -> list[TextFault]:
    """Names, numbers and counts that no fact has, and sentences that state nothing."""
    told = " ".join((*names, *(f"{f.meaning} {f.relation} {' '.join((*f.wordings, *f.glosses))}" for f in facts)))
    known = frozenset(folded(told))
    stems = frozenset(map(stem, known))
    numbers = frozenset(n.replace(",", "") for n in _NUMBER.findall(told))
    long = sorted(w for w in known if len(w) >= _PREFIX)
    found = []
    for number, part in enumerate(parts):
        rest = masked(part.body, names)
        strange = [n for n in _NUMBER.findall(rest) if n.replace(",", "") not in numbers]
        first = words(part.body)[:1]
        for word in words(rest):
            plain = folded(word)[0]
            if plain in known or stem(plain) in stems or plain in FUNCTION:
                continue
            opens = first == [word] and _opens(plain)
            if plain in COUNTS or (word[0].isupper() and not opens and not _derived(plain, long)):
                strange.append(word)
        for thing in dict.fromkeys(strange):
            found.append(TextFault("added", f"Sentence {number + 1} has “{thing}”, which no fact has."))
    return found


def _idle(facts: Sequence[PromptFact], parts: Sequence[TextSentence]) -> list[TextFault]:
    """Sentences that can state none of the facts."""
    return [
        TextFault("added", f"Sentence {number + 1} tells none of the facts.")
        for number in range(len(parts))
        if all(evidence(fact, parts, number) is None for fact in facts)
    ]


def _opens(word: str) -> bool:
    """Whether a word may have a capital because it opens a sentence."""
    return word in OPENERS or word in FUNCTION or word.endswith(("ed", "ing", "ly"))


def _derived(word: str, known: Sequence[str]) -> bool:
    """Whether a word is one of the known in another form: "Parisian"."""
    if len(word) < _PREFIX:
        return False
    near = process.extractOne(word, [k for k in known if k[:_PREFIX] == word[:_PREFIX]], scorer=fuzz.ratio)
    return near is not None and near[1] >= NEAR_WORD
