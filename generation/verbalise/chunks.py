"""Chunks: which of the facts about a thing share a sentence, and in which order they stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from contragraph.generation.verbalise.clauses import BARE, KINDS, apposed, predicate
from contragraph.generation.verbalise.grammar import relations
from contragraph.generation.verbalise.plan import TopicGroup
from contragraph.generation.verbalise.reference import DiscourseState, denies
from contragraph.generation.verbalise.wording import SentenceAtom, happened, verb_of

GOOD_WORDS = 30
"""Words that a sentence has at most, where it is ours to choose."""
FEW = 3
"""Predicates of a thing that may share a sentence with those of the next section."""
WEIGHTY = 2
"""What a denying predicate counts for, which is longer than others."""

WHERE = relations("where")
"""Places of one thing, which side by side would contradict each other to who does not know which lies in which."""
_FULL_VERBS = frozenset(
    (
        *("works", "worked", "plays", "played", "includes", "counts", "counted", "contains", "performs", "performed"),
        *("has worked", "has played", "has counted"),
    )
)
"""Verbs that are not said twice in a sentence: "works as a model and works in the field of …"."""
_OF_PEOPLE = relations("of_people")
"""Relations of people to bodies that they belonged to."""


def arranged(group: TopicGroup, state: DiscourseState, *, led: bool) -> TopicGroup:
    """The group with what links it to the text so far near its beginning, and no clauses that repeat its name.

    What it is stands with something else in a sentence, or is left out; dates in brackets (``led``) do.
    """
    atoms = list(group.atoms)
    if atoms[0].gloss and not led and (len(atoms) == 1 or stands_alone(atoms[1]) or atoms[1].peers):
        atoms.pop(0)
    if atoms and atoms[0].gloss and not led and state.names[group.topic].kind == "work":
        said = predicate(atoms[0], state.names).split(" ", 1)[1]
        if BARE.match(said) and not apposed(atoms[:2], state.names):
            atoms.pop(0)  # not "Speed is a film that has music by …"
    if group.topic not in state.introduced and state.introduced:
        linking = [a for a in atoms if not late(a, state) and not state.introduced.isdisjoint(a.others)]
        link = next((a for a in linking if not a.alone), linking[0] if linking else None)
        if link is not None:
            atoms.remove(link)
            atoms.insert(1 if atoms and atoms[0].relation in KINDS else 0, link)
    atoms = _beside(atoms)
    settled = [
        replace(a, phrase=a.spare, alone=False) if n and a.spare and not a.phrase.owned else a
        for n, a in enumerate(atoms)
    ]
    return TopicGroup(group.topic, tuple(settled))


def _beside(atoms: Sequence[SentenceAtom]) -> list[SentenceAtom]:
    """The atoms with those side by side that say one event of a thing: where it died, when, and at what age.

    A span stands behind what names whom it is counted from.
    """
    ordered: list[SentenceAtom] = []
    named = {other for a in atoms for other in a.others}
    for atom in sorted(atoms, key=lambda a: a.via in named):
        event = event_of(atom)
        same = [n for n, a in enumerate(ordered) if (event and event_of(a) == event) or atom.via in a.others]
        ordered.insert(same[-1] + 1 if same else len(ordered), atom)
    return ordered


def event_of(atom: SentenceAtom) -> str:
    """The verb of a predicate that tells of what happened once: "died", "was founded"; else empty."""
    verb = verb_of(atom.phrase) if atom.phrase.predicate and not (atom.apart or atom.negated or atom.peers) else ""
    return verb if happened(verb) else ""


def late(atom: SentenceAtom, state: DiscourseState) -> bool:
    """Whether it belongs to the last section of what is told of a thing: how a life ended."""
    return section_of(atom, state) == state.sections.last.get(state.names[atom.topic].kind or "thing", -1)


def chunks(group: TopicGroup, state: DiscourseState, *, led: bool) -> Iterable[tuple[SentenceAtom, ...]]:
    """One to four atoms for each sentence; ``led`` if the first has dates in brackets."""
    chunk: list[SentenceAtom] = []
    least, spread = 3, 1.7
    size = least + int(state.lot("size", group.topic) * spread)
    size += 0 if state.introduced else state.manner.lead
    length = used = 0
    verbs: set[str] = set()
    tenses: set[str] = set()
    few = len(group.atoms) <= FEW
    for n, atom in enumerate(group.atoms):
        after = group.atoms[n + 1 : n + 2]
        more = bool(after) and section_of(after[0], state) == section_of(atom, state)
        goes_on = bool(chunk) and event_of(atom) == event_of(chunk[-1]) != ""
        cost = WEIGHTY if atom.apart else int(not (atom.gloss or goes_on))
        said = predicate(atom, state.names).split()
        words = len(said)
        verb = said[0] if said[0] not in ("has", "have", "had") else " ".join(said[:2])
        verb = "worked" if verb == "has worked" else verb
        apart = state.manner.single or stands_alone(atom) or verb in verbs
        apart = apart or len(tenses | {_tense(said)}) == len(_TENSES)
        apart = apart or (
            len(chunk) > 0 and (stands_alone(chunk[-1]) or not _together(chunk, atom, state, more=more, few=few))
        )
        says = led or any(a.ids for a in chunk) or atom.alone
        if chunk and says and (apart or used + cost > size or length + words > GOOD_WORDS):
            led = True
            yield tuple(chunk)
            size = least + int(state.lot("size", atom.key) * 1.7)
            chunk, length, used = [], 0, 0
            verbs.clear()
            tenses.clear()
        chunk.append(atom)
        verbs.update({verb} & _FULL_VERBS)
        tenses.add(_tense(said))
        used += cost
        length += words
    if chunk:
        yield tuple(chunk)


_TENSES = ("present", "past", "perfect")
_PERFECT = frozenset(("been", "had", "held", "won", "spent", "become"))


def _tense(said: Sequence[str]) -> str:
    """The tense of a predicate: all three in one sentence ("took part in …, has lived in … and plays …") limp."""
    verb, after = said[0], said[1] if len(said) > 1 else ""
    if verb in ("has", "have") and (after in _PERFECT or (after.islower() and after.endswith("ed"))):
        return "perfect"
    if verb in ("are", "have") or (verb.endswith("s") and verb != "was"):
        return "present"
    return "past"


def stands_alone(atom: SentenceAtom) -> bool:
    """Whether a sentence is its own: a clause, and what denies something, which would sit oddly beside a plain fact."""
    return atom.alone or denies(atom) or bool(atom.wider)


def section_of(atom: SentenceAtom, state: DiscourseState) -> int:
    """The number of the section that an atom belongs to."""
    return state.sections.place(state.names[atom.topic].kind, atom.relation, forward=atom.forward)[0]


def _together(
    chunk: Sequence[SentenceAtom], atom: SentenceAtom, state: DiscourseState, *, more: bool, few: bool
) -> bool:
    """Whether a predicate may follow those of a sentence: of their section, or all that there is of the next one.

    ``more`` says that its section goes on behind it, ``few`` that so little is said that they may share it even then.
    """
    if chunk[-1].relation == atom.relation or _of_two_times(chunk[-1], atom, state):
        return False
    if atom.relation in WHERE and any(a.relation in WHERE for a in chunk):
        return False
    if any(one.relation in WHERE and _of_someone(two) for a in chunk for one, two in ((a, atom), (atom, a))):
        return False
    if any(not set(atom.others).isdisjoint(a.others) for a in chunk):
        return False
    own, others = section_of(atom, state), [section_of(a, state) for a in chunk if a.relation not in KINDS]
    if late(atom, state):  # "was born on 1 May 1930 and died in Ulm"
        return all(other == own or (few and other == 0) for other in others)
    near = all(abs(own - other) <= 1 for other in others)
    return all(own == other for other in others) or (near and (few or not more))


def _of_two_times(one: SentenceAtom, two: SentenceAtom, state: DiscourseState) -> bool:
    """Whether it mixes what a body, a band or a place was with what it is: "was succeeded by B and makes games"."""
    if state.names[two.topic].kind in ("person", "work") or one.relation in KINDS:
        return False
    first, second = (_tense(predicate(a, state.names).split()) for a in (one, two))
    return (first == "past") != (second == "past")


def _of_someone(atom: SentenceAtom) -> bool:
    """Whether it tells of someone who was there, which is no matter of where a thing lies."""
    return atom.relation in _OF_PEOPLE and not atom.forward
