"""Telling: a document about a thing, as long as it shall be, with what it must tell among what may be told besides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from contragraph.dataset.records.sets import LENGTHS
from contragraph.dataset.words.glosses import words_of
from contragraph.generation.assembly.pairs import tellable
from contragraph.generation.assembly.telling import Telling
from contragraph.generation.sets.spread import Share
from contragraph.generation.verbalise import gloss_of
from contragraph.generation.verbalise.values import in_words
from contragraph.graph.model import Sentence, Statement, Text, id_number

_WORDS = 7
"""Words of a statement in a text, about."""
_TRIES = 8
"""Texts of one document that are tried until one has the wanted length."""
_LEAST, _MOST = 3, 32
"""Statements of a document."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A document before it is told: what it must tell, and what else may be told, the best first."""

    share: Share
    fill: tuple[Statement, ...]

    @property
    def entities(self) -> set[str]:
        """All that it could speak of."""
        return {e for s in (*self.share.statements, *self.fill) for e in s.entities}

    def without(self, statements: Iterable[Statement]) -> Draft:
        """The same with some of the fill left out."""
        some = set(statements)
        return replace(self, fill=tuple(s for s in self.fill if s not in some))


@dataclass(frozen=True, slots=True)
class ToldDocument:
    """A document in words."""

    share: Share
    statements: tuple[Statement, ...]
    text: Text
    glosses: Mapping[str, str]
    """What it may say that things are."""


@dataclass(frozen=True)
class Teller:
    """What telling needs to know."""

    telling: Telling

    def told(
        self,
        draft: Draft,
        length: str,
        withheld: frozenset[str] = frozenset(),
        lot: str = "",
        *,
        bare: frozenset[str] = frozenset(),
    ) -> ToldDocument | None:
        """A document with a text that has as many words as a bin of lengths says; None where there is too little.

        No gloss in it has a word of ``withheld``, and none is about a thing of ``bare``. ``lot`` decides the wording.
        """
        share = draft.share
        low, high = LENGTHS[length]
        core = len(share.statements)
        most = min(_MOST, core + len(draft.fill))
        if most < _LEAST:
            return None
        size = min(most, max(core, _LEAST, (low + 2 * high) // 3 // _WORDS))
        tried: dict[int, int] = {}
        while size not in tried and len(tried) < _TRIES:
            made = self._text(share, self._chosen(draft, size - core), withheld, lot, bare)
            if made is None or len(made.statements) < _LEAST:
                return None
            words = len(made.text.body.split())
            if low <= words <= high:
                return made
            tried[size] = words
            step = max(1, abs((low if words < low else high) - words) // (2 * _WORDS))
            size = min(most, size + step) if words < low else max(core, _LEAST, size - step)
        return None

    def sentence(self, statement: Statement, lot: str) -> str:
        """A statement alone, in a sentence that names its things whole."""
        return self._passage([statement], statement.subject, [statement], {}, lot).body.strip()

    def _chosen(self, draft: Draft, count: int) -> list[Statement]:
        """The first statements of the fill that hang together with what is told, under names that differ."""
        around = self.telling.around
        core = draft.share.statements
        told = {draft.share.topic, *(e for s in core for e in s.entities)}
        names = {label.casefold() for label in around.labels(told).values()}
        chosen: list[Statement] = []
        for statement in draft.fill:
            if len(chosen) >= count:
                break
            new = [e for e in statement.entities if e not in told]
            labels = [label.casefold() for label in around.labels(new).values()]
            if len(new) == len(statement.entities) or not all(map(tellable, labels)) or not names.isdisjoint(labels):
                continue
            chosen.append(statement)
            told.update(new)
            names.update(labels)
        return chosen

    def _text(
        self, share: Share, fill: Sequence[Statement], withheld: frozenset[str], lot: str, bare: frozenset[str]
    ) -> ToldDocument | None:
        """The passages of a document one after the other, the fill dealt out among them.

        A document that need not have two has two by lot all the same, so that no document is known by that. What a
        thing is is told in the first passage that speaks of it.
        """
        if not share.statements and not fill:
            return None
        parts = [[*passage] for passage in share.passages]
        if len(parts) == 1 and len(fill) >= _LEAST and id_number(f"{lot}|passages") % 2:
            parts.append([])
        for n, statement in enumerate(fill):
            ends = {*statement.entities}
            reached = [part for part in parts if not part or not ends.isdisjoint(e for s in part for e in s.entities)]
            (reached or parts)[n % len(reached or parts)].append(statement)
        told = tuple(s for part in parts for s in part)
        around = self.telling.around
        things = sorted({e for s in told for e in s.entities})
        glosses = {e: gloss_of(around.entities[e], around.kind(e), withheld) for e in things}
        glosses = {e: gloss for e, gloss in glosses.items() if gloss and e not in bare}
        bodies, left = [], dict(glosses)
        for n, part in enumerate(parts):
            here = {e: left.pop(e) for s in part for e in s.entities if e in left}
            bodies.append(self._passage(part, share.topic, told, here, f"{lot}|{n}"))
        return ToldDocument(share, tuple(map(in_words, told)), _joined(bodies), glosses)

    def _passage(
        self,
        statements: Sequence[Statement],
        topic: str,
        told: Sequence[Statement],
        glosses: Mapping[str, str],
        lot: str,
    ) -> Text:
        seed = f"{lot}|{','.join(sorted(s.id for s in statements))}"
        return self.telling.text(statements, told, topic, glosses, seed)


def _joined(passages: Sequence[Text]) -> Text:
    """Passages as one text."""
    body, spans = "", list[Sentence]()
    for passage in passages:
        if body:
            body += " "
            last = spans[-1]
            spans[-1] = replace(last, end=len(body))
        spans += [Sentence(s.start + len(body), s.end + len(body), s.statements) for s in passage.sentences]
        body += passage.body
    return Text(body, tuple(spans), style=passages[0].style)


def disputed_words(statements: Iterable[Statement], labels: Mapping[str, str]) -> frozenset[str]:
    """The words of all that the statements of a conflict speak of, which no gloss may hold."""
    ends = (e for s in statements for e in (*s.entities, s.object_id))
    values = (s.object.label or s.object.value for s in statements if not isinstance(s.object, str))
    return frozenset(w for said in (*(labels.get(e, "") for e in ends), *values) for w in words_of(said))
