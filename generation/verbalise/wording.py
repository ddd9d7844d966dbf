"""Wording: which perspective and which phrase each statement gets.

Choices come from hashes of seed, subject and relation, so the statements of one family (same subject and
relation) are said alike and can be joined; the variant shifts every choice, so that two texts of a pair say
the same thing differently wherever the lexicon has more than one way.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from contragraph.generation.verbalise.grammar import GRAPH
from contragraph.generation.verbalise.names import Name
from contragraph.generation.verbalise.styles import StyleParameters, in_the_past
from contragraph.graph.model import Statement
from contragraph.ontology.axioms import Role
from contragraph.ontology.lexicon import Entry, Lexicon
from contragraph.ontology.phrase import Phrase, Verb

FAMILY = {relation: family for family, some in GRAPH.grammar.table("families").items() for relation in some}
"""Relations that share their words, so that lists may hold both: "the daughter of Ann and Bob"."""


_SITES = frozenset(("place", "organisation"))
"""Kinds of things of which one does not tell who was born there, or studied: one tells it of the person."""


def draw(*parts: object) -> float:
    """A number in [0, 1) that depends on the parts alone."""
    digest = hashlib.blake2b("\x1f".join(map(str, parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64


@dataclass(frozen=True, slots=True)
class SentenceAtom:
    """A piece of a sentence: a phrase said of ``topic`` that states ``statements``.

    ``others`` are the ids in the other slot, in the order of the statements. Of a whole clause the topic is
    the statement's subject. ``alone`` asks for a clause of its own, ``apart`` only for a predicate of its own.
    """

    topic: str
    others: tuple[str, ...]
    phrase: Phrase
    statements: tuple[Statement, ...]
    ids: tuple[str, ...]
    """The ids of the statements; they are hashes, so they are computed once."""
    forward: bool
    alone: bool
    apart: bool = False
    negated: bool = False
    """Whether the phrase's verb has to be negated; phrases written as denials are not."""
    peers: tuple[str, ...] = ()
    """Topics of which the same is said: the later statements are theirs."""
    event: bool = False
    """Whether it tells what happened, so that its time says when, not how long."""
    wider: str = ""
    """The class that its class is a kind of, where it says that too: "a film producer and thus a producer"."""
    via: str = ""
    """What a span is counted from, where it is named."""
    via_said: str = ""
    """How it is named, where that is not by its name: "him", a surname."""
    spare: Phrase | None = None
    """A predicate that says the same as a clause, for where the clause would repeat a name."""
    also: bool = False
    """Whether the text has said the same of something else."""
    turns: bool = False
    """Whether the same words are said of both ends, so that it holds both ways."""

    @property
    def relation(self) -> str:
        """The relation that it states."""
        return self.statements[0].relation

    @property
    def gloss(self) -> bool:
        """Whether it says what its topic is by a description, and states no fact."""
        return not self.ids

    @property
    def key(self) -> str:
        """What tells it from all other atoms of a text."""
        return self.ids[0] if self.ids else self.others[0]


