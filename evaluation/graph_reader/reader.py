"""The graph reader: statements read back from two texts alone, and the prover's word on them.

It knows the lexicon and the ontology, never which sentence states what, nor the names of the graph: names are what
stands between the words of the lexicon, and what both texts repeat. Where words have several meanings, those that the
other text's words for the same two names also have are taken; what is left open is taken in every meaning that does
not make a text contradict itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from contragraph.dataset.files.folder import ONTOLOGY
from contragraph.evaluation.graph_reader.claims import Parse, ReadClaim
from contragraph.evaluation.graph_reader.grammar import read_sentence
from contragraph.evaluation.graph_reader.phrases import PhraseReading, Phrases, phrases_of
from contragraph.evaluation.graph_reader.words import (
    CLASS,
    OBJECTS,
    POSSESSIVES,
    PRONOUNS,
    THERE,
    NamesElsewhere,
    full_name,
    is_time_zone,
    literal_of,
    sentence_tokens,
)
from contragraph.graph.model import Statement
from contragraph.kgs import REFERENCE, kg_of, kgs_of
from contragraph.ontology.axioms import Ontology, Role
from contragraph.ontology.lexicon import Lexicon
from contragraph.ontology.translate import renamed
from contragraph.ontology.turtle import read_ontology
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.rules.ruleset import RuleSet, rules_of

ROUNDS = 3
"""How often a pair is read; each time with the names of the time before."""
_GRAPH = kg_of(REFERENCE)
_WITHIN = PhraseReading(_GRAPH.role("located_in")[0], forward=True)
_KIND = PhraseReading(_GRAPH.role("instance_of")[0], forward=True)
_OF_TIME_ZONES = frozenset(_GRAPH.grammar.role("to_a_time_zone"))


@dataclass(frozen=True, slots=True)
class LocatedClaim:
    """A claim and the sentence that makes it: text (0 or 1) and number (from 0)."""

    claim: ReadClaim
    text: int
    sentence: int


@dataclass(slots=True)
class ReadPair:
    """What was read from a pair. ``unread`` are the sentences that no reading was found for."""

    told: list[LocatedClaim] = field(default_factory=list)
    unread: list[tuple[int, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ReadContradiction:
    """A contradiction: the sentences (text, number) whose statements it takes, and those statements."""

    sentences: tuple[tuple[int, int], ...]
    statements: tuple[Statement, ...]
    own: frozenset[tuple[int, frozenset[str]]]
    """The texts and pairs of names of those statements that one text alone tells; of a value with its relation.

    Two names may be told to have to do with each other in several words, but a date may be that of two things.
    """


def can_read(sentence: str, phrases: Phrases) -> bool:
    """Whether there is a reading of a sentence. Names known from elsewhere make readings cheaper, never possible."""
    return any(_cheapest(words, phrases, frozenset()) is not None for words in sentence_tokens(sentence))


@lru_cache(maxsize=1 << 12)
def _cheapest(words: tuple[str, ...], phrases: Phrases, elsewhere: frozenset[str]) -> Parse | None:
    """The cheapest reading of a sentence where these names are known from others."""
    return read_sentence(words, phrases, NamesElsewhere(phrases.verbs, elsewhere))


def read_pair(texts: Sequence[Sequence[str]], phrases: Phrases) -> ReadPair:
    """What the sentences of two texts claim."""
    tokens = [[sentence_tokens(sentence) for sentence in text] for text in texts]
    read = ReadPair()
    for _ in range(ROUNDS):
        last, read = read, _read_once(tokens, phrases, read)
        if read.told == last.told:
            break  # the names are the same, and so would be what is read with them
    return read


def _read_once(texts: Sequence[Sequence[Sequence[tuple[str, ...]]]], phrases: Phrases, last: ReadPair) -> ReadPair:
    """One more reading, with the names of the last; a sentence is read with those of all others."""
    counts = Counter(name for t in last.told for name in t.claim.names)
    own: dict[tuple[int, int], Counter[str]] = {}
    for t in last.told:
        own.setdefault((t.text, t.sentence), Counter()).update(t.claim.names)
    things = frozenset(t.claim.other for t in last.told)
    read = ReadPair()
    for text, sentences in enumerate(texts):
        teller = _Teller(things)
        for number, ways in enumerate(sentences):
            elsewhere = counts - own.get((text, number), Counter())
            known = frozenset(elsewhere)
            parses = [p for words in ways if (p := _cheapest(words, phrases, known)) is not None]
            best = min(parses, key=lambda p: p.cost, default=None)
            read.told += [LocatedClaim(claim, text, number) for claim in teller.tell(best)]
            if best is None:
                read.unread.append((text, number))
    return read


@dataclass(slots=True)
class _Teller:
    """Follows a text: what its pronouns, *there*, "the county" and surnames stand for.

    What is the object of anything has that name itself, and is no surname of another.
    """

    things: frozenset[str]
    topic: str = ""
    before: set[str] = field(default_factory=set)
    classes: dict[str, str] = field(default_factory=dict)

    def tell(self, parse: Parse | None) -> list[ReadClaim]:
        """The claims of the next sentence with names for pronouns."""
        if parse is None:
            self.topic = ""
            return []
        told: list[ReadClaim] = []
        for c in parse.claims:
            other = self.topic if c.other == THERE and self.topic else c.other
            told.append(replace(c, topic=self._subject(c.topic), other=other, via=self._via(c.via, told)))
        self.topic = self._subject(parse.subject) if parse.subject else ""
        for claim in told:
            self.before.update(claim.ends)
            if _KIND in claim.readings:
                self.classes[claim.topic] = f"{self.classes.get(claim.topic, '')} {claim.other}"
        return told

    def _via(self, key: str, told: Sequence[ReadClaim]) -> str:
        """What a span is counted from: for a pronoun what the sentence named last."""
        if key in PRONOUNS or key in OBJECTS:
            return told[-1].other if told else key
        return full_name(key, self.before.union(*(c.ends for c in told))) if key else key

    def _subject(self, key: str) -> str:
        if key in PRONOUNS or key in POSSESSIVES:
            return self.topic or key
        if key.startswith(CLASS):
            word = key.removeprefix(CLASS)
            return self.topic if word in f"{self.classes.get(self.topic, '')} {self.topic}".split() else word
        return key if key in self.things else full_name(key, self.before)


def statements_of(read: ReadPair) -> list[tuple[Statement, LocatedClaim]]:
    """Every statement that the claims may be, with the claim that it is from."""
    settled = _settled(read.told)
    found = []
    for told, readings in zip(read.told, settled):
        for reading in sorted(readings):
            found.append((_statement(told.claim, reading), told))
        _, _, place = told.claim.other.partition(" of ")
        if _KIND in told.claim.readings and place:
            found.append(
                (_statement(ReadClaim(told.claim.topic, place.removeprefix("the "), frozenset()), _WITHIN), told)
            )
    return found


def _statement(claim: ReadClaim, reading: PhraseReading) -> Statement:
    subject, thing = (claim.topic, claim.other) if reading.forward else (claim.other, claim.topic)
    stated = claim.value or literal_of(thing) or f"name:{thing}"
    return Statement(f"name:{subject}", reading.relation, stated, reading.negated, claim.start, claim.end)


def _settled(told: Sequence[LocatedClaim]) -> list[frozenset[PhraseReading]]:
    """The readings of each claim that other texts' claims about the same two names share, if there are some."""
    others: dict[frozenset[str], list[LocatedClaim]] = {}
    for t in told:
        others.setdefault(frozenset((t.claim.topic, t.claim.other)), []).append(t)
    settled = []
    for t in told:
        readings = _sensible(t.claim)
        for other in others[frozenset((t.claim.topic, t.claim.other))]:
            if other.text == t.text:
                continue
            same = other.claim.topic == t.claim.topic
            theirs = {r if same else PhraseReading(r.relation, not r.forward, r.negated) for r in other.claim.readings}
            if shared := readings & theirs:
                readings = shared
        settled.append(frozenset(readings))
    return settled


