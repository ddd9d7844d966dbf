"""Is a context free of contradictions? What contradicts itself within and across the documents of one question.

The graph reader reads the documents that speak in words of the lexicon, all of them together, and the prover decides
about them. Rules compare the others, two by two and each with itself. What a language model finds beside that is added
by :mod:`.validate_modelled`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from contragraph.documents.clash import SURE, ReadText, clashes, of_one_matter, read
from contragraph.documents.index import comparable
from contragraph.documents.passages import ContextDocument
from contragraph.documents.proven import TextProver, reader, spelled
from contragraph.documents.records import Clash, Evidence, Extracted
from contragraph.documents.traces import Context
from contragraph.evaluation.graph_reader.sets import FoundAcross
from contragraph.generation.verbalise.values import in_words
from contragraph.graph.model import MinimalSet, Statement, Strength
from contragraph.graph.model.sets import KINDS, NONE
from contragraph.reasoning.prover.certificate import certify

By = Literal["proof", "rule", "model"]
_OFTEN_BOTH = frozenset({"value", "identity"})
"""What one text says of one thing in several sentences is as a rule all true."""
SURE_WITHIN = 0.85
"""How sure a rule must be of two sentences of one text, whose author saw both."""
OTHER = "other"
"""The cause of what a model finds and does not name."""


@dataclass(frozen=True, slots=True, order=True)
class QuotedSentence:
    """A sentence of a document: documents and sentences are numbered from 1, its place is in code points."""

    document: int
    sentence: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Derivation:
    """A proof that statements, read from the documents, contradict each other."""

    statements: tuple[Statement, ...]
    told: tuple[QuotedSentence, ...]
    """The sentence that tells each of them."""
    labels: tuple[tuple[str, str], ...]
    """(id, name) of every thing: ids are names in small letters behind ``name:``."""
    minimal: MinimalSet
    strength: Strength


@dataclass(frozen=True, slots=True)
class ContextFinding:
    """Documents (numbered from 1) that contradict each other, or one that contradicts itself."""

    documents: tuple[int, ...]
    """Their numbers."""
    ids: tuple[str, ...]
    """What the documents are called; empty where they have no id and no title."""
    by: By
    """``proof``, ``rule`` or ``model``."""
    cause: str
    """One of ``records.CAUSES``; ``axiom`` of what is proven; a model may say *other*."""
    sentences: tuple[QuotedSentence, ...]
    """Those that contradict each other."""
    score: float = 1.0
    """How sure a rule is, 0 … 1."""
    why: str = ""
    """What a model says."""
    proof: Derivation | None = None
    """The proof, where it is proven."""

    @property
    def k(self) -> int:
        """The number of documents that it takes."""
        return len(self.documents)

    @property
    def type(self) -> str:
        """*self*, *pair*, *conditional*; of more documents ``k4`` and so on."""
        return KINDS.get(self.k, f"k{self.k}")


@dataclass(frozen=True, slots=True)
class Validation:
    """What was found in a context. ``notes`` say what was not read, and what else one should know."""

    context: str
    """The id of the context."""
    size: int
    """The number of documents."""
    findings: tuple[ContextFinding, ...] = ()
    """What contradicts what, surest first."""
    notes: tuple[str, ...] = ()
    """One sentence each."""

    @property
    def conflict(self) -> bool:
        """Whether anything contradicts itself."""
        return bool(self.findings)

    @property
    def types(self) -> tuple[str, ...]:
        """The types of what was found, that of fewest documents first."""
        return tuple(dict.fromkeys(f.type for f in sorted(self.findings, key=lambda f: f.k)))

    @property
    def type(self) -> str:
        """The type of the contradiction of fewest documents; *none* without one."""
        return self.types[0] if self.findings else NONE

    @property
    def documents(self) -> tuple[int, ...]:
        """All documents that take part in a contradiction, numbered from 1."""
        return tuple(sorted({n for finding in self.findings for n in finding.documents}))


def validate_context(context: Context, *, ontology: str = "wikidata", least: float = SURE) -> Validation:
    """What proof and rules find in a context. Of documents with the same text the first stands for all.

    ``least`` is how sure a rule must be.

    :raises InputError: if the offline extractor's library is not installed, or there is no such ontology.
    """
    notes, kept = _usable(context.documents)
    reads = {n: read(context.documents[n].text, context.documents[n].title) for n in kept}
    texts = {n: its.text for n, its in reads.items()}
    notes += [f"document {n + 1}: {note}" for n, text in texts.items() for note in text.notes]
    prover = TextProver(ontology)
    known = [n for n in kept if prover.known(texts[n])]
    across = prover.across([texts[n] for n in known])
    if not across.decided:
        notes.append("the prover reached its limit of work: there may be more to prove")
    found = [_proven(each, known, texts, context.documents, ontology) for each in across.found]
    found += sorted(_ruled(reads, set(known), context.documents, least), key=lambda f: (-f.score, f.documents))
    return Validation(context.id, len(context.documents), tuple(found), tuple(notes))


def _usable(documents: Sequence[ContextDocument]) -> tuple[list[str], list[int]]:
    """What is to be said of the documents, and the places of those that are read."""
    notes: list[str] = []
    first: dict[str, int] = {}
    for number, document in enumerate(documents, 1):
        text = document.text.strip()
        if not text:
            notes.append(f"document {number} has no text")
        elif text in first:
            notes.append(f"document {number} has the same text as document {first[text]}, which stands for both")
        else:
            first[text] = number
    if len(first) == 1:
        notes.append("there is only one text: it can only contradict itself")
    return notes, [number - 1 for number in first.values()]


def _proven(
    found: FoundAcross,
    known: Sequence[int],
    texts: Mapping[int, Extracted],
    documents: Sequence[ContextDocument],
    ontology: str,
) -> ContextFinding:
    rules = reader(ontology).rules
    places = tuple(known[n] for n in found.texts)
    certified = certify(found.statements, rules, rules.strict())
    told = tuple(_quote(known[n], sentence, texts[known[n]]) for n, sentence in found.told)
    labels = spelled({e for s in found.statements for e in s.entities}, " ".join(q.text for q in told))
    proof = Derivation(tuple(map(in_words, found.statements)), told, labels, *certified) if certified else None
    sentences = tuple(sorted({*told}))
    return ContextFinding(*_named(places, documents), "proof", "axiom", sentences, proof=proof)


def _ruled(
    texts: Mapping[int, ReadText], known: set[int], documents: Sequence[ContextDocument], least: float
) -> Iterator[ContextFinding]:
    """What rules find, but for documents of which the prover can say more; each is held against itself too."""
    order = list(texts)
    across = comparable([its.lines for its in texts.values()], [""] * len(order))
    pairs = {(order[i], order[j]): list(sentences) for (i, j), sentences in across.items()}
    for n in order:
        pairs[n, n] = list(of_one_matter(texts[n], texts[n]))
    for (i, j), sentences in sorted(pairs.items()):
        if not known.issuperset((i, j)):
            for clash in clashes(texts[i], texts[j], least if i != j else max(least, SURE_WITHIN), sentences):
                if i != j or clash.cause not in _OFTEN_BOTH:
                    yield _clashing(clash, (i, j), {i: texts[i].text, j: texts[j].text}, documents)


def _clashing(
    clash: Clash, places: tuple[int, int], texts: Mapping[int, Extracted], documents: Sequence[ContextDocument]
) -> ContextFinding:
    sides: tuple[Evidence, ...] = (clash.first, clash.second)
    sentences = tuple(_quote(n, its.sentence, texts[n]) for n, its in zip(places, sides))
    named = _named(tuple(dict.fromkeys(places)), documents)
    return ContextFinding(*named, "rule", clash.cause, sentences, clash.score)


def _named(places: Sequence[int], documents: Sequence[ContextDocument]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    return tuple(n + 1 for n in places), tuple(documents[n].name for n in places)


def _quote(place: int, sentence: int, text: Extracted) -> QuotedSentence:
    its = text.sentences[sentence]
    return QuotedSentence(place + 1, sentence + 1, its.start, its.end, its.body)
