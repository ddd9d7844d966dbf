"""Clauses: an atom as a predicate, as an apposition, or said of several topics at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from contragraph.generation.verbalise.forms import STATES
from contragraph.generation.verbalise.grammar import GRAPH, INSTANCE_OF, relations
from contragraph.generation.verbalise.names import Name, possessive
from contragraph.generation.verbalise.values import validity
from contragraph.generation.verbalise.wording import FAMILY, PARTICIPLE, SentenceAtom, draw
from contragraph.ontology.phrase import NameSlot, Verb

KINDS = frozenset((INSTANCE_OF, *GRAPH.role("occupation")))
"""Relations that say what a thing is: in apposition they come first."""
APPOSED = KINDS | relations("apposed")
"""Relations whose predicate makes a good apposition without its verb: "born in Ulm", "the capital of France"."""


_BE, _HAVE = frozenset(("is", "was", "are", "were")), frozenset(("has", "had", "have"))
_FUSED = _BE | {"lies", "lie", "lay", "belongs", "belong", "belonged"}
_INCLUDE = frozenset(("includes", "include", "included", "borders", "border", "owns", "own"))
_WHILE_BOTH = relations("while_both")
"""Relations that last no longer than either end."""
_IN_LIFE = relations("in_life")
"""Relations told in the past where a person at either end is dead: "the university employed Bohr"."""


def lasts_with_ends(relation: str) -> bool:
    """Whether the tense of a relation depends on whether what it joins is no more."""
    return relation in _WHILE_BOTH or relation in _IN_LIFE


BARE = re.compile(
    r"an? (?:country|city|state|nation|town|county|company|business|award|record label|award ceremony|"
    r"capital|organi[sz]ation|settlement|human settlement|band|film|album|place|movie|song|book|novel|play|"
    r"(?:television )?series|video game)$"
)
"""Classes that say too little in apposition: "Indonesia, a country, ..."."""
_AND = " \x00 "
LONG = 11
"""A predicate of more words wants a comma before *and*."""


def coordinated(atoms: Sequence[SentenceAtom], names: Mapping[str, Name]) -> str:
    """The atoms' predicates with *and*; of two that begin with the same *has* the second goes without it."""
    pieces = [predicate(a, names) for a in atoms]
    if any(re.match(r"(?:has )?work(?:s|ed) (?!for )", p) for p in pieces):
        pieces = [
            re.sub(r"^(has )?worked for ", lambda m: f"{m[1] + 'been' if m[1] else 'was'} employed by ", p)
            for p in pieces
        ]
    if len(pieces) == 2 and all(_has(a) for a in atoms):
        pieces[1] = pieces[1].split(" ", 1)[1]
    joint = {n for a in atoms for o in a.others if " and " in (n := names[o].said)}
    fused = _fused(pieces, [a.apart or a.negated or a.alone for a in atoms])
    for name in sorted(joint):  # an *and* within a name makes no list
        fused = [piece.replace(name, name.replace(" and ", _AND)) for piece in fused]
    return with_and(fused).replace(_AND, " and ")


def _fused(pieces: Sequence[str], apart: Sequence[bool]) -> list[str]:
    """Neighbours that begin with the same verb as one: "was born in Ulm and educated at Yale"."""
    fused = list(pieces[:1])
    whole, once_more = True, False
    for n, piece in enumerate(pieces[1:], 1):
        verb, _, rest = piece.partition(" ")
        before, _, said = fused[-1].partition(" ")
        alike = verb == before and not (apart[n - 1] or apart[n]) and not re.search(r",| and ", said)
        plain = whole and alike
        if plain and (one := _PARENT.match(fused[-1])) and (other := _PARENT.match(piece)) and one[1] == other[1]:
            fused[-1] = f"{fused[-1]} and {other[2]}"
        elif verb == before and not (apart[n - 1] or apart[n]) and (how := _happened(verb, said, rest)):
            fused[-1] = f"{fused[-1]}{',' if ', ' in said else ''} {how}"  # "in Lima, Ohio, on 1 May 1930"
        elif plain and verb == "was" and (same := _MADE.match(said)) and rest.startswith(f"{same[1]} when "):
            fused[-1] = f"{fused[-1]}, {rest.removeprefix(f'{same[1]} ')}"
            whole = False
        elif plain and verb == "took" and said.startswith("place in ") and rest.startswith("place in "):
            fused[-1] = f"{fused[-1]}, {rest.removeprefix('place ')}"
            whole = False
        elif (plain or (once_more and alike)) and (once := _same_participle(verb, said, rest)):
            fused[-1] += once  # "was founded in 1868 by Ann Lee in Ulm"
            whole, once_more = False, True
        elif plain and _joins(verb, said, rest):
            fused[-1] = f"{fused[-1]} and {rest}"
            whole = False
        else:
            fused.append(piece)
            whole, once_more = True, False
    return fused


