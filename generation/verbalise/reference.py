"""References: what may stand for a name that the text has given: a pronoun, a class, a surname, *there*."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from contragraph.generation.verbalise.forms import noun_of
from contragraph.generation.verbalise.grammar import INSTANCE_OF, relations
from contragraph.generation.verbalise.names import Name, possessive
from contragraph.generation.verbalise.styles import StyleParameters
from contragraph.generation.verbalise.wording import SentenceAtom, draw, verb_of
from contragraph.ontology.sections import Sections

_PEERS = relations("of_peers")
"""Relations between things of one sort, after which "the country" may be either."""
LIES_IN = relations("lies_in")
"""Relations that would leave a bare "is there"."""
_BODIES = frozenset(("organisation", "group", ""))
"""Kinds of what acts as one body: a label, a band, a studio of which no more is known."""
_BROAD = frozenset(
    (
        *("label", "company", "organization", "organisation", "institution", "enterprise", "business", "corporation"),
        *("studio", "developer", "publisher", "group", "network", "team", "club", "conglomerate", "subsidiary"),
    )
)
"""Classes in one word that most bodies may be of."""
_NO_COUNTY = re.compile(r"(?<!^)\bCounty (?!of\b)")
"""Names of clubs and the like that have a county in them: "Derby County F.C."."""


_ONCE = frozenset(("was born", "died"))
"""Verbs of what may happen to several in one place: *also* would keep it from its date."""


@dataclass(slots=True)
class DiscourseState:
    """What the reader knows so far: the topic of the last sentence, and what was mentioned since when."""

    names: Mapping[str, Name]
    seed: str
    variant: int
    manner: StyleParameters = field(default_factory=StyleParameters)
    sections: Sections = field(default_factory=Sections)
    topic: str = ""
    relation: str = ""
    """The last relation of the last sentence."""
    recent: frozenset[str] = frozenset()
    done: set[str] = field(default_factory=set)
    introduced: set[str] = field(default_factory=set)
    said: dict[tuple[str, str], str] = field(default_factory=dict)
    """Of which topic a relation to a thing was told first."""
    by_class: bool = False
    """Whether the last full subject was named by its class: "the county"."""
    classes: dict[str, str] = field(default_factory=dict)
    """For what the text has said to be of a class, the class in one word: "county"."""

    def lot(self, *parts: str) -> float:
        """A number in [0, 1) for one choice."""
        return draw(self.seed, self.variant, *parts)


def denies(atom: SentenceAtom) -> bool:
    """Whether it says what is not."""
    return atom.negated or atom.statements[0].negated


def with_also(atom: SentenceAtom, state: DiscourseState) -> SentenceAtom:
    """The atom, marked where the text has said the same of something else: "Lee also studied at Yale"."""
    plain = len(atom.others) == 1 and atom.phrase.predicate and not (denies(atom) or atom.peers or atom.gloss)
    before = state.said.get((atom.relation, atom.others[0]), atom.topic)
    new = plain and atom.forward and before != atom.topic and not atom.others[0].startswith("lit:")
    once = verb_of(atom.phrase) in _ONCE or atom.relation == INSTANCE_OF
    return replace(atom, also=True) if new and not once else atom


def subject_of(first: SentenceAtom, name: Name, state: DiscourseState, *, again: bool, same: bool) -> str:
    """The name in full, or what may stand for it: a pronoun, its class ("the county"), a surname."""
    lot = state.lot("pronoun", first.key)
    if (
        same
        and not state.by_class
        and lot < (0.3 if again and name.pronoun else 0.8)
        and (word := state.classes.get(first.topic) or _noun(name))
        and not _ambiguous(word, first.topic, state)
    ):
        state.by_class = True
        return f"the {word}"
    before, state.by_class = state.by_class, False
    if again and lot < 0.96 and name.noun and not (before or _ambiguous(name.noun, first.topic, state)):
        state.by_class = True
        return f"the {name.noun}"
    if again and lot < 0.96 and name.pronoun:
        return name.pronoun
    return name.short if name.short and first.topic in state.introduced else name.said


def with_there(text: str, atom: SentenceAtom, state: DiscourseState) -> str:
    """The sentence with *there* for the place that the last one was about, where it names no other place."""
    place = atom.others[0]
    known = place == state.topic and len(atom.others) == 1 and state.names[place].kind == "place"
    if not known or atom.relation in LIES_IN:
        return text
    others = [state.names[e].kind for e in sorted(state.recent - {place})]
    ending = f" in {state.names[place].said}"
    if not text.endswith(ending) or denies(atom) or any(kind != "person" for kind in others):
        return text
    return f"{text.removesuffix(ending)} there"


def _ambiguous(word: str, topic: str, state: DiscourseState) -> bool:
    """Whether something else in the last sentence may be of that class too."""
    others = [e for e in sorted(state.recent) if e != topic and not state.names[e].label[:1].islower()]
    if any(
        word in state.names[e].label.casefold() or word in (state.classes.get(e), state.names[e].noun) for e in others
    ):
        return True
    named = [state.names[e] for e in others]
    if word.rpartition(" ")[2] in _BROAD and any(_individual(o) and o.kind in _BODIES for o in named):
        return True
    if state.relation not in _PEERS:
        return False
    kind = state.names[topic].kind
    return any(_individual(state.names[e]) and state.names[e].kind in ("", kind) for e in others)


def _noun(name: Name) -> str:
    """The class that a name tells of itself, where it is of one thing that is no person and no work."""
    if _NO_COUNTY.search(name.label):
        return name.noun
    return name.noun or "" if name.plural or name.kind in ("person", "work", "group") else noun_of(name.label)


def _individual(name: Name) -> bool:
    """Whether it is the name of one thing that is no person, for which *it* may stand."""
    return name.label[:1].isupper() and not name.person


def whose_of(name: Name, *, again: bool, introduced: bool) -> str:
    """How a clause about something known begins: "his", "Lovelace's"; empty for the full name."""
    if again and name.pronoun:
        return name.their
    return possessive(name.short) if introduced and name.short else ""


def clashes(topic: str, name: Name, state: DiscourseState) -> bool:
    """Whether the pronoun could also mean others of the last sentence: *they* may be any, *it* a neighbour.

    Else a pronoun is taken for the subject of the last sentence.
    """
    others = [state.names[e] for e in sorted(state.recent) if e != topic]
    if name.pronoun == "they":
        return any(o.plural or o.kind == "group" for o in others)
    return name.pronoun == "it" and state.relation in _PEERS and any(o.kind == name.kind for o in others)
