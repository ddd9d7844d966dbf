"""What can be seen of a pair of texts without understanding them: lengths, overlap, order, words that deny."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from statistics import fmean

from benchmarks.surface_features import FUNCTION_WORDS, RESTRICTING, words
from benchmarks.surface_words import LOWER
from contragraph.dataset.reader import read_instances
from contragraph.dataset.schema import ContextRecord, InstanceRecord
from contragraph.dataset.types import CONTROL
from contragraph.graph.errors import InputError


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair of texts: whether it holds conflicts, what it must not be parted from, and its features by family."""

    id: str
    conflict: bool
    couple: str
    """The conflicting pair, of a control and of itself."""
    relation: str
    """The seed relation of the conflicting pair."""
    features: dict[str, dict[str, float]]


def pairs(dataset: Path) -> list[Pair]:
    """All pairs of a dataset that has controls.

    Raises:
        InputError: if there is no dataset, or no pair of one of the two kinds.
    """
    records = [record for _, record in read_instances(dataset)]
    relations = {r.id: r.relations[0] for r in records}
    found = [_pair(record, relations) for record in records]
    if len({p.conflict for p in found}) < 2:
        raise InputError(f"{dataset} holds no controls beside conflicts; make some with generate --controls 1:1.")
    return found


def _pair(record: InstanceRecord, relations: dict[str, str]) -> Pair:
    control = record.provenance.control
    couple = control.of if control else record.id
    sides = (record.contexts.original, record.contexts.perturbed)
    one, other = (_sentences(side) for side in sides)
    return Pair(record.id, record.type != str(CONTROL), couple, relations.get(couple, ""), features(one, other))


def _sentences(context: ContextRecord) -> list[str]:
    return [context.text[s.start : s.end].strip() for s in context.sentences]


def features(one: Sequence[str], other: Sequence[str]) -> dict[str, dict[str, float]]:
    """The features of two texts, given by their sentences, by family."""
    told = [[words(s) for s in side] for side in (one, other)]
    counts = [Counter(w.lower() for s in side for w in s) for side in told]
    lower = [Counter(LOWER.findall(" ".join(side))) for side in (one, other)]
    return {
        "length": dict(_lengths(told)),
        "overlap": dict(_overlap(counts, told)),
        "order": dict(_order(told)),
        "words that restrict or deny": dict(_functions(counts, RESTRICTING)),
        "all function words": dict(_functions(counts, frozenset(FUNCTION_WORDS))),
        "bag of words": dict(_bag(lower)),
        "difference of words": dict(_differences(lower)),
        "names of changed sentences": dict(_changed(told)),
    }


Told = Sequence[Sequence[Sequence[str]]]
"""Of each side the words of each sentence."""


def _lengths(told: Told) -> Iterator[tuple[str, float]]:
    lengths = [[len(s) for s in side] for side in told]
    for name, side, some in zip("AB", told, lengths):
        yield f"words of {name}", sum(some)
        yield f"characters of {name}", sum(len(w) for s in side for w in s)
        yield f"sentences of {name}", len(some)
        yield f"longest sentence of {name}", max(some)
        yield f"shortest sentence of {name}", min(some)
    yield "words of B beside A", sum(lengths[1]) - sum(lengths[0])
    yield "ratio of words", sum(lengths[1]) / max(1, sum(lengths[0]))
    yield "sentences of B beside A", len(lengths[1]) - len(lengths[0])


def _overlap(counts: Sequence[Counter[str]], told: Told) -> Iterator[tuple[str, float]]:
    one, other = (set(c) for c in counts)
    yield "shared of all words", len(one & other) / max(1, len(one | other))
    yield "words in A alone", len(one - other)
    yield "words in B alone", len(other - one)
    yield "share of A in B", len(one & other) / max(1, len(one))
    yield "share of B in A", len(one & other) / max(1, len(other))
    yield "words shared, with repeats", (counts[0] & counts[1]).total() / max(1, (counts[0] | counts[1]).total())
    names = [_names(side) for side in told]
    yield "names in A alone", len(names[0] - names[1])
    yield "names in B alone", len(names[1] - names[0])
    yield "names in both", len(names[0] & names[1])


def _names(sentences: Sequence[Sequence[str]]) -> set[str]:
    """Words with a capital that no lower-case word of the texts is."""
    return {w for s in sentences for w in s[1:] if w[0].isupper()} | {
        s[0] for s in sentences if s and s[0].lower() not in FUNCTION_WORDS
    }


def _order(told: Told) -> Iterator[tuple[str, float]]:
    one, other = ([w.lower() for s in side for w in s] for side in told)
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    yield "longest common run", matcher.find_longest_match().size
    yield "in the same order", sum(b.size for b in matcher.get_matching_blocks()) / max(1, len(one))
    for name, here, there in (("A", *told), ("B", *reversed(told))):
        likeness = [max(_alike(s, t) for t in there) for s in here]
        least = min(range(len(here)), key=likeness.__getitem__)
        yield f"least likeness of a sentence of {name}", likeness[least]
        yield f"mean likeness of sentences of {name}", fmean(likeness)
        yield f"place of the least like in {name}", least / max(1, len(here) - 1)
        yield f"words of the least like in {name}", len(here[least])
        yield f"begins with a function word: the least like in {name}", here[least][0].lower() in FUNCTION_WORDS


def _alike(one: Sequence[str], other: Sequence[str]) -> float:
    first, second = {w.lower() for w in one}, {w.lower() for w in other}
    return len(first & second) / max(1, len(first | second))


def _changed(told: Told) -> Iterator[tuple[str, float]]:
    """How the names of sentences that restrict or deny, else of the least like, stand in the other text."""
    one, other = told
    known = [{w for w in s if w[0].isupper() and w.lower() not in FUNCTION_WORDS} for s in one]
    everywhere = set[str]().union(*known)
    denying = [s for s in other if not RESTRICTING.isdisjoint(w.lower() for w in s)]
    chosen = denying or [min(other, key=lambda s: max(_alike(s, t) for t in one))]
    shares, together = [], []
    for sentence in chosen:
        names = {w for w in sentence if w[0].isupper() and w.lower() not in FUNCTION_WORDS}
        shares.append(len(names & everywhere) / max(1, len(names)))
        together.append(max((len(names & k) / max(1, len(names)) for k in known), default=0.0))
    yield "names known", fmean(shares)
    yield "names together in one sentence, mean", fmean(together)
    yield "names together in one sentence, least", min(together)
    yield "names together in one sentence, most", max(together)
    yield "sentences that restrict or deny", len(denying)


def _functions(counts: Sequence[Counter[str]], known: frozenset[str]) -> Iterator[tuple[str, float]]:
    for word in sorted(known):
        yield f"'{word}' in A", counts[0][word]
        yield f"'{word}' in B", counts[1][word]
        yield f"'{word}' in B beside A", counts[1][word] - counts[0][word]


def _bag(lower: Sequence[Counter[str]]) -> Iterator[tuple[str, float]]:
    for name, count in zip("AB", lower):
        for word in count:
            yield f"{word} in {name}", 1.0


def _differences(lower: Sequence[Counter[str]]) -> Iterator[tuple[str, float]]:
    one, other = lower
    for word in one - other:
        yield f"less {word}", float(one[word] - other[word])
    for word in other - one:
        yield f"more {word}", float(other[word] - one[word])
