"""From an answer to its score: each quoted sentence is looked for in the texts, then conflicts are compared.

The rule of localisation is that of :mod:`contragraph.evaluation.matching`, the same as for people who read. A quote is
looked for in several ways, one after the other; in each the text that the answer names comes first, then the other one:
the same words; a part of a sentence; parts with gaps between dots; several sentences in one quote; the sentence that is
most alike; the clauses of the quote one by one; the sentence that it paraphrases; at last its number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from contragraph.evaluation.answers.answered import Parsed, Quote
from contragraph.evaluation.answers.likeness import COVERED, LEAD, PART, PARTS, Wording, alike, covered, names_hold
from contragraph.evaluation.answers.mentions import Where
from contragraph.evaluation.answers.paraphrase import WHOLE, ComparedTexts, meant_by, telling_of
from contragraph.evaluation.answers.parse import parse
from contragraph.evaluation.matching import Needed, needed_sentences, sentences_known
from contragraph.evaluation.records import Item, ItemConflict, Order, PairReply, PairScore, Prompt

POINTED = 0.5
"""The share of a reported conflict's sentences that must state something of a declared one, for it to be that one.

Without it, an answer that quotes both texts whole would localise everything.
"""
UNDECIDED = 2.5
"""Percent of likeness between two sentences, below which a quote that begins with a pronoun may mean either."""
LOOKED = 400
"""Quotes of an answer that are looked for while it is read, at most: no answer that can be read has as many."""
_GAP = re.compile(r"\[?(?:\.{3,}|…)\]?|\[\s*\]")
_END = r"(?<=[.!?])(?<!\b[A-HJ-Z]\.)"
"""Behind what a sentence may end: not an initial ("Lyndon B. Johnson"), but "World War I."."""
_ENDS = re.compile(rf"{_END}[\"”»]?\s+(?=[\"“„«]?[^\W\d_a-z])|\n+")
_TOLD = re.compile(
    rf";\s+|{_END}\s+|,?\s+(?:and|but)\s+(?:also\s+)?(?:that\s+|then\s+|(?=[a-z]))|"
    r",\s+(?:and|but|although|though|since|even\s+though|which)\s+"
)
"""What stands between the claims of a paraphrase."""
_TOPICLESS = re.compile(r"\W*(?:he|she|it|they|his|her|its|their)\b", re.IGNORECASE)
"""How a clause begins that speaks of what was named before."""
_CLAUSES = re.compile(r"(?:,|;)\s+(?:and|but|while|whereas)?\s*|\s+(?:and|but|while|whereas)\s+")


@dataclass(frozen=True)
class _Texts:
    """The sentences of the item, as they are compared."""

    named: tuple[tuple[str, Wording], ...]
    whole: dict[str, Wording]


@lru_cache(maxsize=64)
def _texts(sentences: tuple[tuple[str, ...], tuple[str, ...]]) -> _Texts:
    named = tuple((f"{t}{n}", Wording(s)) for t, part in zip("AB", sentences) for n, s in enumerate(part, start=1))
    return _Texts(named, {t: Wording(" ".join(part)) for t, part in zip("AB", sentences)})


def locate(quote: Quote, sentences: tuple[tuple[str, ...], tuple[str, ...]]) -> frozenset[str]:
    """The names of the sentences that a quote means; empty if it is in neither text.

    The quote's label is that of the item: A is the original text.
    """
    return _located(quote, quote.about, sentences)


@lru_cache(maxsize=1 << 12)
def _located(quote: Quote, about: str, sentences: tuple[tuple[str, ...], tuple[str, ...]]) -> frozenset[str]:
    """As ``locate``; quotes are equal whatever was said before them, so that stands for itself."""
    texts = _texts(sentences)
    wording = Wording(quote.words)
    found = _by_words(wording, quote.label, texts) if wording.words else frozenset[str]()
    told = replace(quote, about=about)
    if not found and about and _TOPICLESS.match(wording.text):
        found = _paraphrased(told, telling_of(sentences))
    if not found and wording.words:
        found = _nearly(wording, quote.label, texts)
        if found and quote.label is not None and all(name[0] != quote.label for name in found):
            own = _paraphrased(told, telling_of(sentences))
            found = own if any(name[0] == quote.label for name in own) else found
    if not found and len(wording.words) >= PART:
        found = _paraphrased(told, telling_of(sentences)) or _in_parts(_CLAUSES.split(quote.words), quote.label, texts)
    if not found and quote.number is not None and quote.label is not None:
        found = frozenset({f"{quote.label}{quote.number}"} & {name for name, _ in texts.named})
    return found


def _by_words(wording: Wording, label: str | None, texts: _Texts) -> frozenset[str]:
    return (
        _whole(wording, label, texts)
        or _with_gaps(wording, label, texts)
        or _in_parts(_ENDS.split(wording.text), label, texts)
        or _several(wording, label, texts)
    )


def _nearly(wording: Wording, label: str | None, texts: _Texts) -> frozenset[str]:
    clauses = _CLAUSES.split(wording.text)
    return _alike(wording, label, texts) or _in_parts(clauses, label, texts, every=True)


def _paraphrased(quote: Quote, telling: ComparedTexts) -> frozenset[str]:
    """The sentences that a quote tells in other words: each of its clauses, if each tells one, else the whole."""
    parts = [p for p in _TOLD.split(quote.words) if len(Wording(p).words) >= PART]
    about = [f"{quote.about} {' '.join(parts[:n])}" for n in range(len(parts))]
    each = (
        [meant_by(part, quote.label, before, telling) for part, before in zip(parts, about)] if len(parts) > 1 else []
    )
    if whole := meant_by(quote.words, quote.label, quote.about, telling, WHOLE):
        return whole
    if each and all(each):
        return frozenset[str]().union(*each)
    return meant_by(quote.words, quote.label, quote.about, telling) or frozenset[str]().union(*each)


def _with_gaps(wording: Wording, label: str | None, texts: _Texts) -> frozenset[str]:
    """The sentence that has all pieces between dots, in their order."""
    pieces = [" ".join(words) for part in _GAP.split(wording.text) if (words := Wording(part).words)]
    if not _GAP.search(wording.text) or len(wording.words) < PART:
        return frozenset()
    held = re.compile(" .*? ".join(map(re.escape, pieces)).replace(" .*? ", " (?:.* )?"))
    for named in _within(label, texts):
        if holding := [name for name, s in named if held.search(s.joined)]:
            return frozenset(holding[:1])
    return frozenset()


def _in_parts(parts: Sequence[str], label: str | None, texts: _Texts, every: bool = False) -> frozenset[str]:
    """The sentences that the parts of a quote are, if there are several parts; ``every``: if all of them are some."""
    wordings = [w for w in map(Wording, parts) if len(w.words) >= PART]
    if len(wordings) < 2:
        return frozenset()
    each = [_whole(w, label, texts) or _with_gaps(w, label, texts) or _alike(w, label, texts) for w in wordings]
    return frozenset[str]().union(*each) if all(each) or not every else frozenset()


def _within(label: str | None, texts: _Texts) -> Iterator[list[tuple[str, Wording]]]:
    """The sentences in the order in which they are searched: of the text that is named, then of the other one."""
    if label is None:
        yield list(texts.named)
        return
    yield [(name, s) for name, s in texts.named if name[0] == label]
    yield [(name, s) for name, s in texts.named if name[0] != label]


def _whole(wording: Wording, label: str | None, texts: _Texts) -> frozenset[str]:
    """The sentence of the same words, else one that has the quote as a part.

    Without a label a sentence that stands in both texts is meant in both.
    """
    for named in _within(label, texts):
        if same := [name for name, s in named if s.words == wording.words]:
            return frozenset(same if label is None else same[:1])
    if len(wording.words) < PART:
        return frozenset()
    for named in _within(label, texts):
        holding = [(name, s) for name, s in named if wording.joined in s.joined]
        if holding:
            shortest = min(len(s.words) for _, s in holding)
            best = [name for name, s in holding if len(s.words) == shortest]
            return frozenset({name[0]: name for name in reversed(best)}.values())
    return frozenset()


def _several(wording: Wording, label: str | None, texts: _Texts) -> frozenset[str]:
    """The sentences of the named text that a quote runs together, if there are two or more."""
    named = next(_within(label, texts))
    inside = [
        name
        for name, s in named
        if PARTS <= len(s.words) < len(wording.words)
        and covered(s, wording) >= COVERED
        and s.denies <= wording.denies
        and names_hold(s, wording, wording)
    ]
    return frozenset(inside if len(inside) > 1 and len({name[0] for name in inside}) == 1 else ())


def _alike(wording: Wording, label: str | None, texts: _Texts) -> frozenset[str]:
    """The sentence that is most alike; the first of them in the text that is named, unless the other is far better.

    A sentence that holds all names of the quote goes before one that may mean them by a pronoun. "She was never one of
    the members" may be said of two people: where the quote does not decide, it means both sentences.
    """
    if len(wording.words) < PART:
        return frozenset()
    best: list[tuple[float, frozenset[str]]] = []
    for named in _within(label, texts):
        ranked = [
            (score - (0 if names_hold(wording, s, s) else LEAD), score, name)
            for name, s in named
            if (score := alike(wording, s)) and names_hold(wording, s, texts.whole[name[0]])
        ]
        top, score, first = max(ranked, key=lambda r: r[0], default=(0.0, 0.0, ""))
        pronoun = _TOPICLESS.match(wording.text) is not None
        likewise = {name for rank, _, name in ranked if pronoun and rank >= top - UNDECIDED}
        best.append((score, frozenset({first, *likewise} if score else ())))
    chosen = best[0] if len(best) == 1 or (best[0][0] and best[1][0] < best[0][0] + LEAD) else best[1]
    return chosen[1]


# -- the score ------------------------------------------------------------------------------------------------


def found_conflicts(parsed: Parsed, item: Item, order: Order) -> tuple[list[frozenset[str]], int]:
    """The sentences of each reported conflict, each set once, and how many quotes stand in neither text."""
    found: list[frozenset[str]] = []
    stray = 0
    for reported in parsed.reported:
        located = [locate(_turned(quote, order), item.sentences) for quote in reported]
        stray += sum(not names for names in located)
        names = frozenset[str]().union(*located)
        if not names or names not in found:
            found.append(names)
    return found, stray


def _turned(quote: Quote, order: Order) -> Quote:
    """The quote with its label as of the item, whichever text the model saw first."""
    if order == "ab" or quote.label is None:
        return quote
    return replace(quote, label="B" if quote.label == "A" else "A")


def _pointed(found: Iterable[frozenset[str]], needed: Needed) -> list[frozenset[str]]:
    """Those of the found conflicts that match a declared one and name little else."""
    return [f for f in found if needed.matches(f) and len(f & needed.sentences) >= POINTED * len(f)]


def _lies(conflict: ItemConflict) -> frozenset[str]:
    """The sentences of the other text that state what was made up; where nothing is said to be, what was perturbed."""
    stated = [
        s.sentences or ()
        for n, s in enumerate(conflict.statements)
        if (s.role == "perturbed" if conflict.made is None else n in conflict.made)
    ]
    if not stated:  # only sentences that both texts share stand against the original
        stated = [s.sentences or () for s in conflict.statements if s.role == "shared"]
    return frozenset(name for names in stated for name in names if name[0] == "B")


def read(text: str, prompt: Prompt, item: Item, order: Order) -> Parsed:
    """What an answer to an item says, read with its texts at hand."""

    looked: set[Quote] = set()

    def where(quote: Quote) -> frozenset[str]:
        looked.add(quote)
        if len(looked) > LOOKED:
            return frozenset()
        return locate(_turned(quote, order), item.sentences)

    return parse(text, prompt, Where(where, (*item.sentences[0], *item.sentences[1])))


def score(item: Item, reply: PairReply) -> PairScore:
    """The score of one answer."""
    parsed = read(reply.text, reply.prompt, item, reply.order)
    found, stray = found_conflicts(parsed, item, reply.order)
    known = reply.prompt == "steps" and all(map(sentences_known, item.conflicts))
    needed = [needed_sentences(c, "A") for c in item.conflicts] if known else []
    pointed = [_pointed(found, n) for n in needed]
    return PairScore(
        item=reply.item,
        model=reply.model,
        prompt=reply.prompt,
        variant=reply.variant,
        order=reply.order,
        attempt=reply.attempt,
        said=parsed.said,
        localised=tuple(n.localised(p) for n, p in zip(needed, pointed)) if known else None,
        paired=tuple(any(f & lie for f in p) for p, lie in zip(pointed, map(_lies, item.conflicts))) if known else None,
        matched=sum(any(f in p for p in pointed) for f in found),
        reported=len(found),
        found=tuple(tuple(sorted(f, key=_place)) for f in found),
        stray=stray,
    )


def _place(name: str) -> tuple[str, int]:
    return name[0], int(name[1:])
