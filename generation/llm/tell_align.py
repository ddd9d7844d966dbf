"""Which sentence of a told text states which statement.

The contract of a dataset: sentences in order that cover the text, of at most 60 words; each statement stated in one
sentence, which has the label of its subject or object, the label of the other standing there or earlier.
``sentencex`` divides the text. What it cannot know, the names tell: none is divided ("Yahoo! Inc."), a full stop and a
capital after one end a sentence ("took part in World War I. He …"), and so does the full stop of a name before another
name ("lives near Robert Downey Jr. Manhattan is …").
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from contragraph.dataset.check.faults import MAX_WORDS
from contragraph.generation.llm.tell_facts import PromptFact, forms
from contragraph.generation.llm.tell_words import BACK, FUNCTION, HARD, ONLY, SOFT, content, folded
from contragraph.graph.model import Sentence

_WORDING = 90.0
Span = tuple[int, int]
_AFTER = re.compile(r"(?<=[.!?])\s+(?=\w)")
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\d+")
_NOUN = re.compile(r"(?:The|Its|His|Her|Their) [a-z]")
_NEXT = re.compile(r"[.!?][\"'”’)\]]*\s+(?=[\"'“‘(\[]?\w)")


@dataclass(frozen=True, slots=True)
class TextSentence:
    """A sentence of a text, and what the label rule needs to know of it."""

    start: int
    end: int
    body: str
    here: frozenset[str]
    """Names that stand in it."""
    alone: frozenset[str]
    """Those that are not part of a longer name there."""
    named: frozenset[str]
    """Names that stand in it or before it."""
    words: tuple[str, ...]
    """Its words but for those of names, in lower case."""

    @property
    def refers(self) -> bool:
        """Whether a word in it may stand for something told before: a pronoun, or *the* and a noun at the start."""
        return not BACK.isdisjoint(self.words) or _NOUN.match(self.body) is not None

    @property
    def denies(self) -> bool:
        """Whether it has a hard denial."""
        return not HARD.isdisjoint(self.words)


def parts_of(text: str, names: Iterable[str]) -> tuple[TextSentence, ...]:
    """The sentences of a text that names these things; nothing for a blank text."""
    known = sorted(set(names))
    parts: list[TextSentence] = []
    named: set[str] = set()
    for start, end in spans(text, known):
        body = text[start:end]
        shadow = body.casefold()
        here = {name for name in known if any(form.casefold() in shadow for form in forms(name))}
        named |= here
        alone, words = frozenset(standing(body, known)), tuple(folded(masked(body, known)))
        parts.append(TextSentence(start, end, body, frozenset(here), alone, frozenset(named), words))
    return tuple(parts)


def masked(text: str, names: Iterable[str]) -> str:
    """The text without these names, letter case aside, the longest first."""
    found = sorted({form for name in names for form in forms(name)}, key=lambda n: (-len(n), n))
    if not found:
        return text
    pattern = "|".join(rf"{_edge(n[0])}{re.escape(n)}{_edge(n[-1])}" for n in found)
    return re.sub(pattern, " ", text, flags=re.IGNORECASE)


def _edge(character: str) -> str:
    return r"\b" if character.isalnum() else ""


def spans(text: str, names: Iterable[str]) -> list[Span]:
    """Where sentences begin and end; they cover the text, blanks belong to the sentence before them."""
    from sentencex import segment

    if not text.strip():
        return []
    starts, at = [0], 0
    for part in segment("en", text):
        said = part.strip()
        if not said:
            continue
        found = text.find(said, at)
        if found < 0:  # the splitter changed it: then it is one sentence with what went before
            continue
        starts.append(found)
        at = found + len(said)
    inside, ends = _names_in(text, names)
    begins = {a for a, _ in inside}
    capital = {m.end() for m in _NEXT.finditer(text) if m.start() in ends and text[m.end()].isupper()}
    dated = {m.end() for m in _NEXT.finditer(text) if m.start() in ends and m.end() in begins}  # "… Penn. 27 August …"
    starts += [*capital, *dated]
    starts += [m.end() for m in _AFTER.finditer(text) if m.start() in ends and _begins(text, m.end(), begins)]
    first = len(text) - len(text.lstrip())
    kept = {s for s in starts if s > first and not any(a < s < b for a, b in inside)}
    kept -= {s for s in kept if len(text[:s].rstrip()) in ends and not (text[s].isupper() or text[s].isdigit())}
    cuts = [0, *sorted(kept)]
    return list(zip(cuts, [*cuts[1:], len(text)]))


def _begins(text: str, at: int, names: Collection[int]) -> bool:
    """Whether what follows a name with a full stop of its own begins a sentence: another name, or "He", "The", "In"."""
    word = _WORD.match(text, at)
    return text[at].isupper() and (at in names or (word is not None and word[0].casefold() in FUNCTION))


def standing(text: str, names: Iterable[str]) -> set[str]:
    """The names that stand in a text by themselves, not as part of a longer one."""
    found = {form: name for name in names for form in forms(name)}
    return {found[text[a:b]] for a, b in _longest([m for n in found for m in _places(text, n)])}


def _places(text: str, name: str) -> list[Span]:
    return [m.span() for m in re.finditer(re.escape(name), text)]


def _longest(places: Sequence[Span]) -> list[Span]:
    """The places that lie in no other."""
    return [p for p in places if not any(a <= p[0] and p[1] <= b and (a, b) != p for a, b in places)]


def _names_in(text: str, names: Iterable[str]) -> tuple[list[Span], frozenset[int]]:
    """The places of names, and where those end that no longer name covers."""
    places = [m for name in names for form in forms(name) for m in _places(text, form)]
    return places, frozenset(b for _, b in _longest(places))


@dataclass(frozen=True, slots=True)
class SentenceMatch:
    """How well a sentence states a fact, as far as one can tell without a model. Better ones compare greater."""

    both: bool
    """Both names stand in it by themselves."""
    fits: bool
    """It denies or restricts where the fact does, and has the time that the fact has."""
    alike: float
    """How alike the words of sentence and lexicon are, 0 to 100 (rapidfuzz, token_set_ratio)."""
    between: bool
    """What stands between the two names is a wording of the lexicon, but for a word (ratio of 90)."""


def evidence(fact: PromptFact, parts: Sequence[TextSentence], number: int) -> SentenceMatch | None:
    """The evidence that a sentence states a fact; None if the label rule excludes it, or nothing points back."""
    part, ends = parts[number], set(fact.ends)
    if not (ends & part.here and ends <= part.named):
        return None
    absent = sorted(ends - part.here)
    if absent and not _points_back(absent[0], parts, number):
        return None
    own, between = " ".join(part.words), "" if absent else _between(part.body, *fact.ends)
    return SentenceMatch(
        both=ends <= part.alone,
        fits=polarity(fact, part) and timed(fact, part),
        alike=max((fuzz.token_set_ratio(own, wording) for wording in fact.wordings if wording), default=0.0),
        between=any(fuzz.ratio(between, wording) >= _WORDING for wording in fact.wordings if between),
    )


def _between(body: str, one: str, other: str) -> str:
    """The words from a place of one name to the nearest place of the other."""
    ones, others = ([m for form in forms(name) for m in _places(body, form)] for name in (one, other))
    gaps = [(b, c) if b <= c else (d, a) for a, b in ones for c, d in others if b <= c or d <= a]
    start, end = min(gaps, key=lambda gap: (gap[1] - gap[0], gap), default=(0, 0))
    return body[start:end].casefold().strip(" ,;.")


def timed(fact: PromptFact, part: TextSentence) -> bool:
    """Whether a sentence has the numbers of the time for which a fact holds."""
    return set(_NUMBER.findall(fact.time)) <= set(_NUMBER.findall(part.body))


def _points_back(name: str, parts: Sequence[TextSentence], number: int) -> bool:
    """Whether a sentence means a thing that it does not name.

    It has a word of the name (a surname), or a word that stands for something told before, which the sentence before it
    names, or means in its turn.
    """
    for part in reversed(parts[: number + 1]):
        if name in part.here:
            return True
        body = frozenset(folded(part.body))
        if any(len(word) > 2 and word in body for word in folded(name) if word not in FUNCTION):
            return True
        if not part.refers:
            return False
    return False


def polarity(fact: PromptFact, part: TextSentence) -> bool:
    """Whether a sentence denies or restricts where a fact wants it.

    A fact that is denied in all wordings of the lexicon needs a word of denial, or the words of a wording that does
    without ("differs from" for "is not"); one that restricts ("the only …") a word of restriction or denial. Whether a
    plain fact stands in a sentence that denies something is seen for the sentence as a whole.
    """
    said = frozenset(part.words)
    wanted = [frozenset(folded(w)) for w in fact.wordings]
    if all(w.isdisjoint(HARD | ONLY | SOFT) for w in wanted):
        return True
    if any(not w.isdisjoint(ONLY) for w in wanted) and all(not w.isdisjoint(ONLY | HARD) for w in wanted):
        return not said.isdisjoint(ONLY | HARD)
    if not said.isdisjoint(HARD | SOFT | ONLY):
        return True
    stems = content(said)
    return any(content(w) & stems for w in wanted if w.isdisjoint(HARD))


def place(
    facts: Sequence[PromptFact], parts: Sequence[TextSentence], hints: Mapping[str, int] | None = None
) -> dict[str, int]:
    """The sentence that states each fact, by its id; facts that no sentence can state are left out.

    A hint (the sentence that a verifier named) is followed where the label rule allows it. Else the sentence fits,
    has both names, and is most like the wordings of the lexicon, as a whole and then
    between the names; the earlier of equals.
    """
    found: dict[str, int] = {}
    for fact in facts:
        known = {n: e for n in range(len(parts)) if (e := evidence(fact, parts, n)) is not None}
        hint = (hints or {}).get(fact.id)
        if hint is not None and hint in known and known[hint].fits:
            found[fact.id] = hint
        elif known:
            found[fact.id] = max(
                known, key=lambda n: (known[n].fits, known[n].both, known[n].alike, known[n].between, -n)
            )
    return found


def too_long(parts: Sequence[TextSentence]) -> list[int]:
    """The sentences with more words than a dataset may have in one."""
    return [n for n, part in enumerate(parts) if len(part.body.split()) > MAX_WORDS]


def sentences(
    parts: Sequence[TextSentence], facts: Sequence[PromptFact], placed: Mapping[str, int]
) -> tuple[Sentence, ...]:
    """The sentences of a text with the statements that each states, in the order of the facts."""
    return tuple(
        Sentence(part.start, part.end, tuple(f.id for f in facts if placed.get(f.id) == n))
        for n, part in enumerate(parts)
    )
