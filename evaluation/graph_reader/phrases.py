"""The lexicon turned round: from the words of a predicate or clause to the relations that are said with them.

Every wording of every relation is written out in all forms of its verb and put into a tree of words, in which the
places of names are gaps. A gap for a date or a number takes no name. What is read is a *reading*: a relation, which end
the predicate was said of, and whether it was denied. Words that several relations share give several readings.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from contragraph.evaluation.graph_reader.words import VALUE, VIA, is_of_value, tokens_of
from contragraph.generation.verbalise.wording import PARTICIPLE
from contragraph.ontology.lexicon import Entry, Lexicon
from contragraph.ontology.phrase import Counted, NameSlot, Number, Phrase, Sexed, Verb

_THEIR = ("his", "her", "its", "their")
_NOW_PERFECT = {"is": "has been", "are": "have been"}
_MARK = "\x01"


@dataclass(frozen=True, slots=True, order=True)
class PhraseReading:
    """A relation that words may state. ``forward``: what the predicate is said of is the subject."""

    relation: str
    forward: bool
    negated: bool = False


@dataclass(slots=True)
class PhraseNode:
    """A place in the tree. ``gaps`` are the ways on by a name, by the form that it has there ("a o", "o's", …)."""

    words: dict[str, PhraseNode] = field(default_factory=dict)
    gaps: dict[str, PhraseNode] = field(default_factory=dict)
    readings: set[PhraseReading] = field(default_factory=set)
    lists: bool = False
    """Whether a list may stand in the gap before: a value, and what is denied, is said of one thing alone."""

    def at(self, words: Iterable[str]) -> PhraseNode | None:
        """The place that these words lead to; None where there is none."""
        node: PhraseNode | None = self
        for word in words:
            node = node and node.words.get(word)
        return node


@dataclass(frozen=True, slots=True, eq=False)
class Phrases:
    """The predicates and the whole clauses of a lexicon; ``verbs`` are the words that predicates begin with.

    ``participles`` are those that may stand without *is* or *was*: "born in Ulm", "created by Ann".
    """

    predicates: PhraseNode
    clauses: PhraseNode
    verbs: frozenset[str]
    participles: frozenset[str]


def phrases_of(lexicon: Lexicon, labels: Mapping[str, str], data: Collection[str]) -> Phrases:
    """All wordings of a lexicon, and of the relations that have only a label.

    The objects of ``data`` are dates and numbers. Of our own relations texts state those alone that have words.
    """
    predicates, clauses = PhraseNode(), PhraseNode()
    for relation in sorted({*lexicon.entries, *labels}):
        own = relation.startswith("cg:")
        if ":" not in relation or (own and not (relation in labels and relation in lexicon.entries)):
            continue
        entry = lexicon.entry(relation, labels.get(relation, ""))
        for phrase, negated in _wordings(entry, deniable=not own):
            forward = not phrase.predicate or "o" in phrase.slots
            for said in filter(None, (phrase, phrase.owned)):
                root = predicates if said.predicate else clauses
                for words in _spelled(said, negated and phrase not in _denials(entry), of_values=relation in data):
                    _add(root, words, PhraseReading(relation, forward, negated))
    after_be = {word for be in ("is", "was") for word in predicates.words.get(be, PhraseNode()).words}
    participles = frozenset(word for word in after_be if word.endswith(PARTICIPLE))
    return Phrases(predicates, clauses, frozenset(predicates.words), participles)


def _denials(entry: Entry) -> tuple[Phrase, ...]:
    return (*entry.not_of_subject, *entry.not_of_object, *entry.not_clauses)


def _wordings(entry: Entry, *, deniable: bool) -> Iterator[tuple[Phrase, bool]]:
    plain = (*entry.said_of_subject, *entry.said_of_object, *entry.clauses, *entry.via)
    for phrase in (*plain, *(p for phrases in entry.said_of_kind.values() for p in phrases)):
        yield phrase, False
        if deniable and phrase.predicate:
            yield phrase, True
    for phrase in _denials(entry) if deniable else ():
        yield phrase, True


def _forms(verb: Verb, *, negated: bool) -> set[str]:
    flags = product((False, True), repeat=3)
    forms = {verb.form(past=past, plural=many, negated=negated, former=over) for past, many, over in flags}
    return forms | {_NOW_PERFECT[f] for f in forms if f in _NOW_PERFECT}


def _spelled(phrase: Phrase, negated: bool, *, of_values: bool) -> Iterator[tuple[str, ...]]:
    """The phrase in all its forms, as words; a gap is a word that begins with a mark."""
    choices: list[Iterable[str]] = []
    for part in phrase.parts:
        if isinstance(part, str):
            choices.append((part,))
        elif isinstance(part, Verb):
            choices.append(sorted(_forms(part, negated=negated)))
        elif isinstance(part, (Number, Counted)):
            choices.append((part.one, part.many))
        elif isinstance(part, Sexed):
            choices.append(sorted({part.male, part.female, part.unknown}))
        elif isinstance(part, NameSlot) and (part.end or part.name == VIA):
            form = f"{VALUE}{part.name}" if of_values and part.name == "o" else part.name
            choices.append((f"{_MARK}{form.replace(' ', '_')}{_MARK}",))
        else:
            choices.append(_THEIR)
    for parts in product(*choices):
        words = tokens_of("".join(parts))
        yield tuple(w.strip("“”") if _MARK in w else w for w in words)


def _add(root: PhraseNode, words: tuple[str, ...], reading: PhraseReading) -> None:
    node = root
    for at, word in enumerate(words):
        if word.startswith(_MARK) and word.endswith(_MARK):
            form = word.strip(_MARK).replace("_", " ")
            node = node.gaps.setdefault(form, PhraseNode())
            node.lists = node.lists or not (reading.negated or form == VIA or is_of_value(form))
        elif _MARK in word:
            return
        else:
            lowered = word[:1].lower() + word[1:] if at == 0 and root is not None else word
            node = node.words.setdefault(lowered, PhraseNode())
    node.readings.add(reading)
