"""Composing: groups of atoms become sentences, each with the statements that it states."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from contragraph.generation.verbalise.chunks import (
    GOOD_WORDS,
    WHERE,
    arranged,
    chunks,
    event_of,
    late,
    section_of,
)
from contragraph.generation.verbalise.clauses import (
    KINDS,
    apposed,
    coordinated,
    predicate,
    with_and,
    with_peers,
)
from contragraph.generation.verbalise.grammar import GRAPH, INSTANCE_OF
from contragraph.generation.verbalise.names import Name
from contragraph.generation.verbalise.plan import TopicGroup
from contragraph.generation.verbalise.plurals import head_of
from contragraph.generation.verbalise.reference import (
    DiscourseState,
    clashes,
    denies,
    subject_of,
    whose_of,
    with_also,
    with_there,
)
from contragraph.generation.verbalise.styles import StyleParameters
from contragraph.generation.verbalise.wording import SentenceAtom
from contragraph.ontology.sections import Sections

SHORT_WORDS = 13
"""Sentences up to this length may be joined with the next by *and* or *while*."""
MOST_OF_TAIL = 2
"""Facts about what a sentence ends with that it tells besides what that is."""
OF_LIFE = (*GRAPH.role("birth_date"), *GRAPH.role("death_date"))
"""Birth and death, which an encyclopedia puts in brackets behind a name."""
Said = tuple[str, tuple[str, ...]]
"""A sentence and the ids of its statements."""


@dataclass(frozen=True, slots=True)
class _SentenceDraft:
    """A sentence that is not yet closed: joinable ones are short and end with their own predicate."""

    text: str
    ids: tuple[str, ...]
    topic: str
    ends: frozenset[str]
    joinable: bool
    relation: str = ""
    """The relation of its only predicate; empty where it has several."""


def sentences_of(
    groups: Sequence[TopicGroup],
    names: Mapping[str, Name],
    sections: Sections,
    seed: str,
    variant: int,
    manner: StyleParameters,
) -> list[Said]:
    """The sentences of a text in order."""
    state = DiscourseState(names, seed, variant, manner, sections)
    waiting = {g.topic: g for g in groups}
    drafts: list[_SentenceDraft] = []
    for group in groups:
        if group.topic in state.done:
            continue
        state.done.add(group.topic)
        lead, rest = _lead(group, state)
        for n, chunk in enumerate(chunks(arranged(rest, state, led=bool(lead)), state, led=bool(lead))):
            draft = _sentence(chunk, waiting, state, lead if n == 0 else ())
            joined = _joined(drafts[-1], draft, state) if drafts else None
            if joined is None:
                drafts.append(draft)
            else:
                drafts[-1] = joined
                state.topic = ""
    return [(_closed(d.text), d.ids) for d in drafts]


def _joined(first: _SentenceDraft, second: _SentenceDraft, state: DiscourseState) -> _SentenceDraft | None:
    """Two short sentences about different things that have to do with each other, as one."""
    if not (first.joinable and second.joinable) or first.topic == second.topic or first.ends.isdisjoint(second.ends):
        return None
    if second.text[:1].islower() and not second.text.startswith(("the ", "a ", "an ")):
        return None
    if state.lot("join", second.ids[0]) > state.manner.joins:
        return None
    name = state.names[second.topic]
    if not second.relation:
        return None
    longer = any(
        len(state.names[e].said) > len(name.said) and first.text.endswith(state.names[e].said) for e in first.ends
    )
    if second.topic in first.ends and first.text.endswith(name.said) and not longer:
        if not name.relative or name.shifty:
            return None
        text = f"{first.text}, {name.relative}{second.text[len(name.said) :]}"
        return _SentenceDraft(text, first.ids + second.ids, second.topic, first.ends | second.ends, False)
    return None


def _lead(group: TopicGroup, state: DiscourseState) -> tuple[tuple[SentenceAtom, ...], TopicGroup]:
    """The dates of a life that stand in brackets behind the name, where both are told, and what else is told."""
    dates = [a for relation in OF_LIFE for a in group.atoms if a.relation == relation and a.forward]
    plain = all(_is_date(a) for a in dates)
    rest = TopicGroup(group.topic, tuple(a for a in group.atoms if a not in dates))
    begins = rest.atoms and not any(a.peers or not a.phrase.predicate for a in rest.atoms)
    if state.manner.single or len(dates) != len(OF_LIFE) or not (plain and begins):
        return (), group
    return tuple(dates), rest


def _is_date(atom: SentenceAtom) -> bool:
    return len(atom.statements) == 1 and not (atom.negated or atom.statements[0].negated or atom.peers)


def _sentence(
    chunk: Sequence[SentenceAtom],
    waiting: Mapping[str, TopicGroup],
    state: DiscourseState,
    lead: Sequence[SentenceAtom] = (),
) -> _SentenceDraft:
    if _tail(chunk[-1], waiting, state) is None:  # what can be introduced at the end of the sentence stands there
        opened = next((a for a in chunk[1:-1] if _tail(a, waiting, state) and _may_end(a, chunk, state)), None)
        chunk = [*(a for a in chunk if a is not opened), opened] if opened else chunk
    chunk = [with_also(a, state) for a in _referring(chunk, state)]
    first = chunk[0]
    topic, name = first.topic, state.names[first.topic]
    again = topic == state.topic and not clashes(topic, name, state)
    full = True
    if topic == state.topic and not again and first.spare and not first.phrase.predicate:
        first = replace(first, phrase=first.spare, alone=False)  # "its seat" could be another's
        chunk = [first]
    if not first.phrase.predicate:
        text = predicate(first, state.names, whose_of(name, again=again, introduced=topic in state.introduced))
    elif first.peers:
        text = with_peers(first, state.names, state.lot("peers", topic))
    else:
        subject = name.said if lead else subject_of(first, name, state, again=again, same=topic == state.topic)
        full = subject == name.said
        if lead:
            state.by_class = False
            subject += f" ({_years([state.names[a.others[0]].label for a in lead])})"
        spoken = state
        if name.plural != (several := subject == "they" or (name.plural and not state.by_class)):
            spoken = replace(state, names={**state.names, topic: replace(name, plural=several)})
        text = _with_subject(subject, chunk, spoken, full=full)
        text = with_there(text, first, state) if full and len(chunk) == 1 else text
    stated = [*lead, *chunk]
    tail = _tail(chunk[-1], waiting, state)
    if tail is not None and (len(text.split()) + len(tail[0].split()) > GOOD_WORDS + 8 or _RELATIVE.search(text)):
        tail = None
    if tail is not None:
        text += tail[0]
        stated += tail[1]
        state.done.add(tail[1][0].topic)
    aside = state.names[tail[1][0].topic].pronoun if tail else "it"
    clear = not tail or (name.pronoun in ("he", "she") and aside not in ("", name.pronoun))
    state.topic = topic if clear and first.phrase.predicate else ""
    state.relation = chunk[-1].relation
    ends = frozenset(e for a in stated for s in a.statements for e in (s.subject, s.object_id))
    state.recent = ends
    state.introduced |= ends
    for atom in stated:
        if atom.forward and not denies(atom):
            for thing in atom.others:
                state.said.setdefault((atom.relation, thing), atom.topic)
        if atom.relation == INSTANCE_OF and not (atom.negated or state.names[atom.topic].person):
            word = head_of(state.names[atom.others[0]].label)
            for topic_of in (atom.topic, *atom.peers):
                state.classes.setdefault(topic_of, word)
        elif atom.gloss and not state.names[atom.topic].pronoun:
            calling = _FIRST_CALLING.split(state.names[atom.others[0]].label)[0]
            state.classes.setdefault(atom.topic, calling.rpartition(" ")[2])
    ids = tuple(i for a in stated for i in a.ids)
    plain = full and first.phrase.predicate and tail is None and not first.peers
    joinable = plain and len(text.split()) <= SHORT_WORDS and ", " not in text
    return _SentenceDraft(text, ids, topic, ends, joinable, first.relation if len(stated) == 1 else "")


_FIRST_CALLING = re.compile(r", | and ")
_OBJECTS = {"he": "him", "she": "her", "it": "it", "they": "them"}


def _referring(chunk: Sequence[SentenceAtom], state: DiscourseState) -> list[SentenceAtom]:
    """The atoms with a pronoun for what a span is counted from, where the sentence has just named it, or a surname."""
    found: list[SentenceAtom] = []
    for n, atom in enumerate(chunk):
        said = ""
        if atom.via and n:
            name, topic = state.names[atom.via], state.names[atom.topic]
            subject = "when {via}" in atom.phrase.text
            clear = name.pronoun in _OBJECTS and not (subject and name.pronoun == topic.pronoun)
            if chunk[n - 1].others == (atom.via,) and clear:
                said = name.pronoun if subject else _OBJECTS[name.pronoun]
        if atom.via and not said and any(atom.via in e for e in (state.introduced, *(a.others for a in chunk[:n]))):
            said = state.names[atom.via].short
        found.append(replace(atom, via_said=said) if said else atom)
    return found


def _may_end(atom: SentenceAtom, chunk: Sequence[SentenceAtom], state: DiscourseState) -> bool:
    """Whether an atom may be told last in its sentence: nothing that comes later in a life is told before it.

    Nor is anything counted from what it names.
    """
    later = any(section_of(a, state) > section_of(atom, state) or a.via in atom.others for a in chunk)
    return not later and not late(chunk[-1], state)


def _years(dates: Sequence[str]) -> str:
    """The dates of a life: "15 February 1891 – 24 January 1962", "1891–1962"."""
    return ("–" if not any(" " in date for date in dates) else " – ").join(dates)


def _with_subject(subject: str, chunk: Sequence[SentenceAtom], state: DiscourseState, *, full: bool) -> str:
    """Subject and predicates; at a full name, what the thing is may stand in apposition."""
    name, first = state.names[chunk[0].topic], chunk[0]
    if name.closed and subject == name.said:
        subject += ","
    pieces = [predicate(a, state.names) for a in chunk]
    if len(pieces) == 1:
        return f"{subject} {pieces[0]}"
    new = chunk[0].topic != state.topic
    asides = apposed(chunk[:2], state.names) if full and new and not name.shifty else ()
    asides = _once(asides, chunk)
    if asides and len(asides) < len(chunk) and state.lot("aside", first.key) < state.manner.asides:
        return f"{subject}, {' '.join(asides)}, {coordinated(chunk[len(asides) :], state.names)}"
    if len(asides) == len(chunk) == 2 and state.lot("born", first.key) < state.manner.births:
        return f"{subject} {pieces[0]} {asides[1]}"
    is_class = first.relation == INSTANCE_OF and len(first.statements) == 1 and not name.plural
    if is_class and (where := _LIES.match(pieces[1])) and chunk[1].relation in WHERE:
        rest = [f"{pieces[0]} {where[1]}", *pieces[2:]]
        return f"{subject} {with_and(rest)}"
    is_class = (
        is_class
        and (chunk[1].forward or name.person)
        and " one of " not in pieces[0]
        and not pieces[1].startswith(("is a ", "is an ", "was a "))
    )
    if is_class and name.relative and state.lot("that", first.key) < state.manner.relatives:
        return f"{subject} {pieces[0]} {'who' if name.person else 'that'} {coordinated(chunk[1:], state.names)}"
    return f"{subject} {coordinated(chunk, state.names)}"


def _once(asides: tuple[str, ...], atoms: Sequence[SentenceAtom]) -> tuple[str, ...]:
    """The asides without one whose event goes on behind it: "Ann, born in Ulm, was born on 1 May 1930"."""
    twice = asides and any(event_of(atoms[len(asides) - 1]) == event_of(a) != "" for a in atoms[len(asides) :])
    return asides[:-1] if twice else asides


_RELATIVE = re.compile(r"\b(?:who|which|that)\b")
_LIES = re.compile(r"(?:is|are|was|were|lies|lie|lay)(?: located)? ((?:in|on) .+)$")
"""Where a thing lies, which follows what it is: "is a city in Kent"."""


def _tail(
    atom: SentenceAtom, waiting: Mapping[str, TopicGroup], state: DiscourseState
) -> tuple[str, Sequence[SentenceAtom]] | None:
    """An apposition or relative clause about what the sentence ends with, if that is all there is to say of it."""
    timed = atom.statements[0].valid_from or atom.statements[0].valid_to
    if (
        timed
        or atom.wider
        or denies(atom)
        or len(atom.others) != 1
        or atom.phrase.last_slot != ("o" if atom.forward else "s")
    ):
        return None
    other = atom.others[0]
    group, name = waiting.get(other), state.names[other]
    if group is None or other in state.done or name.shifty or sum(not a.gloss for a in group.atoms) > MOST_OF_TAIL:
        return None
    if name.said.startswith(("a ", "an ")) or name.form in ("named", "rank", "named_many", "listed"):
        return None
    if any(a.apart or len(a.others) != 1 or atom.topic in a.others for a in group.atoms):
        return None
    if any(a.alone or a.peers for a in (atom, *group.atoms)) or state.lot("tail", other) > state.manner.tails:
        return None
    if any(a.relation == INSTANCE_OF and not all(state.names[o].common for o in a.others) for a in group.atoms):
        return None
    atoms = [replace(a, via_said=state.names[a.via].short) if a.via in state.introduced else a for a in group.atoms]
    atoms = [with_also(a, state) for a in atoms]
    asides = _once(apposed(atoms, state.names), atoms)
    rest = atoms[len(asides) :]
    if asides and asides[0].startswith(("a ", "an ", "the ")) and (name.relative or not rest):
        who = "who" if name.person else "that"
        more = f" {who} {coordinated(rest, state.names)}" if rest else ""
        return f", {' '.join(asides)}{more}", atoms
    atoms = [a for a in atoms if not a.gloss]
    if not name.relative or not atoms or atoms[0].relation in KINDS:
        return None
    return f", {name.relative} {coordinated(atoms, state.names)}", atoms


def _closed(text: str) -> str:
    """The sentence with a capital at its start and one full stop at its end."""
    end = text.rstrip("\"'”’)»")
    return text[:1].upper() + text[1:] + ("" if end[-1:] in tuple(".!?…") else ".")
