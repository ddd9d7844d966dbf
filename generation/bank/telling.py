"""Telling: a text about the subject of a claim that states it amid true facts, and what such a text must not be."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from contragraph.dataset.check.bank import says
from contragraph.dataset.records.codec import text_json
from contragraph.dataset.words.glosses import words_of
from contragraph.dataset.words.naming import plain_name, stem_of
from contragraph.generation.bank.choosing import lot
from contragraph.generation.bank.knowledge import Knowledge
from contragraph.generation.bank.swapping import Swap, swap_of
from contragraph.generation.verbalise import Name, Style, gloss_of, naming, render
from contragraph.generation.verbalise.clauses import lasts_with_ends
from contragraph.generation.verbalise.values import words
from contragraph.graph.model import Literal, Object, Statement, Text

_SHORTEST, _LONGEST = 50, 1500
"""Characters of a text, at least (as ConflictBank has it) and at most."""
_FEWEST, _MOST = 2, 4
"""True facts that stand beside a claim."""
_TRIES = 3
"""Wordings of a text that are tried."""


@dataclass(frozen=True, slots=True)
class ClaimText:
    """A text with all that it states."""

    style: Style
    text: Text
    statements: tuple[Statement, ...]

    def as_json(self) -> dict[str, object]:
        """As a line has it."""
        return {"style": self.style, **text_json(self.text), "statements": sorted(s.id for s in self.statements)}


@dataclass(frozen=True, slots=True)
class ClaimToTell:
    """What is to be told: a claim, true facts beside it, and the values that the text must not name."""

    claim: Statement
    beside: tuple[Statement, ...]
    named: Mapping[str, Name]
    """What things are called."""
    unsaid: tuple[Object, ...] = ()
    gloss: str = ""
    """What the subject is, in a few words."""
    swap: Swap | None = None
    """What makes texts of it of texts of another claim."""
    models: Mapping[Style, ClaimText] = field(default_factory=dict)
    """These texts."""


@dataclass(frozen=True)
class ClaimTeller:
    """What tells the claims of one shard."""

    known: Knowledge
    seed: int

    def sentence(self, told: ClaimToTell, model: Text | None = None) -> Text:
        """A claim alone, in a sentence about its subject that names its things whole; of the ``model`` by a swap."""
        claim = told.claim
        if told.swap is not None and model is not None and (swapped := told.swap.text(model)):
            return swapped
        said = Text("", ())
        for turn in range(_TRIES):
            salt = f"{self.seed}|claim|{claim.subject}|{claim.relation}|{turn}"
            said = self._text([claim], "encyclopedic", salt, told.named)
            if said.body.find(self.known.said(claim.subject)) <= said.body.find(self.known.said(claim.object)):
                break
        return said

    def swap(self, one: Statement, other: Statement, named: Mapping[str, Name]) -> Swap | None:
        """What makes texts of a claim texts of another about its subject; None where that cannot be."""
        seen = self.known.seen.relation(one.relation).relation
        forms = frozenset(self.known.lexicon.entry(seen).said_of_kind)
        event = one.relation in self.known.rules.events
        return swap_of(one, other, named, forms, event=event, lasts=lasts_with_ends(seen))

    def gloss(self, thing: str, disputed: Collection[Object]) -> str:
        """What a thing is in a few words, none of them about what is disputed."""
        withheld = {w for o in (thing, *disputed) for w in words_of(self._label(o))}
        return gloss_of(self.known.entity(thing), self.known.kind(thing), withheld)

    def evidence(self, told: ClaimToTell, style: Style) -> ClaimText | str:
        """A text of a claim; why there is none, where no wording of it would do."""
        if swapped := self._swapped(told, style):
            return swapped
        some = self._beside(told, style)
        if len(some) < _FEWEST:
            return "too little is known of its subject"
        fault = ""
        for turn in range(_TRIES):
            salt = f"{self.seed}|{style}|{told.claim.subject}|{told.claim.relation}|{turn}"
            text = self._text([told.claim, *some], style, salt, told.named, told.gloss)
            fault = self._fault(text, told)
            if not fault:
                return ClaimText(style, text, (told.claim, *some))
        return fault

    def _swapped(self, told: ClaimToTell, style: Style) -> ClaimText | None:
        """The text of the other claim with what this one says instead, if that can be."""
        model = told.models.get(style)
        if told.swap is None or model is None:
            return None
        beside = tuple(s for s in model.statements if s.id != told.swap.old)
        if not {*beside} <= {*told.beside}:
            return None
        text = told.swap.text(model.text)
        if text is None or self._fault(text, told):
            return None
        return ClaimText(style, text, (told.claim, *beside))

    def _fault(self, text: Text, told: ClaimToTell) -> str:
        thing = self._label(told.claim.object)
        names = (thing, plain_name(thing), stem_of(thing))
        return fault_of(
            text, told, self.known.said(told.claim.subject), names, tuple(map(self.known.said, told.unsaid))
        )

    def _label(self, thing: Object) -> str:
        return words(thing) if isinstance(thing, Literal) else self.known.entity(thing).label

    def _beside(self, told: ClaimToTell, style: Style) -> list[Statement]:
        """Some of the true facts: texts of one style have the same ones, whatever they claim."""
        number = lot(self.seed, style, told.claim.subject, told.claim.relation)
        count = min(len(told.beside), _FEWEST + number % (_MOST - _FEWEST + 1))
        first = number // 16 % max(1, len(told.beside))
        turned = (*told.beside[first:], *told.beside[:first])
        return list(turned[:count])

    def _text(
        self, statements: Sequence[Statement], style: Style, salt: str, named: Mapping[str, Name], gloss: str = ""
    ) -> Text:
        known, subject = self.known, statements[0].subject
        return render(
            statements,
            {},
            known.lexicon,
            known.labels,
            seed=salt,
            variant=0,
            glosses={subject: gloss} if gloss else {},
            style=style,
            centre=subject,
            lens=known.lens,
            named=named,
        )

    def named(self, statements: Sequence[Statement]) -> Mapping[str, Name]:
        """What all texts about one thing call what they speak of; ``statements`` are all that any of them states."""
        known = self.known
        ids = sorted({e for s in statements for e in s.entities})
        entities = {e: known.entity(e) for e in ids}
        # What wording knows a relation as says who is a person.
        worded = tuple(dict.fromkeys((*statements, *map(known.pivot.statement, statements))))
        beside = tuple(s for s in worded if entities.keys() >= {*s.entities})
        grammar = [s for e in ids for s in known.grammar(e)]
        return naming(statements, entities, known.lens, beside, grammar, frozenset(e for e in ids if known.gone(e)))


def fault_of(text: Text, told: ClaimToTell, subject: str, names: Sequence[str], unsaid: Sequence[str]) -> str:
    """Why a text is no evidence of a claim; empty if it is.

    It must have a fit length, state the claim in a sentence that names its ends (the object by one of its ``names``),
    and name nothing that is ``unsaid``.
    """
    body = text.body
    if not _SHORTEST <= len(body) <= _LONGEST:
        return "the text is too short or too long"
    stating = [s for s in text.sentences if told.claim.id in s.statements]
    if len(stating) != 1:
        return "the text does not state the claim once"
    said = body[: stating[0].end].casefold()
    thing = told.claim.object
    if subject.casefold() not in said:
        return "the text states the claim without a name for its subject"
    if isinstance(thing, Literal) and words(thing).casefold() not in said:
        return "the text states the claim without its value"
    if isinstance(thing, str) and not any(n and n.casefold() in said for n in names):
        return "the text states the claim without a name for its object"
    for name in unsaid:
        if says(body, name):
            return "the text names what it must not"
    return ""
