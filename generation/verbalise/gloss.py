"""Glosses: what a thing is in a few words of its description, for where a text first speaks of it.

"American film director" is no statement of the graph and has no part in a proof. So it holds no name but that of a
people, no number, and no word of what a conflict is about (:func:`gloss_of` takes those as ``withheld``).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from contragraph.dataset.words.glosses import words_of
from contragraph.dataset.words.naming import unqualified
from contragraph.generation.verbalise.articles import a_or_an, with_article
from contragraph.generation.verbalise.clauses import APPOSED, KINDS
from contragraph.generation.verbalise.grammar import INSTANCE_OF
from contragraph.generation.verbalise.kinds import TRADES, Kind, kind_of
from contragraph.generation.verbalise.names import Name
from contragraph.generation.verbalise.reference import LIES_IN
from contragraph.generation.verbalise.wording import SentenceAtom
from contragraph.graph.model import Entity, Statement
from contragraph.ontology.phrase import parse_phrase
from contragraph.ontology.words import known_names

_MOST_WORDS = 7
_MOST_NOUNS = 3
"""Callings in a gloss: "actor, singer and dancer"."""
_END = re.compile(
    r"[;:(–—/]|\.(?= )|,? (?:\w+(?:ing|ed) (?:in|on|as|at|by|for|from|with)|of|by|in|from|for|who|whose|that|which|"
    r"based|founded|formed|directed|created|written|set|located|produced|starring|born|on|at|to|with|known|comprising|near|"
    r"within|during|since|between|about|as|under|including|operated|owned|released|published|played|hosted|developed|"
    r"first|off|across|along|best|most)\b"
)
_LEADING = re.compile(
    r"^(?:(?:the|an?|former|late|retired|deceased|defunct|famous|noted|influential|leading|popular|international|"
    r"pre-eminent|prominent|major|most \w+|first|last|early|current|active|large|largest|small|historic|extinct|\d\S*|"
    r"(?:early |late )?\w+[- ]century) )+",
    re.IGNORECASE,
)
_PLACES = frozenset(
    ("city", "town", "village", "county", "municipality", "neighborhood", "country", "state", "commune")
)
"""What a place is that everybody knows: worth saying only with where it lies, "a city in Kent"."""
_WORKS = frozenset(("film", "movie", "album", "song", "book", "novel", "television series", "series", "video game"))
"""The same of a work: "a film directed by Ann Lee"."""
_VAGUE = frozenset(
    ("group", "association", "organization", "organisation", "award", "work", "place", "territory", "capital city")
)
"""What says nothing by itself."""
_OF_PEOPLE = re.compile(r"[A-Z]\w+(?:ian|ean|ese|ish|ais)")
"""What may be an adjective of a people that is not listed."""
_ORDINAL = re.compile(r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|final) ")
_DOUBLED = re.compile(r"\b(\w+) \1\b")
"""A word that a description has twice: "television series series"."""
_TOKEN = re.compile(r"[A-Za-z][\w'’-]*")


def gloss_of(entity: Entity, kind: Kind, withheld: Collection[str] = ()) -> str:
    """What a thing of a kind is, in lower case but for names of peoples; empty where its description does not tell.

    :param withheld: words, in small letters, that it must not hold
    """
    told = unqualified(entity.description.strip())
    whole = _END.split(told, maxsplit=1)[0]
    if told[len(whole) :].startswith(" of "):
        return ""  # "capital" of what?
    said = _LEADING.sub("", whole.strip(" ,."))
    words = _TOKEN.findall(said)
    if not 0 < len(words) <= _MOST_WORDS or any(c.isdigit() for c in said) or said in _VAGUE:
        return ""
    if not told.startswith(said) and words[0][:1].isupper() and not {*words[0].split("-")} <= known_names().peoples:
        return ""  # an office: "46th Vice President"
    if _OF_PEOPLE.fullmatch(words[0]) and words[0] not in known_names().peoples:
        return ""  # "Scandinavian": whether it wants its capital is not known
    if with_article(said).startswith("one of "):
        return ""  # "occurrences and people"
    said = _shorter(_DOUBLED.sub(r"\1", said))
    said = " ".join([_small(words[0]), said.partition(" ")[2]] if " " in said else [_small(words[0])])
    named = [w for w in _TOKEN.findall(said) if w[:1].isupper()]
    if any(w not in known_names().peoples for each in named for w in each.split("-") if w[:1].isupper()):
        return ""
    if words_of(words[-1]) <= words_of(entity.label):
        return ""  # "Yale University, a university"
    if words_of(said) & {*withheld} or len(words) == len(named):
        return ""
    return said if kind_of(Entity(entity.id, "A", said), frozenset()) == kind else ""


def _shorter(said: str) -> str:
    """The first few of several callings; "film and television director" is one, and "third installment" none."""
    joined = TRADES.sub(lambda trades: re.sub(r", and |, | and | & |/", "\x00", trades[0]), said)
    nouns = [_fields(n) for n in re.split(r",? (?:and|&) |, ", joined) if n]
    if len(nouns) < 2:
        return said
    nouns = [nouns[0], *(n for n in nouns[1:] if not _ORDINAL.match(n))][:_MOST_NOUNS]
    if len(nouns) == 1:
        return nouns[0]
    return f"{', '.join(nouns[:-1])} and {nouns[-1]}"


def _fields(noun: str) -> str:
    """A calling with its fields: "film, television and stage actor"."""
    first, _, last = noun.rpartition("\x00")
    return f"{first.replace(chr(0), ', ')} and {last}" if first else noun


def _small(word: str) -> str:
    capital = word[:1].upper() + word[1:]
    if capital in known_names().peoples:
        return capital
    return word if "-" in word or word.isupper() else word[:1].lower() + word[1:]


def _too_plain(gloss: str, topic: str, atoms: Sequence[SentenceAtom]) -> bool:
    """Whether a gloss says nothing by itself, and nothing is told that it could be said with: "a city in Kent"."""
    beside = {a.relation for a in atoms if a.topic == topic and a.forward}
    return (gloss in _PLACES and LIES_IN.isdisjoint(beside)) or (gloss in _WORKS and APPOSED.isdisjoint(beside))


_IS_A = parse_phrase("[be] {a o}")


def with_glosses(
    atoms: Sequence[SentenceAtom], glosses: Mapping[str, str], names: dict[str, Name]
) -> list[SentenceAtom]:
    """An atom for each gloss of a topic that the text does not say the class or calling of; ``names`` learns them."""
    known = {s.subject for a in atoms for s in a.statements if s.relation in KINDS}
    topics = dict.fromkeys(a.topic for a in atoms if a.phrase.predicate and not a.peers)
    found = []
    for topic in topics:
        if topic in known or topic not in glosses or _too_plain(glosses[topic], topic, atoms):
            continue
        key = f"gloss:{topic}"
        names[key] = Name(glosses[topic], a_or_an(glosses[topic]), "it")
        stated = Statement(topic, INSTANCE_OF, key)
        found.append(SentenceAtom(topic, (key,), _IS_A, (stated,), (), forward=True, alone=False))
    return found
