"""How a relation is said, from its label: a verb phrase, a participle or a noun, and the same said of the other end.

The phrases are those of a lexicon (``ontology/phrase.py``). What comes out is English of a few plain patterns, for a
person to look over: nobody can tell from "lead" alone whether it is a verb, a noun or a metal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from contragraph.loaders.hints import Hints, VerbForms, hints, words_of

Ends = Literal["thing", "date", "number", "text"]
"""What the object of a relation is."""
Said = Mapping[str, list[str]]
"""Phrases by the key of a lexicon: ``s``, ``o``, ``full``."""
_ONE_OF_MANY = frozenset(
    ("member", "employee", "partner", "subsidiary", "example", "kind", "type", "customer", "student")
)
_NO_ARTICLE = frozenset(("part", "alumni", "citizen"))
_VOWELS = "aeiouAEIOU"


def worded(label: str, ends: Ends, *, single: bool = False, personal: bool = False) -> Said:
    """The phrases of a relation.

    ``single``: a thing has one value of it ("the manager"); ``personal``: its subjects are people, who do things
    themselves ("designed" is what they did, not what was done to them).
    """
    known = hints()
    words = words_of(label) or ["relation"]
    if words[0] in ("is", "was", "are", "were", "be") and len(words) > 1:
        words = words[1:]
        if words[-1] in known.links or ends != "thing":
            words = words[1:] if words[0] in ("a", "an", "the") and words[-1] == "of" else words
        else:
            return {"s": [f"[is] {' '.join(words)} {{o}}"]}
    if words[0] == "has" and len(words) > 1:
        words = words[1:]
    if ends == "date":
        return _dated(words, known)
    if ends == "number":
        return _numbered(words)
    if ends == "text":
        return _noun(words, "{bare o}", of_object=False)
    return _between(words, known, single=single, personal=personal)


def _between(words: list[str], known: Hints, *, single: bool, personal: bool) -> Said:
    if happened := _placed(words, known):
        return {"s": [f"{happened} in {{o}}"], "o": [f"[is] the {' '.join(words)} of {{s}}"]}
    first, rest = words[0], words[1:]
    linked = words[-1] in known.links
    if first in known.by_participle or first == "born":
        if linked and personal and first in known.active:
            return _verb(known.by_participle[first], rest, past=True)
        if linked or not personal:
            return _participle(words, known)
        return _verb(known.by_participle[first], rest, past=True)
    verb = known.by_present.get(first)
    if verb is not None and (linked or not rest or rest[0] not in ("of",)):
        return _verb(verb, rest)
    if first in known.by_past and not linked:
        return _verb(known.by_past[first], rest, past=True)
    if first in known.by_base and ((linked and rest[-1] != "of") or (not rest and personal)):
        return _verb(known.by_base[first], rest)
    if linked and len(words) > 1:
        noun = words[:-1]
        if words[-1] == "by" and (noun[-1] in known.by_participle or noun[-1].endswith("ed")):
            return _participle(words, known)
        if words[-1] in ("of", "to"):  # the capital of, the sequel to
            return {"s": [f"[is] {_article(noun, single=single)}{' '.join(noun)} {words[-1]} {{o}}"]}
        if noun[0] in known.links:
            return {"s": [f"[is] {' '.join(words)} {{o}}"]}
        return {"s": [f"[has/have] {_one(noun)} {words[-1]} {{o}}"]}
    if linked:
        return {"s": [f"[is] {first} {{o}}"]}
    return _noun(words, "{o}", single=single)


def _placed(words: list[str], known: Hints) -> str:
    """What happened there, of "birthplace" and "place of death"; else empty."""
    parts = " ".join(words).replace("place", " place").split()
    told = [part for part in parts if part not in ("place", "of", "the")]
    return known.events.get(told[0], "") if "place" in parts and len(told) == 1 else ""


def _article(noun: list[str], *, single: bool) -> str:
    if noun[0] in ("a", "an", "the") or noun[-1] in _NO_ARTICLE:
        return ""
    return "the " if single and noun[-1] not in _ONE_OF_MANY else "an " if noun[0][0] in _VOWELS else "a "


def _one(noun: list[str]) -> str:
    some = " ".join(noun)
    return some if some.endswith("s") else f"{'an' if some[0] in _VOWELS else 'a'} {some}"


def _verb(verb: VerbForms, rest: list[str], *, past: bool = False) -> Said:
    tail = f" {' '.join(rest)}" if rest else ""
    form = f"{verb.past}/{verb.base}" if past else f"{verb.present}/{verb.past}/{verb.base}"
    said = {"s": [f"[{form}]{tail} {{o}}"]}
    if not rest:
        said["o"] = [f"[{'was' if past else 'is'}] {verb.participle} by {{s}}"]
    return said


def _participle(words: list[str], known: Hints) -> Said:
    first = words[0]
    helper = "is" if first in known.states else "was"
    tail = words if words[-1] in known.links else [*words, "by"]
    said = {"s": [f"[{helper}] {' '.join(tail)} {{o}}"]}
    if tail[1:] == ["by"] and first in known.by_participle:
        verb = known.by_participle[first]
        form = f"{verb.present}/{verb.past}/{verb.base}" if helper == "is" else f"{verb.past}/{verb.base}"
        said["o"] = [f"[{form}] {{s}}"]
    return said


def _noun(words: list[str], slot: str, *, single: bool = True, of_object: bool = True) -> Said:
    noun = " ".join(words)
    full = [f"The {noun} of {{s}} [is] {slot}"]
    if not of_object:
        return {"full": full}
    if not single:
        return {"s": [f"[has/have] {{o}} as {_one(words)}"], "o": [f"[is] {_one(words)} of {{s}}"]}
    return {"s": [f"[has/have] {{o}} as {_one(words)}"], "o": [f"[is] the {noun} of {{s}}"], "full": full}


def _dated(words: list[str], known: Hints) -> Said:
    told = [w for w in words if w not in ("date", "day", "year", "time", "of", "on", "in", "at", "the", "since")]
    if told == ["birthday"]:
        told = ["birth"]
    if len(told) == 1 and told[0] in known.events:
        return {"s": [f"{known.events[told[0]]} {{on o}}"]}
    if told == ["died"]:
        return {"s": ["[died/die] {on o}"]}
    if told and (told[0] in known.by_participle or told[0] == "born") and told[-1] not in known.links:
        verb = known.by_participle.get(told[0])
        rest = "".join(f" {word}" for word in told[1:])
        if verb is not None and told[0] in known.happening:
            return {"s": [f"[{verb.past}/{verb.base}]{rest} {{on o}}"]}
        return {"s": [f"[was] {told[0]}{rest} {{on o}}"]}
    if told and told[0] in known.by_past:
        verb = known.by_past[told[0]]
        return {"s": [f"[{verb.past}/{verb.base}]{''.join(f' {word}' for word in told[1:])} {{on o}}"]}
    return {"full": [f"The {' '.join(words)} of {{s}} [is] {{o}}"]}


def _numbered(words: list[str]) -> Said:
    if words[:2] == ["number", "of"] and len(words) > 2:
        return {"s": [f"[has/have] {{bare o}} {' '.join(words[2:])}"]}
    if words[-1] == "count" and len(words) > 1:
        return {"s": [f"[has/have] {{bare o}} {' '.join(words[:-1])}s"]}
    return _noun(words, "{bare o}", of_object=False)