_MADE = re.compile(r"(founded|released|published) (?:on|in) ")
"""How something began, behind which it is told how old somebody was then."""


_ONCE = re.compile(r"(?P<what>(?:born )?)(?P<how>in|on|at the age of|of|as a result of|when) ")


def _happened(verb: str, said: str, rest: str) -> str:
    """Where, when or at what age somebody was born or died, to be said behind another of these; else empty."""
    one, other = _ONCE.match(said), _ONCE.match(rest)
    same = one is not None and other is not None and one["what"] == other["what"] == ("born " if verb == "was" else "")
    if verb not in ("was", "died") or not same or other is None:
        return ""
    if f" {other['how']} " in f" {said}" and said[-1:].isdigit() == rest[-1:].isdigit():
        return ""  # but "in Ulm in 1930"
    return rest.removeprefix(other["what"])


def _same_participle(verb: str, said: str, rest: str) -> str:
    """What is left of a predicate behind another with its participle, of which it says something else; else empty."""
    one, other = said.split(" ", 2), rest.split(" ", 2)
    same = verb in _BE and len(one) == len(other) == 3 and one[0] == other[0] and one[0].endswith("ed")
    if not same or (one[1] == other[1] and one[2][-1:].isdigit() == other[2][-1:].isdigit()):
        return ""  # of two places one is no matter of the other
    return f"{',' * (other[1] not in _PREPOSITIONS)} {' '.join(other[1:])}"  # "in 1960, two years before Ulm"


_PREPOSITIONS = frozenset(("as", "at", "by", "for", "from", "in", "into", "on", "to", "under", "with"))


_PARENT = re.compile(r"((?:is|was) the (?:father|mother) of )(.+)$")


def _joins(verb: str, said: str, rest: str) -> bool:
    """Whether the verb need not be said again before ``rest``."""
    if verb in _INCLUDE:
        return " as " not in said + rest
    return verb in _FUSED and _sort(said) == _sort(rest) and len(said.split()) < LONG


def _sort(rest: str) -> str:
    """What follows a verb: a noun, a place, or a participle; like joins like."""
    first = rest.split(" ", 1)[0]
    if first in ("a", "an", "the", "one", "part", "home"):
        return "noun"
    if first == "to":
        return "to"
    return (
        "place"
        if first in ("in", "on", "at", "from", "next")
        else "participle"
        if first.endswith(("ed", "en", "un"))
        else rest
    )


def _has(atom: SentenceAtom) -> bool:
    """Whether the predicate is *has* and then the other end's name, not a perfect or a denial."""
    verb = atom.phrase.parts[0]
    plain = not (atom.apart or atom.negated or atom.alone)
    named = atom.phrase.parts[1:2] == (" ",) and any(isinstance(p, NameSlot) for p in atom.phrase.parts[2:3])
    return plain and named and isinstance(verb, Verb) and verb.base == "have" and " " not in verb.present


def predicate(atom: SentenceAtom, names: Mapping[str, Name], whose: str = "", *, together: bool = False) -> str:
    """The phrase of an atom with its names.

    ``whose``, where given, stands for a clause's possessive topic; ``together`` says it of several topics.
    """
    phrase = (atom.phrase.owned or atom.phrase) if whose else atom.phrase
    topic = names[atom.topic]
    others = [names[o] for o in atom.others]
    if len(others) > 2:  # "Hartington, Iowa and Pine Bluff" would be a town in Iowa
        others = _clear(others)
    said_list = _paired(atom, [n.said for n in others])
    near, far = ("s", "o") if atom.forward else ("o", "s")
    slots = {near: topic.said, far: said_list}
    for part in phrase.parts:
        if isinstance(part, NameSlot) and part.name not in slots:
            via = (atom.via_said or names[atom.via].said) if part.name == "via" else ""
            slots[part.name] = via or _filled(part, far, topic, others, whose, said_list)
    first = atom.statements[0]
    past = topic.past or (atom.relation in _IN_LIFE and any(n.person and n.past for n in others))
    said = phrase.say(
        slots,
        many=len(others) > 1,
        past=past,
        former=_over(atom, topic, others)
        or (first.valid_to is not None)
        or (atom.event and first.valid_from is not None),
        plural=together or (topic.plural and atom.phrase.predicate),
        negated=atom.negated,
        sex="" if together else topic.pronoun,
    )
    said = _with_wider(said, names[atom.wider]) if atom.wider else said
    said = _of_counties(_on_islands(said, others), (topic, *others))
    if len(others) == 1 and others[0].closed:
        for after in (" as ", " only as ", " but "):
            said = said.replace(f"{others[0].said}{after}", f"{others[0].said},{after}")
    said = _WAS_FORMER.sub("is a former ", said)
    said = _with_adverb(said, atom, "also") if atom.also else said
    if first.valid_from and not (first.valid_to or atom.event or past):
        return _to_this_day(said, first.valid_from)
    time = validity(first.valid_from, first.valid_to, event=atom.event, past=past)
    return f"{said},{time}" if time and others[-1].closed and said.endswith(others[-1].said) else said + time


