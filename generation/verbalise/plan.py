"""Planning: which atoms stand together, and in which order the text speaks of what."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from contragraph.generation.verbalise.clauses import KINDS
from contragraph.generation.verbalise.grammar import GRAPH, INSTANCE_OF, SUBCLASS_OF, relations
from contragraph.generation.verbalise.names import Name
from contragraph.generation.verbalise.wording import FAMILY, SentenceAtom, draw, shape
from contragraph.ontology.sections import Sections

MAX_LIST = 6
"""Names in one list."""
MAX_LIST_WORDS = 24
"""Words of all names in one list, if it has more than one."""

_JITTER = 3.0
"""By how many places of a section the order of what is told may differ between the two texts of a pair."""


@dataclass(frozen=True, slots=True)
class TopicGroup:
    """The atoms that are said of one topic, in order."""

    topic: str
    atoms: tuple[SentenceAtom, ...]


def groups_of(
    atoms: Sequence[SentenceAtom],
    names: Mapping[str, Name],
    place: Mapping[str, int],
    sections: Sections,
    seed: str,
    variant: int,
    *,
    peers: bool = True,
) -> list[TopicGroup]:
    """All atoms, joined where they can be, grouped by topic, in the order in which the text has them.

    The text begins with a topic of which most is said. It goes on with what belongs to the topic just left: one
    that was mentioned there, or one of which something is said about it; the less there is to say, the sooner.
    ``place`` is the centrality of each end; ``peers`` lets topics of which the same is said share a sentence.
    """
    by_topic: dict[str, list[SentenceAtom]] = {}
    joined = _joined(_absorbed(_once(atoms), names), names, seed, variant)
    for atom in _with_peers(joined, names) if peers else joined:
        by_topic.setdefault(atom.topic, []).append(atom)
    groups = {
        topic: TopicGroup(topic, tuple(sorted(found, key=lambda a: _place(a, names, sections, seed, variant))))
        for topic, found in by_topic.items()
    }
    left = sorted(groups, key=lambda t: (place[t] if place[t] < 2 else 2, -_weight(groups[t]), place[t]))
    links = {t: {o for a in groups[t].atoms for o in (*a.others, *a.peers)} for t in groups}
    lots = {t: (-_weight(groups[t]), draw(seed, variant, "next", t)) for t in groups}
    ordered: list[TopicGroup] = []
    spoken: dict[str, int] = {}

    def nearness(topic: str) -> tuple[int, tuple[int, float]]:
        return max(spoken.get(e, -1) for e in (topic, *links[topic])), lots[topic]

    while left:
        topic = max(left, key=nearness)
        if nearness(topic)[0] < 0:
            topic = left[0]
        left.remove(topic)
        ordered.append(groups[topic])
        for end in sorted({topic, *links[topic]}):
            spoken[end] = len(ordered)
    return ordered


def _weight(group: TopicGroup) -> int:
    return sum(len(a.others) for a in group.atoms)


def _place(
    atom: SentenceAtom, names: Mapping[str, Name], sections: Sections, seed: str, variant: int
) -> tuple[int, float, float]:
    """Where an atom stands: what a thing is comes first, then the sections of its kind."""
    lot = draw(seed, variant, "place", *atom.ids)
    if atom.relation in KINDS and atom.forward:
        return -1, 0.0, lot
    section, place = sections.place(names[atom.topic].kind, atom.relation, forward=atom.forward)
    return section, place + _JITTER * lot, lot


def _joined(atoms: Iterable[SentenceAtom], names: Mapping[str, Name], seed: str, variant: int) -> list[SentenceAtom]:
    """Atoms with the same topic, relation and phrase become one with a list, a few names at a time."""
    piles: dict[tuple[str | None, ...], list[SentenceAtom]] = {}
    for atom in sorted(atoms, key=lambda a: draw(seed, variant, "list", a.key)):
        blurred = atom.alone or atom.apart or atom.wider or any(_blurs(names[o]) for o in atom.others)
        first = atom.statements[0]
        apart = atom.key if blurred else ""
        key = (
            atom.topic,
            _MEMBERS.get(atom.relation, FAMILY.get(atom.relation, atom.relation)),
            shape(atom.phrase),
            apart,
            first.valid_from,
            first.valid_to,
        )
        piles.setdefault(key, []).append(atom)
    return [
        replace(
            part[0],
            others=_telling(part[0], list(dict.fromkeys(o for a in part for o in a.others)), names),
            statements=tuple(s for a in part for s in a.statements),
            ids=tuple(i for a in part for i in a.ids),
        )
        for pile in piles.values()
        for part in _parts(pile, lambda a: names[a.others[0]])
    ]


def _once(atoms: Sequence[SentenceAtom]) -> list[SentenceAtom]:
    """The atoms without those that say of two things what another says already: that A borders B, and B borders A."""
    kept: dict[tuple[object, ...], SentenceAtom] = {}
    for atom in atoms:
        s = atom.statements[0]
        same = s.relation, frozenset(s.entities), atom.negated, s.valid_from, s.valid_to
        key = same if len(s.entities) == 2 and atom.turns else (atom.key,)
        known = kept.get(key)
        kept[key] = (
            atom
            if known is None
            else replace(known, statements=known.statements + atom.statements, ids=known.ids + atom.ids)
        )
    return list(kept.values())


def _absorbed(atoms: Sequence[SentenceAtom], names: Mapping[str, Name]) -> list[SentenceAtom]:
    """The atoms without those that a class says already: a county of Ohio is an administrative division of Ohio.

    That a film producer is a kind of producer is said of the one who is told to be a film producer.
    """
    classes = {
        (a.topic, place): a
        for a in atoms
        if a.relation == INSTANCE_OF and a.forward and not (a.negated or a.apart)
        for place in [names[a.others[0]].label.partition(" of ")[2].removeprefix("the ")]
        if place
    }
    found: dict[int, list[SentenceAtom]] = {}
    wider: dict[int, str] = {}
    of_class = {a.others[0]: a for a in reversed(atoms) if a.relation in KINDS and a.forward and _is_plain(a)}
    kept = []
    for atom in atoms:
        s = atom.statements[0]
        inner, outer = (s.object_id, s.subject) if s.relation in _HOLDING else (s.subject, s.object_id)
        within = s.relation in _WITHIN and not s.negated
        host = classes.get((inner, names[outer].label)) if within else None
        kind = of_class.get(s.subject) if s.relation == SUBCLASS_OF and _is_plain(atom) else None
        if kind is not None and id(kind) not in wider:
            host = kind
            wider[id(kind)] = s.object_id
        if host is None:
            kept.append(atom)
        else:
            found.setdefault(id(host), []).append(atom)
    return [
        replace(
            a,
            statements=(*a.statements, *(b.statements[0] for b in more)),
            ids=(*a.ids, *(b.ids[0] for b in more)),
            wider=wider.get(id(a), ""),
        )
        if (more := found.get(id(a)))
        else a
        for a in kept
    ]


def _blurs(name: Name) -> bool:
    """Whether a list would be misread that holds it: "Magic Springs and Crystal Falls and Minneapolis"."""
    return name.shifty or re.search(r" and (?:the )?[A-Z]", name.said) is not None


_MEMBERS = dict.fromkeys(GRAPH.role("member"), "part")
"""Members and parts, which a list holds side by side where the words are the same: "has had A and B as members"."""


def _is_plain(atom: SentenceAtom) -> bool:
    return not (atom.negated or atom.apart or atom.alone or atom.peers)


_RELIGION = relations("religion")
_HOLDING = relations("holding")
"""Relations of the greater place to the lesser."""
_WITHIN = _HOLDING | relations("within")
"""Relations of a place to the one that it is in, which a class such as "county of Ohio" implies."""


def _telling(atom: SentenceAtom, others: Sequence[str], names: Mapping[str, Name]) -> tuple[str, ...]:
    """The others without what another one says too: a public company is said to be a company by its name.

    So is who practices Sunni Islam said to practice Islam.
    """
    if not (atom.relation in KINDS or atom.relation in _RELIGION) or not atom.forward:
        return tuple(others)
    labels = [names[o].label for o in others]
    return tuple(o for o, label in zip(others, labels) if not any(other.endswith(f" {label}") for other in labels))


def _parts(pile: Sequence[SentenceAtom], name: Callable[[SentenceAtom], Name]) -> list[list[SentenceAtom]]:
    """A pile in parts whose names make a list of bearable length."""
    parts: list[list[SentenceAtom]] = []
    words = 0
    for atom in pile:
        more = len(name(atom).label.split())
        if not parts or len(parts[-1]) >= MAX_LIST or words + more > MAX_LIST_WORDS:
            parts.append([])
            words = 0
        parts[-1].append(atom)
        words += more
    return parts


def _with_peers(atoms: Sequence[SentenceAtom], names: Mapping[str, Name]) -> list[SentenceAtom]:
    """Topics of which only one thing is said, and the same thing, become one atom: "A, like B and C, …"."""
    count: dict[str, int] = {}
    for atom in atoms:
        count[atom.topic] = count.get(atom.topic, 0) + 1
    piles: dict[tuple[str | bool, ...], list[SentenceAtom]] = {}
    for atom in atoms:
        lone = count[atom.topic] == 1 and len(atom.others) == 1 and not (atom.alone or atom.apart or atom.wider)
        clear = lone and not _blurs(names[atom.topic]) and not any(s.valid_from or s.valid_to for s in atom.statements)
        apart = "" if clear else f"{atom.topic} {atom.phrase.text} {atom.key}"
        alike = names[atom.topic].person, names[atom.topic].past
        piles.setdefault((atom.relation, atom.others[0], atom.forward, *alike, apart), []).append(atom)
    return [
        replace(
            pile[0],
            peers=tuple(a.topic for a in pile[1:]),
            statements=tuple(s for a in pile for s in a.statements),
            ids=tuple(i for a in pile for i in a.ids),
        )
        for whole in piles.values()
        for pile in _parts(whole, lambda a: names[a.topic])
    ]
