"""When a quoted sentence is a sentence of a text: the words compared, and the one threshold of each comparison.

How the thresholds were found: docs/evaluate.md. They are about words in one form (``words_of``): compatibility forms
of Unicode, no accents, no case, no punctuation.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

ALIKE = 65
"""Percent of likeness (rapidfuzz, the same words in any order) from which a quote is a sentence told in other words."""
COVERED = 85
"""Percent of a quote's words that stand in a sentence, in their order, from which it is that sentence with gaps."""
PART = 3
"""Words of a part of a sentence at least: fewer name a thing, not a sentence."""
PARTS = 4
"""Words at least where a part has gaps, or a quote covers a sentence among others."""
LEAD = 10
"""Percent by which a sentence of the other text must be more alike than one of the text that the answer names."""
DENIAL = 15
"""Percent taken off the likeness where one denies and the other does not."""
SPELLING = 80
"""Percent of likeness from which two names are one, in another spelling or form."""

_WIDE = re.compile(r"([\u0e00-\u0e7f\u2e80-\u9fff\uf900-\ufaff])")
_DENIES = re.compile(
    r" (?:no|not|never|none|neither|nor|without|nobody|nothing|nowhere|cannot|lack(?:s|ed|ing)?|outside|alone|only|"
    r"exclusively|solely|entirely|refus\w+|reject\w+|declin\w+|turned (?:down|away)|turning down|fail(?:s|ed)|"
    r"withdr\w+|pull(?:s|ed)? out|dropped out|spectator|watch\w*|unrelated|different|denie[sd]|den(?:y|ying)|"
    r"anything but|rule[sd]? out|free of|absent|opposed|acquitted|cleared|exclud\w+|unconnected|"
    r"at no time|unlike|missed|untouched|independently) "
)
"""Words that deny, exclude, or tell of what did not come about."""
_PRONOUN = re.compile(r" (?:he|she|it|they|his|hers?|its|their|him|them|who|which|whose|former|latter) ")


@lru_cache(maxsize=1 << 14)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in the one form; scripts without blanks give one word for each character."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).casefold()
    plain = _WIDE.sub(r" \1 ", plain.replace("n't", " not").replace("n’t", " not"))
    return tuple(re.sub(r"['’](?=\w)", "", plain).translate(_PUNCTUATION).split())


_SMALL = re.compile(
    r"(?:he|she|it|they|his|hers?|its|their|him|them|the|an?|of|and|de|la|von|in|on|at|there|this|that|these|those|no|none|"
    r"neither|both|according|however)",
    re.IGNORECASE,
)
"""Words that are no names though they may begin with a capital letter, and the small words within names."""
_ARTICLES = frozenset(("a", "an", "the"))
_PREPOSITIONS = frozenset(
    (
        *("of", "in", "on", "at", "by", "to", "from", "with", "for", "as", "into", "than", "after", "before"),
        *("between", "under", "over", "against", "during"),
    )
)
_EITHER_WAY = re.compile(
    r" (?:border\w*|neighbou?r\w*|adjacent|adjoin\w*|shar\w+|twin\w*|sister|brother|siblings?|cousins?|relatives?|"
    r"related|relations|partners?|spouses?|marri\w+|wed|friends?|colleagues?|same|different|differs?|met|together|common|"
    r"as (?:do|does|did|is|are|was|were|can|has|have|had)) "
)
"""Words of what is the same told from either side: *A borders B*, *A is a sibling of B*, *A is a film, as is B*."""
_TOKEN = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*|,")
_JOINTS = re.compile(r",\s+(?:and\s+|but\s+|who\s+|which\s+)?|\s+and\s+|;\s+")
_OPENING = re.compile(r"(?:[^\W\d_a-z][\w'’.-]*(?:\s+(?:of|the|and|de|la|von))*\s*)+")


class _Punctuation(dict[int, str]):
    """Everything but letters and digits is a blank."""

    def __missing__(self, code: int) -> str:
        self[code] = chr(code) if chr(code).isalnum() else " "
        return self[code]


_PUNCTUATION = _Punctuation()