def atoms_of(
    statements: Mapping[str, Statement],
    names: Mapping[str, Name],
    lexicon: Lexicon,
    labels: Mapping[str, str],
    place: Mapping[str, int],
    seed: str,
    variant: int,
    manner: StyleParameters,
) -> list[SentenceAtom]:
    """One atom per statement (given by id), each with its wording, in the same order.

    A statement is told of the end that stands nearer to the centre (``place``, see :func:`centrality`), as far as
    the lexicon has words for it; a few are turned the other way, so that the two texts of a pair differ.
    """
    families: dict[tuple[str, str, bool], int] = {}
    backward: dict[tuple[str, str], int] = {}
    for s in statements.values():
        families[s.subject, s.relation, s.negated] = families.get((s.subject, s.relation, s.negated), 0) + 1
        backward[s.object_id, s.relation] = backward.get((s.object_id, s.relation), 0) + 1
    told: dict[str, list[str]] = {}
    weight = Counter(e for s in statements.values() for e in s.entities)
    for s in statements.values():
        if not s.relation.startswith("cg:"):
            told.setdefault(s.subject, []).append(s.relation)
    made = []
    for key, s in statements.items():
        entry = lexicon.entry(s.relation, labels.get(s.relation, ""))
        many = families[s.subject, s.relation, s.negated] > 1
        lot = draw(seed, "turn", s.subject, s.relation, "" if many else s.object_id)
        lot = lot if variant % 2 == 0 else 1 - lot
        event = s.relation in lexicon.events and (s.valid_from or s.valid_to) is not None
        nearer = place[s.object_id] < place[s.subject]
        of_person = names[s.subject].person and names[s.object_id].kind in _SITES
        turned = lot < (0.05 if of_person and place[s.object_id] else 0.7 if nearer else 0.08)
        if many and backward[s.object_id, s.relation] < 2 and place[s.subject] < place[s.object_id]:
            turned = False
        if weight[s.object_id] == 1 < weight[s.subject]:  # nothing else is told of it
            turned = False
        elif weight[s.subject] == 1 and nearer and (place[s.object_id] == 0 or not of_person):
            turned = True
        many = many or backward[s.object_id, s.relation] > 1
        via = _counted_from(s, statements.values(), lexicon.through.get(s.relation)) if entry.via else ""
        if via:
            entry = replace(entry, said_of_subject=entry.via, said_of_kind={}, clauses=())
        beside = (r for r in told.get(s.subject, ()) if r != s.relation)
        verbs = {verb_of(p) for r in beside for p in lexicon.entry(r).said_of_subject}
        lasting = (s.valid_from or s.valid_to) is not None and not event
        turned = turned and not event
        atom = _atom(key, s, entry, names, turned, many or event, seed, variant, manner, verbs, lasting=lasting)
        atom = replace(atom, via=via) if via else atom
        made.append(replace(atom, event=True) if event else atom)
    return made


def _counted_from(span: Statement, statements: Iterable[Statement], through: Role | None) -> str:
    """The one thing that a span is counted from, as the text states it; empty where it states none or several."""
    if through is None:
        return ""
    near, far = ("object", "subject") if through.inverse else ("subject", "object")
    told = (s for s in statements if s.relation == through.relation and not s.negated)
    found = {str(getattr(s, far)) for s in told if getattr(s, near) == span.subject}
    return found.pop() if len(found) == 1 else ""


def centrality(statements: Sequence[Statement], names: Mapping[str, Name], seed: str, variant: int) -> dict[str, int]:
    """The place of each end, from the centre of the text outwards: 0 is what the text begins with.

    The centre is what most statements are about, a proper name rather than a class; one of the two
    variants takes the second of them where it has nearly as many.
    """
    weight: dict[str, float] = {}
    near: dict[str, list[str]] = {}
    for s in statements:
        for end, other, share in ((s.subject, s.object_id, 1.0), (s.object_id, s.subject, 0.6)):
            proper = not names[end].label[:1].islower() and not end.startswith("lit:")
            weight[end] = weight.get(end, 0.0) + (share if proper else share / 4)
            near.setdefault(end, []).append(other)
    lots = {end: draw(seed, "centre", end) for end in weight}
    ranked = sorted(weight, key=lambda e: (-weight[e], lots[e]))
    second = (draw(seed, "second") < 0.5) ^ bool(variant % 2)
    if second and len(ranked) > 1 and weight[ranked[1]] >= 0.6 * weight[ranked[0]]:
        ranked[0], ranked[1] = ranked[1], ranked[0]
    place: dict[str, int] = {}
    for start in ranked:
        queue = [start] if start not in place else []
        while queue:
            end = queue.pop(0)
            if end in place:
                continue
            place[end] = len(place)
            queue += sorted(set(near[end]), key=lambda e: (-weight[e], lots[e]))
    return place


