"""Wording: which perspective and which phrase each statement gets.

Choices come from hashes of seed, subject and relation, so the statements of one family (same subject and
relation) are said alike and can be joined; the variant shifts every choice, so that two texts of a pair say
the same thing differently wherever the lexicon has more than one way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from contragraph.generation.verbalise.names import Name
from contragraph.graph.model import Statement
from contragraph.ontology.lexicon import Entry, Lexicon
from contragraph.ontology.phrase import Phrase


def draw(*parts: object) -> float:
    """A number in [0, 1) that depends on the parts alone."""
    digest = hashlib.blake2b("\x1f".join(map(str, parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64


@dataclass(frozen=True, slots=True)
class Atom:
    """A piece of a sentence: a phrase said of ``topic`` that states ``statements``.

    ``others`` are the ids in the other slot, in the order of the statements. Of a whole clause the topic is
    the statement's subject. ``alone`` asks for a sentence of its own.
    """

    topic: str
    others: tuple[str, ...]
    phrase: Phrase
    statements: tuple[Statement, ...]
    ids: tuple[str, ...]
    """The ids of the statements; they are hashes, so they are computed once."""
    forward: bool
    alone: bool
    negated: bool = False
    """Whether the phrase's verb has to be negated; phrases written as denials are not."""
    peers: tuple[str, ...] = ()
    """Topics of which the same is said: the later statements are theirs."""

    @property
    def relation(self) -> str:
        """The relation that it states."""
        return self.statements[0].relation


def atoms_of(
    statements: Mapping[str, Statement],
    names: Mapping[str, Name],
    lexicon: Lexicon,
    labels: Mapping[str, str],
    seed: str,
    variant: int,
) -> list[Atom]:
    """One atom per statement (given by id), each with its wording, in the same order."""
    families: dict[tuple[str, str, bool], int] = {}
    backward: dict[tuple[str, str], int] = {}
    for s in statements.values():
        families[s.subject, s.relation, s.negated] = families.get((s.subject, s.relation, s.negated), 0) + 1
        backward[s.object_id, s.relation] = backward.get((s.object_id, s.relation), 0) + 1
    topics = {s.subject for s in statements.values()}
    made = []
    for key, s in statements.items():
        entry = lexicon.entry(s.relation, labels.get(s.relation, ""))
        many = families[s.subject, s.relation, s.negated] > 1
        turn = 0.25 if many else 0.4
        if s.object_id in topics or backward[s.object_id, s.relation] > 1:
            turn += 0.15
        lot = draw(seed, "turn", s.subject, s.relation, "" if many else s.object_id)
        many = many or backward[s.object_id, s.relation] > 1
        turned = lot < turn if variant % 2 == 0 else 1 - lot < turn
        made.append(_atom(key, s, entry, names, turned, many, seed, variant))
    return made


def _atom(
    key: str,
    s: Statement,
    entry: Entry,
    names: Mapping[str, Name],
    turned: bool,
    many: bool,
    seed: str,
    variant: int,
) -> Atom:
    subject, thing = names[s.subject], names[s.object_id]
    said = entry.said_of_person if subject.person else entry.said_of_subject
    of_object, clauses = entry.said_of_object, entry.clauses
    if s.negated:
        if entry.exclusive and (entry.not_clauses or of_object):
            said, of_object = (), () if entry.not_clauses else of_object
        said, of_object, clauses = entry.not_of_subject or said, entry.not_of_object or of_object, entry.not_clauses
        if not (said or of_object or clauses):
            clauses = entry.clauses
    clauses = tuple(c for c in clauses if not (c.possessive and not _short(subject)))
    straight = said if many and said else (*said, *clauses)
    if turned and of_object and not s.object_id.startswith("lit:"):
        options, place = of_object, f"o{s.object_id}"
    else:
        options, place = straight or of_object or entry.clauses, f"s{s.subject}"
    start = int(draw(seed, "phrase", place, s.relation) * 840)
    phrase = options[(start + variant) % len(options)]
    negated = s.negated and phrase not in (*entry.not_of_subject, *entry.not_of_object, *entry.not_clauses)
    forward = not phrase.predicate or "o" in phrase.slots
    topic, other = (s.subject, s.object_id) if forward else (s.object_id, s.subject)
    alone = entry.exclusive or s.negated or not phrase.predicate
    alone = alone or (subject.shifty and thing.shifty)
    return Atom(topic, (other,), phrase, (s,), (key,), forward, alone, negated)


def _short(name: Name) -> bool:
    return len(name.label.split()) <= 3 and not name.shifty and not name.label.endswith((")", "'"))