@dataclass(frozen=True)
class Wording:
    """A sentence or a quote, in the forms in which it is compared."""

    text: str

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Its words in the one form."""
        return words_of(self.text)

    @cached_property
    def joined(self) -> str:
        """Its words with one blank around each."""
        return f" {' '.join(self.words)} "

    @cached_property
    def denies(self) -> bool:
        """Does it hold a word that denies?"""
        return _DENIES.search(self.joined) is not None

    @cached_property
    def has_pronoun(self) -> bool:
        """May it speak of something that another sentence names?"""
        return _PRONOUN.search(self.joined) is not None

    @cached_property
    def claims(self) -> tuple[Wording, ...]:
        """The claims that it joins, each with the words that open the sentence for its subject."""
        first, *others = _JOINTS.split(self.text)
        if not others:
            return ()
        opening = _OPENING.match(first)
        subject = opening[0].strip() if opening else ""
        told = map(Wording, (first, *(f"{subject} {other}" for other in others)))
        return tuple(claim for claim in told if len(claim.words) >= PARTS)

    @cached_property
    def kept(self) -> list[str]:
        """Its words without articles, sorted."""
        return sorted(word for word in self.words if word not in _ARTICLES)

    @cached_property
    def capitals(self) -> frozenset[str]:
        """Its words that begin with a capital letter."""
        tokens = (t for t in _TOKEN.findall(self.text) if t[0].isupper() and not _SMALL.fullmatch(t))
        return frozenset(word for token in tokens for word in words_of(token))

    @cached_property
    def names(self) -> tuple[frozenset[str], tuple[frozenset[str], ...]]:
        """Its names and numbers: the words that open it (the subject, as a rule), and the others by name."""
        opening: set[str] = set()
        others: list[set[str]] = []
        in_opening, in_name = True, False
        for token in re.findall(r"[^\W_]+(?:['’.\-][^\W_]+)*", self.text):
            words = {w for w in words_of(token) if len(w) > 1}
            if _SMALL.fullmatch(token) or not (token[0].isupper() or token[0].isdigit()):
                in_opening = in_opening and _SMALL.fullmatch(token) is not None
                in_name = False
            elif in_opening:
                opening |= words
            else:
                if not in_name:
                    others.append(set())
                others[-1] |= words
                in_name = True
        return frozenset(opening), tuple(frozenset(name - opening) for name in others if name - opening)


def _holds(words: tuple[str, ...], name: Iterable[str], some: Callable[[Iterable[bool]], bool] = all) -> bool:
    """Do the words hold all (or any) words of a name, in some spelling?

    A word of three letters is a name in another spelling only beside another word of that name (Chris Pen, not Pen).
    """
    from rapidfuzz import fuzz

    every = set(words)
    parts = tuple(name)
    least = 3 if some is all and any(len(part) > 3 and part in every for part in parts) else 4
    return some(
        part in every
        or (len(part) >= least and any(fuzz.ratio(part, w, score_cutoff=SPELLING) for w in every if len(w) >= least))
        for part in parts
    )


def names_hold(quote: Wording, sentence: Wording, text: Wording) -> bool:
    """Does a quote bring no name or number of its own?

    All must stand in the text. Those that do not open the quote must stand in the sentence too, with one of their words
    at least, if the sentence has no pronoun for them. Where quote and sentence open with different names, each strange
    to the other, they speak of different things.
    """
    opening, others = quote.names
    if not sentence.has_pronoun and opening and (theirs := sentence.names[0]):
        missing = [part for part in opening if not _holds(sentence.words, (part,))]
        if missing and not _holds(quote.words, theirs):
            return False
    return _holds(text.words, opening) and all(
        _holds(text.words, name) and (sentence.has_pronoun or _holds(sentence.words, name, any)) for name in others
    )


def covered(part: Wording, whole: Wording) -> float:
    """Percent of the words of the one that stand in the other, in their order."""
    from rapidfuzz.distance import LCSseq

    return 100 * LCSseq.similarity(part.words, whole.words) / len(part.words) if part.words else 0.0


def exchanged(quote: Wording, told: Wording) -> bool:
    """Do the two hold the same words with the names in other places, as in *A taught B* and *B taught A*?

    A name's place is the preposition before it, else its rank among those without one, so that *In Bonn, Ries was born*
    is *Ries was born in Bonn*. Names in a list have one place. A comma may join a list or end a clause: only if the
    places differ in both readings, names were exchanged. What is true either way (*A borders B*) has no places.
    """
    if quote.kept != told.kept or quote.words == told.words or _EITHER_WAY.search(told.joined):
        return False
    # What only opens the one with a capital is no name. A quote without any capitals says nothing of what is one.
    names = told.capitals & quote.capitals if quote.capitals else told.capitals
    return all(
        _places(quote, names, joins) != _places(told, names, joins) for joins in (("and", "or", ","), ("and", "or"))
    )


def _places(wording: Wording, names: frozenset[str], joins: tuple[str, ...]) -> dict[str, list[list[str]]]:
    """The names at each place; those in a list together, sorted, and those behind the same preposition in any order."""
    places: dict[str, list[list[str]]] = {}
    preposition, listed, cased = "", False, bool(wording.capitals)
    for token in _TOKEN.findall(wording.text):
        words = words_of(token)
        if words and names.issuperset(words) and (token[0].isupper() or not cased):
            groups = places.setdefault(preposition, [])
            if listed:
                groups[-1] = sorted((*groups[-1], *words))
            else:
                groups.append(sorted(words))
            listed = True
        elif not (token in joins and listed) and token not in _ARTICLES:
            preposition, listed = (words[0] if words and words[0] in _PREPOSITIONS else ""), False
    return {place: sorted(groups) if place else groups for place, groups in places.items()}


def alike(quote: Wording, sentence: Wording) -> float:
    """Percent of likeness of a quote and a sentence, or of one of its claims; 0 below the thresholds.

    0 too where the quote tells the sentence, or a claim, with its names exchanged.
    """
    from rapidfuzz import fuzz

    forms = (sentence, *sentence.claims)
    score = max(
        max(fuzz.token_sort_ratio(quote.joined, told.joined), fuzz.ratio(quote.joined, told.joined)) for told in forms
    )
    if any(exchanged(quote, told) for told in forms):
        return 0.0
    if len(quote.words) >= PARTS and (share := covered(quote, sentence)) >= COVERED:
        score = max(score, share)
    if quote.denies != sentence.denies:
        score -= DENIAL
    return score if score >= ALIKE else 0.0
