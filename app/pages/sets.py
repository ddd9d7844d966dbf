"""One set of documents as its page shows it: what clashes side by side, joined by lines; all documents; the proofs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from contragraph.app.pages.pair import ShownConflict, ShownStatement, contradiction
from contragraph.app.pages.rows import SetIndex
from contragraph.app.presentation.proof import Parts, clash, origin_in, parts_of
from contragraph.app.presentation.say import RecordWords
from contragraph.dataset.records.schema import AcrossRecord, DocumentRecord, SetRecord

AGAINST, GIVEN = "against", "given"
"""How a sentence takes part: it tells the true or the made-up statement, or what both rest on."""
LABELS = {AGAINST: "cannot both be true", GIVEN: "given this"}
JOINED_AT_MOST = 24
"""Sentences of a page that lines can join; more than a set ever has."""
JOINED = "".join(
    f".s{n}{{anchor-name:--s{n}}} .a{n}{{--a:--s{n}}} .b{n}{{--b:--s{n}}}\n" for n in range(1, JOINED_AT_MOST + 1)
)
"""Style of the sentences that lines join, and of the lines: a page may have no style of its own."""


@dataclass(frozen=True, slots=True)
class JoinedSentence:
    """A sentence of a document that clashes; ``number`` is what lines know it by, 0 where it is in no conflict.

    ``says`` are the statements of the conflict in it, each with whether it is true.
    """

    text: str
    number: int = 0
    kind: str = ""
    says: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A document of a conflict, by its place from 1."""

    place: int
    title: str
    sentences: tuple[JoinedSentence, ...]


@dataclass(frozen=True, slots=True)
class Tie:
    """A line between two sentences, the first of which stands further left, or above where they share a document."""

    first: int
    second: int
    kind: str
    label: str


@dataclass(frozen=True, slots=True)
class ShownClash:
    """A conflict with its documents side by side. ``agreements`` are pairs of columns of three that agree."""

    number: int
    said: str
    columns: tuple[Column, ...]
    ties: tuple[Tie, ...]
    agreements: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ShownDocument:
    """A document in the list of all; ``above`` is the conflict beside whose others it stands already, 0 for none."""

    place: int
    title: str
    role: str
    text: str
    above: int


@dataclass(frozen=True, slots=True)
class SetPage:
    """Everything on the page of a set."""

    clashes: tuple[ShownClash, ...]
    conflicts: tuple[ShownConflict, ...]
    documents: tuple[ShownDocument, ...]
    told: tuple[ShownStatement, ...]


_End = tuple[int, JoinedSentence]
"""A sentence and its column from 0."""


def set_of(record: SetRecord, index: SetIndex) -> SetPage:
    """What the page of a set shows."""
    words = RecordWords.of(record, index.ontology, index.lexicon)
    above = {place: n for n, c in reversed([*enumerate(record.conflicts, start=1)]) for place in c.documents}
    clashes: list[ShownClash] = []
    for number, conflict in enumerate(record.conflicts, start=1):
        before = sum(s.number > 0 for c in clashes for column in c.columns for s in column.sentences)
        clashes.append(_clash(number, conflict, record, words, before))
    return SetPage(
        tuple(clashes),
        tuple(
            contradiction(n, c, record, words, origin_in(record, c)) for n, c in enumerate(record.conflicts, start=1)
        ),
        tuple(
            ShownDocument(place + 1, d.title, d.role, d.text, above.get(place, 0))
            for place, d in enumerate(record.documents)
        ),
        tuple(_told(record)),
    )


# -- what clashes ------------------------------------------------------------------------------------------------


def _clash(number: int, conflict: AcrossRecord, record: SetRecord, words: RecordWords, before: int) -> ShownClash:
    parts = parts_of(conflict, record)
    columns: list[Column] = []
    for place in _order(conflict, parts, record):
        document = record.documents[place]
        sentences = tuple(_sentences(document, conflict, parts, words, before))
        before += sum(s.number > 0 for s in sentences)
        columns.append(Column(place + 1, document.title, sentences))
    three = len(columns) == 3
    agreements = tuple(combinations(range(1, 4), 2)) if three else ()
    return ShownClash(number, clash(conflict), tuple(columns), tuple(_ties(columns)), agreements)


def _order(conflict: AcrossRecord, parts: Parts, record: SetRecord) -> list[int]:
    """The documents from left to right: of three or more so that lines join neighbours alone.

    What is made up stands beside the true statement, and each document with what both rest on beside one of these.
    """
    holding = {s.id: place for place in conflict.documents for s in record.documents[place].statements}
    centre = list(dict.fromkeys(holding[i] for i in (*parts.perturbed, *parts.original) if i in holding))
    others = [place for place in sorted(conflict.documents) if place not in centre]
    if len(conflict.documents) < 3 or len(centre) < 2:
        return sorted(conflict.documents)
    made, true = centre[:2]
    row = [*others[:1], made, true, *others[1:]]
    return row[::-1] if len(row) == 3 and row[0] > row[-1] else row


def _sentences(
    document: DocumentRecord, conflict: AcrossRecord, parts: Parts, words: RecordWords, before: int
) -> Iterator[JoinedSentence]:
    spelled = {s.id: s for s in document.statements if s.id in conflict.statements}
    for sentence in document.sentences:
        text = document.text[sentence.start : sentence.end].strip()
        its = [spelled[i] for i in sentence.statements if i in spelled]
        if not its:
            yield JoinedSentence(text)
            continue
        before += 1
        kind = AGAINST if {s.id for s in its} & {*parts.original, *parts.perturbed} else GIVEN
        says = tuple((words.statement(s), _note(s.id, parts)) for s in its)
        yield JoinedSentence(text, before, kind, says)


def _note(statement: str, parts: Parts) -> str:
    if statement in parts.shared:
        return "true, and needed for it"
    return "made up" if statement in parts.perturbed else "true"


def _ties(columns: Sequence[Column]) -> Iterator[Tie]:
    """Lines from the true to the made-up statement, and from each that both rest on to the one that is nearer."""
    found = [(place, s) for place, column in enumerate(columns) for s in column.sentences if s.number]
    centre = [(place, s) for place, s in found if s.kind == AGAINST]
    pairs: list[tuple[_End, _End, str]] = [(one, other, AGAINST) for one, other in combinations(centre, 2)]
    for end in found if centre else ():
        if end[1].kind == GIVEN:
            apart = [each for each in centre if each[0] != end[0]] or centre
            one, other = sorted((end, min(apart, key=lambda each: abs(each[0] - end[0]))), key=_number)
            pairs.append((one, other, GIVEN))
    labelled: set[str] = set()
    for (_, first), (_, second), kind in pairs:
        if max(first.number, second.number) <= JOINED_AT_MOST:
            yield Tie(first.number, second.number, kind, "" if kind in labelled else LABELS[kind])
            labelled.add(kind)


def _number(end: _End) -> int:
    return end[1].number


# -- what all documents state --------------------------------------------------------------------------------------


def _told(record: SetRecord) -> Iterator[ShownStatement]:
    """Every statement with its document and the conflicts that it is part of."""
    for place, document in enumerate(record.documents, start=1):
        for s in document.statements:
            numbers = tuple(n for n, c in enumerate(record.conflicts, start=1) if s.id in c.statements)
            made = s.source == "made"
            note = f"document {place}{', made up' if made else ''}"
            yield ShownStatement.of("made" if made else "", s, note, numbers)
