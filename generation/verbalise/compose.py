"""Composing: groups of atoms become sentences, each with the statements that it states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from contragraph.generation.verbalise.names import Name
from contragraph.generation.verbalise.plan import Group
from contragraph.generation.verbalise.wording import Atom, draw
from contragraph.graph.model import Statement
from contragraph.ontology.phrase import Verb

MAX_WORDS = 60
"""The limit for a sentence; joined sentences aim at ``GOOD_WORDS``."""
GOOD_WORDS = 30

Said = tuple[str, tuple[str, ...]]
"""A sentence and the ids of its statements."""


@dataclass(slots=True)
class _State:
    """What the reader knows so far: the topic of the last sentence, and what was mentioned since when."""

    names: Mapping[str, Name]
    seed: str
    variant: int
    topic: str = ""
    recent: frozenset[str] = frozenset()
    done: set[str] = field(default_factory=set)


def sentences_of(groups: Sequence[Group], names: Mapping[str, Name], seed: str, variant: int) -> list[Said]:
    """The sentences of a text in order."""
    state = _State(names, seed, variant)
    waiting = {g.topic: g for g in groups}
    said: list[Said] = []
    for group in groups:
        if group.topic in state.done:
            continue
        state.done.add(group.topic)
        for chunk in _chunks(group, state):
            said.append(_sentence(chunk, waiting, state))
    return said


def _chunks(group: Group, state: _State) -> Iterable[tuple[Atom, ...]]:
    """One to three atoms for each sentence."""
    chunk: list[Atom] = []
    least, spread = (1, 2.4) if state.names[group.topic].pronoun else (2, 1.6)
    size = least + int(draw(state.seed, state.variant, "size", group.topic) * spread)
    length = 0
    for atom in group.atoms:
        words = len(_predicate(atom, state.names, "").split())
        apart = atom.alone or (chunk and (chunk[-1].alone or chunk[-1].relation == atom.relation))
        if chunk and (apart or len(chunk) >= size or length + words > GOOD_WORDS):
            yield tuple(chunk)
            size = least + int(draw(state.seed, state.variant, "size", atom.ids[0]) * spread)
            chunk, length = [], 0
        chunk.append(atom)
        length += words
    if chunk:
        yield tuple(chunk)


def _sentence(chunk: Sequence[Atom], waiting: Mapping[str, Group], state: _State) -> Said:
    topic = chunk[0].topic
    name = state.names[topic]
    first = chunk[0]
    again = topic == state.topic and not _clashes(topic, name, state)
    if first.phrase.predicate:
        subject = name.said
        if again and draw(state.seed, state.variant, "pronoun", first.ids[0]) < 0.85:
            subject = name.pronoun or name.said
        text = f"{subject} {_coordinated(chunk, state)}"
        if first.peers:
            text = _with_peers(first, state)
    else:
        text = _predicate(first, state.names, name.pronoun if again else "")
    stated = list(chunk)
    tail = _tail(chunk[-1], waiting, state)
    if tail is not None and len(text.split()) + len(tail[0].split()) > GOOD_WORDS + 10:
        tail = None
    if tail is not None:
        text += tail[0]
        stated += tail[1]
        state.done.add(tail[1][0].topic)
    state.topic = "" if tail or not first.phrase.predicate else topic
    state.recent = frozenset(e for a in stated for s in a.statements for e in (s.subject, s.object_id))
    return _closed(text), tuple(i for a in stated for i in a.ids)


def _clashes(topic: str, name: Name, state: _State) -> bool:
    """Whether the pronoun could also mean a person of the same pronoun in the last sentence."""
    others = (state.names[e] for e in sorted(state.recent) if e != topic)
    return name.pronoun in ("he", "she") and any(o.person and o.pronoun in ("", name.pronoun) for o in others)


def _with_peers(atom: Atom, state: _State) -> str:
    """One sentence about several topics of which the same is true."""
    name, peers = state.names[atom.topic], [state.names[p] for p in atom.peers]
    listed = _list([p.said for p in peers])
    verb, predicate = atom.phrase.parts[0], _predicate(atom, state.names, "")
    if isinstance(verb, Verb) and draw(state.seed, state.variant, "peers", atom.topic) < 0.5:
        many = len(peers) > 1 or peers[0].plural
        return f"{name.said} {predicate}, as {verb.echo(past=peers[0].past, plural=many)} {listed}"
    return f"{name.said}, like {listed}, {predicate}"


def _coordinated(chunk: Sequence[Atom], state: _State) -> str:
    name = state.names[chunk[0].topic]
    pieces = [_predicate(a, state.names, "") for a in chunk]
    if len(pieces) == 1:
        return pieces[0]
    first = chunk[0]
    is_class = first.relation == "wdt:P31" and len(first.statements) == 1 and not name.plural
    if is_class and name.relative and draw(state.seed, state.variant, "that", first.ids[0]) < 0.6:
        return f"{pieces[0]} {'who' if name.person else 'that'} {_and(pieces[1:])}"
    return _and(pieces)


def _and(pieces: Sequence[str]) -> str:
    """Predicates with *and*; where one holds a list, commas keep them apart."""
    if len(pieces) == 1:
        return pieces[0]
    comma = len(pieces) > 2 or any(" and " in p for p in pieces)
    return f"{', '.join(pieces[:-1])}{',' if comma else ''} and {pieces[-1]}"


def _tail(atom: Atom, waiting: Mapping[str, Group], state: _State) -> tuple[str, Sequence[Atom]] | None:
    """A relative clause about what the sentence ends with, if that is all there is to say of it."""
    if len(atom.others) != 1 or atom.phrase.last_slot != ("o" if atom.forward else "s"):
        return None
    other = atom.others[0]
    group, name = waiting.get(other), state.names[other]
    if group is None or other in state.done or len(group.atoms) > 2 or not name.relative or name.shifty:
        return None
    if any(a.alone or a.peers for a in (atom, *group.atoms)) or draw(state.seed, state.variant, "tail", other) > 0.85:
        return None
    said = _and([_predicate(a, state.names, "") for a in group.atoms])
    return f", {name.relative} {said}", group.atoms


def _predicate(atom: Atom, names: Mapping[str, Name], pronoun: str) -> str:
    """The phrase of an atom with its names; a pronoun, where given, stands for a clause's possessive topic."""
    topic = names[atom.topic]
    others = [names[o] for o in atom.others]
    listed = _list([n.said for n in others])
    mine = {"he": "his", "she": "her", "it": "its"}.get(pronoun, topic.possessive)
    near, far = ("s", "o") if atom.forward else ("o", "s")
    slots = {
        near: topic.said,
        far: listed,
        f"{near}'s": mine,
        f"{far}'s": f"{listed}'s",
        f"bare {near}": topic.label,
        f"bare {far}": _list([n.label for n in others]),
        f"a {far}": _list([n.indefinite for n in others]),
    }
    said = atom.phrase.say(
        slots,
        many=len(others) > 1,
        past=topic.past,
        plural=topic.plural and atom.phrase.predicate,
        negated=atom.negated,
    )
    return said + _validity(atom.statements[0])


def _list(items: Sequence[str]) -> str:
    """A, B and C; with one more comma where an item holds *and* itself."""
    if len(items) == 1:
        return items[0]
    comma = len(items) > 2 and any(" and " in i for i in items)
    return f"{', '.join(items[:-1])}{',' if comma else ''} and {items[-1]}"


def _validity(statement: Statement) -> str:
    if statement.valid_from and statement.valid_to:
        return f" from {statement.valid_from} to {statement.valid_to}"
    if statement.valid_from:
        return f" since {statement.valid_from}"
    return f" until {statement.valid_to}" if statement.valid_to else ""


def _closed(text: str) -> str:
    """The sentence with a capital at its start and one full stop at its end."""
    end = text.rstrip("\"'”’)»")
    return text[:1].upper() + text[1:] + ("" if end[-1:] in tuple(".!?…") else ".")