def _sensible(claim: ReadClaim) -> frozenset[PhraseReading]:
    """The readings without time zones where there is none, and with them alone where there is one."""
    zoned = frozenset(r for r in claim.readings if r.relation in _OF_TIME_ZONES)
    wanted = zoned if any(map(is_time_zone, claim.ends)) else claim.readings - zoned
    return wanted or claim.readings


def in_two_senses(members: Sequence[Statement], stated: Sequence[tuple[Statement, LocatedClaim]]) -> bool:
    """Whether words are taken in two senses: one claim twice, or the same words of the same thing differently.

    "A is the daughter of C" and "B is the daughter of C" tell of one parent, be it the mother or the father.
    """
    telling = [frozenset(t for s, t in stated if s == member) for member in members]
    if len(set(telling)) < len(telling):
        return True
    for n, (one, tellers) in enumerate(zip(members, telling)):
        for other, others in zip(members[:n], telling):
            alike = {t.claim.readings for t in tellers} & {t.claim.readings for t in others}
            if one.relation != other.relation and alike and one.object_id == other.object_id:
                return True
    return False


def of_another(
    members: Sequence[Statement], stated: Sequence[tuple[Statement, LocatedClaim]], through: Mapping[str, Role]
) -> bool:
    """Whether a span is counted from another thing than the one that is named.

    "Born when Ann was 39" is the age of the mother where Ann is told to be the mother, and of no other parent.
    """
    spans = [(s, t.claim) for s, t in stated if s in members and t.claim.via]
    for span, claim in spans:
        named = {f"name:{other.via}" for s, other in spans if s.subject == span.subject}
        roles = [role for r in claim.readings if (role := through.get(r.relation))]
        tied = {
            s.subject if role.inverse else s.object_id
            for role in roles
            for s in members
            if s.relation == role.relation and span.subject == (s.object_id if role.inverse else s.subject)
        }
        if f"name:{claim.via}" not in tied or not tied <= named:
            return True
    return False