_FORMS: Mapping[str, Callable[[Name], str]] = {
    "bare": lambda n: n.label,
    "a": lambda n: n.indefinite,
    "case": lambda n: n.case,
    "the": lambda n: n.definite,
    "believer": lambda n: n.believer,
    "descent": lambda n: n.descent,
    "many": lambda n: n.several,
    "start": lambda n: n.start,
    "end": lambda n: n.end,
    "on": lambda n: n.when or n.said,
}
"""What a name is in a slot, by the first word of the slot."""


def _filled(slot: NameSlot, far: str, topic: Name, others: Sequence[Name], whose: str, said: str) -> str:
    """What stands in a slot other than the plain names."""
    if not slot.end:
        return topic.their
    of_others = slot.end == far
    if slot.name.endswith("'s"):
        return possessive(said) if of_others else whose or topic.possessive
    if slot.name.endswith(" began"):
        return listed([n.began for n in others]) if of_others else topic.began
    form = _FORMS[slot.name.split(" ", 1)[0]]
    return listed([form(n) for n in others]) if of_others else form(topic)


_PERFECT = {"is": "has been", "are": "have been"}


def _to_this_day(said: str, start: str) -> str:
    """A clause about what began at a time and goes on: "has been married since 2014", "owns it (since 1994)"."""
    verb, _, rest = said.partition(" ")
    since = validity(start, None)
    if verb in _PERFECT:
        return f"{_PERFECT[verb]} {rest}{since}"
    if verb in ("has", "have"):
        return said + since
    if verb == "was" or not verb.endswith("s"):
        return said + validity(start, None, past=True)
    return f"{said} ({since.strip()})"


def _with_wider(said: str, wider: Name) -> str:
    """A predicate that says a class, and what that is a kind of.

    "Is an academy of sciences, which is a kind of learned society"; a film producer is a producer by the word itself.
    """
    head = re.search(r"^\S+ (?:worked as |been )?an? (.+)$", said)
    if head and head[1].endswith(f" {wider.label}"):
        return said
    return f"{said}, which is a kind of {wider.label}"


_COUNTY = re.compile(r" (?:County|Parish)(?:, [A-Z].*)?$|^count(?:y|ies)\b")


def _of_counties(said: str, ends: Sequence[Name]) -> str:
    """Counties have seats, or on the British Isles towns, where states have capitals."""
    if "capital" not in said or any("capital" in n.label for n in ends):
        return said
    if any(_SHIRE.search(n.label) for n in ends):
        return re.sub(r"\bcapital(s?)\b", r"county town\1", said)
    if not any(_COUNTY.search(n.label) for n in ends):
        return said
    return re.sub(r"\bcapital(s?)\b", r"county seat\1", re.sub(r"\bcapital(?= of any county\b)", "seat", said))


_SHIRE = re.compile(
    r"^(?:(?:North|South|East|West) )?(?!New Hampshire)[A-Z][a-z]+shire$|^County [A-Z]|"
    r"^(?:Kent|Norfolk|Suffolk|Essex|(?:East |West )?Sussex|Surrey|Somerset|Devon|Cornwall|Dorset|Cumbria|"
    r"Northumberland|Rutland|County Durham|Merseyside|Tyne and Wear)$"
)
"""Counties of the British Isles."""


_TOWNS = frozenset(("Rhode Island", "Blue Island", "Rock Island", "Grand Island", "Mercer Island"))
"""States and towns that are no islands."""


def _on_islands(said: str, others: Sequence[Name]) -> str:
    """One lives on Long Island, and in Rhode Island."""
    for other in others:
        island = other.label.endswith((" Island", " Peninsula", " Islands")) or other.label.startswith("Isle of ")
        if island and other.kind != "work" and other.label not in _TOWNS and ", " not in other.label:
            said = said.replace(f" in {other.said}", f" on {other.said}")
    return said