def _atom(
    key: str,
    s: Statement,
    entry: Entry,
    names: Mapping[str, Name],
    turned: bool,
    many: bool,
    seed: str,
    variant: int,
    manner: StyleParameters,
    verbs: Collection[str],
    *,
    lasting: bool,
) -> SentenceAtom:
    subject, thing = names[s.subject], names[s.object_id]
    said = spare = entry.predicates(subject.kind, thing.form, thing.kind, sort=subject.sort)
    of_object, clauses = entry.of_object(subject.kind, subject.sort), entry.clauses
    if said is not entry.said_of_subject:
        clauses = ()  # they speak of no kind
    if s.negated:
        said, of_object, clauses = entry.not_of_subject or said, entry.not_of_object or of_object, entry.not_clauses
        if not (said or of_object or clauses):
            clauses = entry.clauses
    clauses = tuple(c for c in clauses if not (c.possessive and not _short(subject)))
    end = s.object_id if turned else s.subject
    family = FAMILY.get(s.relation, s.relation)
    either = mirrored(said, of_object) or family != s.relation
    told_of = end if either else f"o{end}" if turned else f"s{end}"
    start = draw(seed, "phrase", told_of, family)
    if said and clauses and (many or (start if variant % 2 == 0 else 1 - start) > manner.clauses):
        clauses = ()
    straight = clauses or said
    if thing.form in entry.said_of_kind:
        of_object = ()
    if turned and of_object and not s.object_id.startswith("lit:"):
        options = of_object
    else:
        options = straight or of_object or entry.clauses
    clear = (
        tuple(p for p in some if not (p.belonging and _unclear(subject if "o" in p.slots else thing)))
        for some in (options, straight)
    )
    options = next((some for some in clear if some), options)
    regular = {"o": thing.regular, "s": subject.regular}
    plurals = tuple(p for p in options if p.several and regular["o" if "o" in p.slots else "s"])
    options = plurals or tuple(p for p in options if not p.several) or options
    options = in_the_past(options) if manner.past and not lasting else options  # "was married to Ann from 1943 on"
    if len(options) > 1:  # "died in Ulm at the age of 66", "was founded in 1946 by Ann Lee"
        options = tuple(p for p in options if verb_of(p) in verbs and happened(verb_of(p))) or options
    if lasting:  # "was married to Ann from 1943 to 1959"
        options = tuple(p for p in options if verb_of(p).startswith(("was", "had"))) or options
    first = int(start * 840) + variant
    phrase = options[first % len(options)]
    negated = s.negated and phrase not in (*entry.not_of_subject, *entry.not_of_object, *entry.not_clauses)
    forward = not phrase.predicate or "o" in phrase.slots
    topic, other = (s.subject, s.object_id) if forward else (s.object_id, s.subject)
    alone = not phrase.predicate or (subject.shifty and thing.shifty)
    apart = s.negated
    spares = () if phrase.predicate or s.negated else [p for p in spare if "o" in p.slots]
    spare_one = spares[(int(start * 840) + variant) % len(spares)] if spares else None
    turns = mirrored(said, of_object)
    return SentenceAtom(
        topic, (other,), phrase, (s,), (key,), forward, alone, apart, negated, spare=spare_one, turns=turns
    )


PARTICIPLE = ("ed", "born", "en", "ade")
"""How participles end that may follow a noun: "a lawyer born in Ulm"."""


def happened(verb: str) -> bool:
    """Whether a verb (:func:`verb_of`) tells of what happens once: "died", "was founded"."""
    return verb == "died" or (verb.startswith("was ") and verb.endswith(PARTICIPLE))


def verb_of(phrase: Phrase) -> str:
    """The verb of a predicate with what makes it another one: "was founded", "died"."""
    verb = phrase.parts[0]
    words = phrase.text.partition("]")[2].split()
    if not isinstance(verb, Verb):
        return ""
    return f"was {words[0]}" if verb.past == "was" and words else verb.past


def mirrored(said: Sequence[Phrase], of_object: Sequence[Phrase]) -> bool:
    """Whether both ends are spoken of in the same words: "borders {o}" and "borders {s}"."""
    return bool(said and of_object) and shape(said[0]) == shape(of_object[0])


def shape(phrase: Phrase) -> str:
    """The words of a phrase, whichever end it is said of."""
    return phrase.text.replace("{s}", "{o}")


def _unclear(name: Name) -> bool:
    """Whether no possessive pronoun is known to be right: for a person of unknown sex, or for who knows what."""
    return not (name.pronoun or name.plural or name.kind not in ("", "person"))


def _short(name: Name) -> bool:
    return (
        len(name.label.split()) <= 3
        and name.sort != "county"
        and not name.shifty
        and not name.label.endswith((")", "'"))
    )