def contradictions(
    stated: Sequence[tuple[Statement, LocatedClaim]], rules: RuleSet, through: Mapping[str, Role]
) -> list[ReadContradiction]:
    """The contradictions between the texts; a statement that contradicts its own text was not meant.

    ``through`` has for spans the relation to what they are counted from.
    """
    kept = list(stated)
    while True:
        union = sorted({s for s, _ in kept}, key=lambda s: s.sort_key)
        sides = [frozenset(s for s, t in kept if t.text == text) for text in (0, 1)]
        within = None
        found = []
        for mask in minimal_conflicts(union, rules).minimal:
            members = tuple(s for i, s in enumerate(union) if mask >> i & 1)
            if in_two_senses(members, kept) or of_another(members, kept, through):
                continue
            if any(sides[text].issuperset(members) for text in (0, 1)):
                within = within or members
            else:
                found.append(members)
        if within is None:
            return [_found(members, kept) for members in found]
        ways = Counter(id(t) for _, t in kept)
        doubtful = max(((s, t) for s, t in kept if s in within), key=lambda p: (ways[id(p[1])], p[0].sort_key))
        kept = [p for p in kept if p[0] != doubtful[0]]


def _found(members: tuple[Statement, ...], stated: Sequence[tuple[Statement, LocatedClaim]]) -> ReadContradiction:
    telling = [[t for s, t in stated if s == member] for member in members]
    own = {
        (t.text, frozenset((*t.claim.ends, *((member.relation,) if t.claim.value else ()))))
        for member, told in zip(members, telling)
        if len({t.text for t in told}) == 1
        for t in told
    }
    return ReadContradiction(
        tuple(sorted({(t.text, t.sentence) for told in telling for t in told})), members, frozenset(own)
    )


def conflicts_among(found: Sequence[ReadContradiction]) -> list[ReadContradiction]:
    """One for each conflict, that of fewest statements; those are one that share what one text alone tells.

    One that takes all that another takes, and more, is none of its own: a meaning of two was proven in a longer way.
    """
    found = [f for f in found if not any(other.own < f.own for other in found)]
    groups: list[tuple[set[tuple[int, frozenset[str]]], list[ReadContradiction]]] = []
    for one in found:
        touching = [g for g in groups if not g[0].isdisjoint(one.own)]
        merged = (set(one.own), [one])
        for group in touching:
            groups.remove(group)
            merged = (merged[0] | group[0], group[1] + merged[1])
        groups.append(merged)
    smallest = [min(group, key=lambda f: (len(f.statements), f.sentences)) for _, group in groups]
    return sorted(smallest, key=lambda f: f.sentences)


@dataclass(frozen=True)
class GraphReader:
    """The words and rules of an ontology, ready to read pairs."""

    phrases: Phrases
    rules: RuleSet
    through: Mapping[str, Role] = field(default_factory=dict)
    """For spans the relation to what they are counted from."""

    def conflicts(self, texts: Sequence[Sequence[str]]) -> list[ReadContradiction]:
        """The conflicts of two texts, given as sentences."""
        stated = statements_of(read_pair(texts, self.phrases))
        return conflicts_among(contradictions(stated, self.rules, self.through))


def reader_of(ontology: Ontology) -> GraphReader:
    """The reader for datasets with this ontology, in the words of the graph that its relations are of.

    Raises:
        OntologyError: if the alignment with Wikidata does not fit it.
    """
    told = {r for axiom in ontology.axioms for r in axiom.relations if not r.startswith(("cg:", "rdf:", "rdfs:"))}
    told |= {r for r in ontology.labels if not r.startswith("cg:")}
    known = next(iter(kgs_of(told)), kg_of(REFERENCE))
    lens = known.lens(told)
    seen = renamed(ontology, lens.seen)
    entries = {r: entry for r, entry in known.lexicon.entries.items() if r not in known.alignment.exact}
    through = {span.relation: span.through for span in seen.spans if span.through}
    return GraphReader(phrases_of(Lexicon(entries), seen.labels, seen.data), rules_of(seen), through)


def reader_in(dataset: Path) -> GraphReader | None:
    """The reader for the dataset in a folder; None where that has no ontology."""
    return reader_of(read_ontology(dataset / ONTOLOGY)) if (dataset / ONTOLOGY).is_file() else None
