"""What a language model is told of a side: each statement as names, a relation, and a sentence that says what is meant.

A model that tells a graph needs no ids. It needs the names as the text must have them, which way round a relation goes,
whether it is denied, and for how long it held. The lexicon's first sentence says all of that; its other wordings are
kept, since they tell a check without a model which words may carry the statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from contragraph.dataset.words.naming import form_of, stem_of
from contragraph.generation.verbalise.articles import with_article
from contragraph.generation.verbalise.values import validity
from contragraph.graph.model import Instance, Literal, Side, Statement
from contragraph.kgs import lexicon_for
from contragraph.ontology.lexicon import Entry, Lexicon
from contragraph.ontology.phrase import Phrase

_QUALIFIER = re.compile(r"\s*\([^()]*\)$")
_OPEN, _CLOSE = "\ue000", "\ue001"
"""Stand for the names in wordings, so that only the words of the relation are left."""


@dataclass(frozen=True, slots=True)
class PromptFact:
    """A statement as a model is told it."""

    id: str
    subject: str
    relation: str
    thing: str
    """The label of the object."""
    negated: bool
    time: str
    """When it holds, as a text says it ("from 1990 to 1994"); empty where it has no time."""
    meaning: str
    """The lexicon's sentence, without a full stop."""
    wordings: tuple[str, ...]
    """The words of the relation alone in every wording that the lexicon has, lower case."""
    glosses: tuple[str, ...] = ()
    """What its ends are in a few words, which a text may say as well."""

    @property
    def ends(self) -> tuple[str, str]:
        """Both names."""
        return (self.subject, self.thing)

    def told(self, number: int) -> dict[str, object]:
        """As a prompt lists it."""
        time = {"time": self.time} if self.time else {}
        return {
            "fact": number,
            "subject": self.subject,
            "relation": self.relation,
            "object": self.thing,
            "negated": self.negated,
            **time,
            "meaning": self.meaning,
        }


def forms(label: str) -> tuple[str, ...]:
    """How a label may stand in a text: as it is, without the qualifier in parentheses, a faith as who has it."""
    short = _QUALIFIER.sub("", label)
    believer = stem_of(label) if form_of(label) == "faith" else ""
    return tuple(dict.fromkeys(form for form in (label, short, believer) if form))


def facts_of(side: Side, instance: Instance) -> tuple[PromptFact, ...]:
    """The facts of a side, in the order of its statements."""
    labels = dict(instance.labels)
    lexicon = lexicon_for(s.relation for each in instance.sides for s in each.statements)
    glosses = dict(instance.glosses)
    told = ((s, tuple(glosses[e] for e in s.entities if e in glosses)) for s in side.statements)
    return tuple(replace(_fact(statement, labels, lexicon), glosses=some) for statement, some in told)


def _fact(statement: Statement, labels: Mapping[str, str], lexicon: Lexicon) -> PromptFact:
    thing = statement.object
    subject = labels.get(statement.subject, statement.subject)
    named = (thing.label or thing.value) if isinstance(thing, Literal) else labels.get(thing, thing)
    label = labels.get(statement.relation, statement.relation)
    entry = lexicon.entry(statement.relation, label)
    time = validity(statement.valid_from, statement.valid_to, event=statement.relation in lexicon.events)
    phrase = next(_phrases(entry, negated=statement.negated))
    return PromptFact(
        id=statement.id,
        subject=subject,
        relation=label,
        thing=named,
        negated=statement.negated,
        time=time.strip(),
        meaning=_clause(phrase, subject, named, negated=_denied(phrase, entry, negated=statement.negated)) + time,
        wordings=_wordings(entry, statement.negated),
    )


def _denials(entry: Entry) -> tuple[Phrase, ...]:
    return (*entry.not_clauses, *entry.not_of_subject, *entry.not_of_object)


def _phrases(entry: Entry, *, negated: bool) -> Iterator[Phrase]:
    if negated:
        yield from _denials(entry)
    yield from (*entry.said_of_subject, *entry.clauses, *entry.said_of_object)
    for said in entry.said_of_kind.values():
        yield from said


def _denied(phrase: Phrase, entry: Entry, *, negated: bool) -> bool:
    """Whether a negation has still to be put into a phrase."""
    return negated and phrase not in _denials(entry)


def _clause(phrase: Phrase, subject: str, thing: str, *, negated: bool) -> str:
    names = {"s": subject, "o": thing, "a s": with_article(subject), "a o": with_article(thing)}
    said = phrase.say(names, negated=negated)
    return said if not phrase.predicate else f"{names['s' if 'o' in phrase.slots else 'o']} {said}"


@lru_cache(maxsize=4096)
def _wordings(entry: Entry, negated: bool) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for phrase in _phrases(entry, negated=negated):
        for past in (False, True):
            names = {"s": _OPEN, "o": _CLOSE, "a s": _OPEN, "a o": _CLOSE}
            said = phrase.say(names, past=past, negated=_denied(phrase, entry, negated=negated))
            found[" ".join(re.sub(f"[{_OPEN}{_CLOSE}]('s)?", " ", said).casefold().split())] = None
    return tuple(found)