_WAS_FORMER = re.compile(r"^was a former ")


def _clear(names: Sequence[Name]) -> list[Name]:
    """Names for a list, with states first: "Hartington, Iowa and Pine Bluff" would be a town in Iowa."""
    return sorted(names, key=lambda n: n.label not in STATES) if len(names) > 2 else list(names)


def _over(atom: SentenceAtom, topic: Name, others: Sequence[Name]) -> bool:
    """Whether it can no longer be true: what one of the ends is part of, or has, ended with it."""
    ended = all(n.former or (n.person and n.past) for n in others) or (topic.person and topic.past)
    return (topic.former and not topic.person) or (ended and atom.relation in _WHILE_BOTH)


def apposed(atoms: Sequence[SentenceAtom], names: Mapping[str, Name]) -> tuple[str, ...]:
    """The first atoms without their verbs, where that makes an apposition: "a lawyer", "born in Ulm".

    A noun may be followed by a participle; two of one kind do not stand side by side.
    """
    said: list[str] = []
    for atom in atoms[:2]:
        verb = atom.phrase.parts[0]
        plain = isinstance(verb, Verb) and verb.past == "was" and verb.present in ("is", "was") and not verb.base
        if not plain or atom.relation not in APPOSED or atom.apart or atom.negated or atom.alone or atom.peers:
            break
        if atom.wider:
            break
        text = predicate(atom, names).split(" ", 1)[1]
        noun = atom.relation in KINDS
        if noun and len(atom.others) > 2:
            break
        if noun and not (text.startswith(("a ", "an ")) and all(names[o].common for o in atom.others)):
            break
        if not said and not noun and not text.startswith(("a ", "an ", "the ", "born ")):
            break
        if said and (noun or len(atoms[0].others) > 1 or not text.split()[0].endswith(PARTICIPLE)):
            break
        said.append(text)
        if not noun or names[atom.topic].plural:
            break
    return () if len(said) == 1 and BARE.match(said[0]) else tuple(said)


def with_peers(atom: SentenceAtom, names: Mapping[str, Name], lot: float) -> str:
    """One sentence about several topics of which the same is true; ``lot`` in [0, 1) chooses its form."""
    name, peers = names[atom.topic], [names[p] for p in atom.peers]
    others = listed([p.said for p in peers])
    if atom.phrase.shareable:
        every = "both" if len(peers) == 1 else "all"
        return f"{listed([n.said for n in _clear([name, *peers])])} {adverbial(atom, names, every, together=True)}"
    verb, said = atom.phrase.parts[0], predicate(atom, names)
    if isinstance(verb, Verb) and lot < 0.5:
        many = len(peers) > 1 or peers[0].plural
        return f"{name.said} {said}, as {verb.echo(past=peers[0].past, plural=many)} {others}"
    return f"{name.said}, like {others}, {said}"


def adverbial(atom: SentenceAtom, names: Mapping[str, Name], word: str, *, together: bool = False) -> str:
    """The predicate with an adverb where it belongs: "also borders France", "is also a member"."""
    return _with_adverb(predicate(atom, names, together=together), atom, word)


def _with_adverb(said: str, atom: SentenceAtom, word: str) -> str:
    verb = atom.phrase.parts[0]
    first, _, rest = said.partition(" ")
    helped = isinstance(verb, Verb) and (first in _BE or (first in _HAVE and (" " in verb.present or not verb.base)))
    return f"{first} {word} {rest}" if helped else f"{word} {said}"


def _paired(atom: SentenceAtom, items: Sequence[str]) -> str:
    """The list of the other ends; of two, a few are joined by *both* and *and*."""
    lot = draw("pair", *atom.ids) if len(items) == 2 and FAMILY.get(atom.relation) != "parent" else 1.0
    return f"both {items[0]} and {items[1]}" if lot < 0.2 and not (atom.apart or atom.negated) else listed(items)


def with_and(pieces: Sequence[str]) -> str:
    """Predicates with *and*; where one is long or holds a list, commas keep them apart."""
    if len(pieces) == 1:
        return pieces[0]
    first = pieces[0]
    comma = len(pieces) > 2 or any(mark in first for mark in (" and ", " or ", ", ")) or first.count(" ") >= LONG
    return f"{', '.join(pieces[:-1])}{',' if comma else ''} and {pieces[-1]}"


def listed(items: Sequence[str]) -> str:
    """A, B and C; with one more comma where an item holds *and* itself."""
    if len(items) == 1:
        return items[0]
    comma = len(items) > 2 and any(" and " in i for i in items)
    return f"{', '.join(items[:-1])}{',' if comma else ''} and {items[-1]}"
