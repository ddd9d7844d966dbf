"""Which sentence a paraphrase means: by names, by words for the same thing, and by whether it denies.

What is told in words of one's own is compared by content. Every word counts by how rare it is in the pair, names more;
a word stands in a sentence if it has the same stem, a slip of the pen, or may be said in its place of some relation
(:mod:`~contragraph.evaluation.answers.synonyms`). A pronoun of a text is the name that opened a sentence before, one of
an answer may be whatever the answer named before. A paraphrase that denies is no sentence that affirms the same.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from contragraph.evaluation.answers.likeness import SPELLING, Wording, exchanged, words_of
from contragraph.evaluation.answers.synonyms import STOPWORDS, content, related, stem

TOLD = 0.6
"""The share of what a paraphrase says, by weight, that must stand in a sentence."""
WHOLE = 0.85
"""The share from which a paraphrase is of one sentence alone, whatever it joins."""
NAMED = 0.75
"""The share of its names, by weight, that must."""
_NAME = 2.0
"""How much more a name says than another word that is as rare."""
_STRANGE = 0.35
"""How much a word says that neither text has: it may stand for one of theirs, or be a remark."""
_OTHER_WORDS = 0.8
"""How much of a word a synonym is."""
_MEANT = 0.5
"""How much a name that was named before says where the paraphrase has a pronoun."""
_BEFORE = 6
"""Words of names before, at most, that a pronoun may stand for."""
_SURPLUS = 0.15
"""How much of what a sentence tells beyond the paraphrase counts against it among several."""
_OTHER_TEXT = 0.25
"""By how much a sentence of the other text must be better than one of the text that is named."""

_PRONOUN = re.compile(
    r"\b(?:he|she|it|they|his|hers?|its|their|him|them|who|whose|this|these|there|both|former|latter)\b", re.IGNORECASE
)
_OPENING = re.compile(
    r"(?:The |An? )?((?:[^\W\d_a-z][\w'’.&-]*|\d[\w.]*)(?:(?:\s+(?:of|the|and|de|la|von|for|in|del|van|der))*\s+"
    r"(?:[^\W\d_a-z][\w'’.&!-]*|\d[\w.]*))*)"
)
_TOPICLESS = re.compile(r"^(?:He|She|It|They|His|Her|Its|Their)\b")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_TENS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|took|won|wrote|drew|went|\w+ed)\b|"
    r"\b[a-z]+s(?=\s(?:a|an|the|as|in|on|with|from|to|no|both|[A-Z]))"
)
_CLAIM = re.compile(r",\s+(?:and\s+|but\s+)?|\s+and\s+(?=[a-z])|;\s+|\s+but\s+")


@dataclass(frozen=True, slots=True)
class _Told:
    """A sentence of a text: its words by stem with what its pronouns stand for, the names of each claim that it joins,
    and its parts, with whether they deny."""

    name: str
    words: Mapping[str, float]
    named: tuple[frozenset[str], ...]
    claims: tuple[tuple[frozenset[str], bool], ...]
    wording: Wording


@dataclass(frozen=True)
class ComparedTexts:
    """Both texts of a pair, as paraphrases are compared with them."""

    sentences: tuple[_Told, ...]
    weights: Mapping[str, float]
    names: frozenset[str]
    shorts: Mapping[str, frozenset[str]]


@lru_cache(maxsize=64)
def telling_of(sentences: tuple[tuple[str, ...], tuple[str, ...]]) -> ComparedTexts:
    """The texts, made ready."""
    every = [s for text in sentences for s in text]
    stems = [frozenset(map(stem, content(s))) for s in every]
    seen = Counter(word for words in stems for word in words)
    names = frozenset(
        stem(word) for s in every for word in Wording(s).capitals if word not in ("he", "she", "it", "they")
    )
    full = _full_names(every)
    weights = {w: math.log(1 + len(every) / n) * (_NAME if w in names or w.isdigit() else 1) for w, n in seen.items()}
    told = []
    for text, part in zip("AB", sentences):
        topic = frozenset[str]()
        for number, sentence in enumerate(part, start=1):
            opening = _OPENING.match(sentence)
            if not _TOPICLESS.match(sentence) and opening:
                topic = frozenset(map(stem, content(opening[1]))) & names
            words = frozenset(map(stem, content(sentence)))
            meant = topic if _PRONOUN.search(sentence) else frozenset[str]()
            meant |= frozenset(w for word in words for w in full.get(word, frozenset()) if w not in words)
            wording = Wording(sentence)
            subject = frozenset(map(stem, content(opening[1]))) & names if opening else frozenset[str]()
            each = tuple(
                meant | subject | (names & set(map(stem, content(claim)))) for claim in _joined_claims(sentence)
            )
            told.append(
                _Told(
                    f"{text}{number}",
                    {w: weights[w] for w in sorted(words | meant) if w in weights},
                    each,
                    _claims(sentence),
                    wording,
                )
            )
    return ComparedTexts(tuple(told), weights, names, _shorts(every))


def _full_names(sentences: Sequence[str]) -> dict[str, frozenset[str]]:
    """For each last word of one longer name alone the words of that name: *Lewis* is *Jerry Lee Lewis*."""
    found: dict[str, set[frozenset[str]]] = {}
    for sentence in sentences:
        for run in re.findall(r"(?:[A-Z][\w'’.-]*\s+){1,3}[A-Z][\w'’-]+", sentence):
            words = [stem(w) for w in content(run.removeprefix("The "))]
            if len(words) > 1:
                found.setdefault(words[-1], set()).add(frozenset(words))
    return {last: next(iter(names)) for last, names in found.items() if len(names) == 1}


def _joined_claims(sentence: str) -> list[str]:
    """The claims that a sentence joins: its parts, those without a verb with the ones beside them."""
    claims: list[str] = []
    for part in _CLAIM.split(sentence):
        if claims and not (_VERB.search(part) and _VERB.search(claims[-1])):
            claims[-1] = f"{claims[-1]} {part}"
        else:
            claims.append(part)
    return claims


def _claims(sentence: str) -> tuple[tuple[frozenset[str], bool], ...]:
    """The parts of a sentence as stems, and whether each denies."""
    parts = [p for p in _CLAIM.split(sentence) if len(p.split()) > 1] or [sentence]
    return tuple((frozenset(map(stem, content(part))), Wording(part).denies) for part in parts)


def _shorts(sentences: Iterable[str]) -> dict[str, frozenset[str]]:
    """Names by their initials: *OPCW*, *UK*."""
    found: dict[str, frozenset[str]] = {}
    for sentence in sentences:
        for run in re.findall(r"[A-Z][\w'’-]+(?:\s+(?:(?:of|the|for|and|on|in)\s+)*[A-Z][\w'’-]+)+", sentence):
            capitals = [w for w in run.split() if w[0].isupper()]
            for length in range(2, len(capitals) + 1):
                for at in range(len(capitals) - length + 1):
                    part = capitals[at : at + length]
                    found.setdefault(
                        "".join(w[0] for w in part).lower(), frozenset(stem(x) for w in part for x in words_of(w))
                    )
    return found


def _spelled(words: Sequence[str], telling: ComparedTexts, text: str) -> list[str]:
    """The stems of a paraphrase, with the names that it shortens written out, and numbers in figures."""
    found: list[str] = []
    shortened = {w.lower().replace(".", "") for w in re.findall(r"\b(?:[A-Z]\.?){2,}(?!\w)", text)}
    for word in words:
        if word in shortened and word in telling.shorts and stem(word) not in telling.weights:
            found += sorted(telling.shorts[word])
        elif word in _TENS and stem(word) not in telling.weights:
            found.append(str(_TENS.index(word)))
        elif months := [
            m for m in _MONTHS if len(word) in (3, 4) and m.startswith(word) and stem(m) in telling.weights
        ]:
            found.append(stem(months[0]))
        else:
            found.append(stem(word))
    return found


def _stands(word: str, told: _Told, name: bool) -> float:
    """How far a word stands in a sentence: as it is, misspelt, or in other words."""
    from rapidfuzz import fuzz

    if word in told.words:
        return 1.0
    if len(word) > 3 and any(len(w) > 3 and fuzz.ratio(word, w, score_cutoff=SPELLING) for w in told.words):
        return 0.95
    return _OTHER_WORDS if not name and any(related(word, w) for w in told.words) else 0.0


def _close(word: str, telling: ComparedTexts) -> str:
    """The word of the texts that a misspelt one is, else the word itself."""
    from rapidfuzz import fuzz

    if word in telling.weights or len(word) < 4 or word.isdigit():
        return word
    ranked = [(fuzz.ratio(word, w), w) for w in sorted(telling.weights) if len(w) > 3]
    best = max(ranked, key=lambda r: r[0], default=(0.0, word))
    return best[1] if best[0] >= SPELLING else word


def meant_by(text: str, label: str | None, about: str, telling: ComparedTexts, least: float = TOLD) -> frozenset[str]:
    """The sentence that a paraphrase means; empty if there is none, or if it says nothing that could be recognised.

    ``label`` is the text that the answer names, ``about`` what the answer said before, ``least`` the share to reach.
    """
    words = [_close(w, telling) for w in _spelled(content(text), telling, text)]
    names = {w for w in words if w in telling.names or w.isdigit()}
    if any(w.isdigit() and w not in telling.weights for w in words):
        return frozenset()
    before: list[str] = []
    if _PRONOUN.search(text) or len(names) < 2:
        before = [w for w in map(stem, content(about)) if w in telling.names and w not in names][-_BEFORE:]
    if not names:
        names = set(before)
        words += before
    if not names or len(set(words)) < 2:
        return frozenset()
    quote = Wording(text)
    capitals = {_close(stem(w), telling) for w in Wording(text[:1].lower() + text[1:]).capitals}
    strange = {w for w in capitals if w in words and w not in telling.weights}
    opening = [_close(stem(w), telling) for w in quote.names[0] if w not in STOPWORDS]
    negative, joined = quote.denies, re.search(r",|;| and ", text) is not None
    ranked: list[tuple[float, str]] = []
    for told in telling.sentences:
        share, named = _share(words, names, told, telling, joined)
        if share < least or named < NAMED:
            continue
        if any(w in telling.names and not _stands(w, told, True) for w in opening):
            continue
        if any(not _stands(w, told, False) for w in strange):
            continue
        if _denied(words, told) != negative or any(exchanged(quote, w) for w in (told.wording, *told.wording.claims)):
            continue
        if _turned_round(words, quote, told, telling):
            continue
        surplus = sum(w for word, w in told.words.items() if word not in words) / sum(told.words.values())
        known = sum(telling.weights.get(w, 0) for w in before)
        topical = sum(telling.weights.get(w, 0) for w in before if w in told.words) / known if known else 0.0
        away = 0.0 if label in (None, told.name[0]) else _OTHER_TEXT
        ranked.append((share + _MEANT * topical - _SURPLUS * surplus - away, told.name))
    best = max(ranked, key=lambda r: r[0], default=(0.0, ""))
    return frozenset({best[1]} if best[1] else ())


def _share(
    words: Sequence[str], names: set[str], told: _Told, telling: ComparedTexts, joined: bool
) -> tuple[float, float]:
    """The share of the words, and of the names, that stand in a sentence, by weight.

    The names must stand in one of the claims that it joins, unless the paraphrase joins several itself (``joined``).
    One name alone is not enough: something must be told of it in words that the sentence has as well.
    """
    common = sorted(telling.weights.values())[len(telling.weights) // 2] if telling.weights else 1.0
    have = every = every_name = 0.0
    things = 0
    held: dict[str, float] = {}
    for word in dict.fromkeys(words):
        weight = telling.weights.get(word, common * _STRANGE)
        stands = _stands(word, told, word in names)
        every += weight
        have += weight * stands
        things += stands > 0
        if word in names:
            every_name += weight
            held[word] = weight * stands
    if things < 2 or not every or not every_name:
        return 0.0, 0.0
    units = told.named if not joined else (frozenset(held),)
    best = max(
        sum(share for w, share in held.items() if w in unit or w.isdigit() or w not in telling.names) for unit in units
    )
    return have / every, best / every_name


def _denied(words: Sequence[str], told: _Told) -> bool:
    """Does the part of a sentence deny that a paraphrase has most words of?"""
    ranked = [(len(part & set(words)), denied) for part, denied in told.claims]
    most = max(n for n, _ in ranked)
    return any(denied for n, denied in ranked if n == most)


def _turned_round(words: Sequence[str], quote: Wording, told: _Told, telling: ComparedTexts) -> bool:
    """Does a paraphrase with the very words of a claim have its two names in the other order?"""
    if " by " in quote.joined or " by " in told.wording.joined:
        return False
    mine = [w for w in words if w in telling.names]
    others = {w for w in words if w not in telling.names}
    for claim in (told.wording, *told.wording.claims):
        stems = [stem(w) for w in content(claim.text)]
        theirs = [w for w in stems if w in mine]
        same = others and others == {w for w in stems if w not in telling.names}
        if same and len(set(mine)) > 1 and set(theirs) == set(mine) and theirs[0] != mine[0] and not symmetric(claim):
            return True
    return False


def symmetric(claim: Wording) -> bool:
    """May the names in a claim be exchanged?"""
    return (
        re.search(
            r" (?:border|adjoin|neighbo|shar|relat|sibling|brother|sister|cousin|common|married|twin|different|met )",
            claim.joined,
        )
        is not None
    )
