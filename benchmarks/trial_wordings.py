"""How trial answers tell the sentences that they name: word for word, cut, misspelt, retold.

These operations know nothing of the matcher: their words are a list of their own, and what retells a statement is
another wording of the lexicon.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping

from contragraph.dataset.records.codec import statement_of
from contragraph.dataset.records.schema import InstanceRecord
from contragraph.graph.model import Literal
from contragraph.kgs import kg_of
from contragraph.ontology.lexicon import Entry
from contragraph.ontology.phrase import Phrase

_PERSON = re.compile(r"\b([A-Z][a-z]+) (?:[A-Z]\. )?([A-Z][a-z]+)\b(?! (?:[A-Z]|of|and the))")
_SYNONYMS = (
    (r"\bshares a border with\b|\badjoins\b|\bborders\b", "is next to"),
    (r"\bwas born in\b", "came into the world in"),
    (r"\bhas been a resident of\b|\bresided in\b|\bhas lived in\b", "made a home in"),
    (r"\bhas released music (?:through|on)\b|\bhas recorded for\b", "put out records with"),
    (r"\bis a member of\b|\bbelongs to\b|\bbelonged to\b", "is among the members of"),
    (r"\bwas influenced by\b|\bdrew influence from\b", "took inspiration from"),
    (r"\btook part in\b|\bparticipated in\b", "competed in"),
    (r"\bis located in\b|\blies in\b", "can be found in"),
    (r"\bwas founded by\b|\bwas established by\b", "goes back to"),
    (r"\bhas (\S+) as its (?:county seat|capital)\b", r"is governed from \1"),
    (r"\bwas awarded\b|\breceived\b|\bwas honored with\b", "got"),
    (r"\bworked in\b|\bpursued a career in\b", "was professionally at work in"),
    (r"\bhas never\b|\bnever\b", "at no time"),
    (r"\bis\b", "happens to be"),
)


Words = Callable[[str, random.Random], str]


def exact(words: str, draw: random.Random) -> str:
    """As it stands."""
    return words


def cut(words: str, draw: random.Random) -> str:
    """Without its first or last words, or with a gap, as quotes are cut."""
    parts = words.rstrip(".").split()
    if len(parts) < 9:
        return words
    n = draw.randint(2, 3)
    return draw.choice(
        ("… " + " ".join(parts[n:]), " ".join(parts[:-n]) + " ...", " ".join([*parts[:4], "[...]", *parts[6:]]))
    )


def surnames(words: str, draw: random.Random) -> str:
    """People by their last names."""
    return _PERSON.sub(r"\2", words)


def misspelt(words: str, draw: random.Random) -> str:
    """A letter lost in two of its longer words, and small letters."""
    parts = words.split()
    long = [n for n, part in enumerate(parts) if len(part) > 5]
    for n in draw.sample(long, min(2, len(long))):
        at = draw.randint(2, len(parts[n]) - 3)
        parts[n] = parts[n][:at] + parts[n][at + 1 :]
    return " ".join(parts).lower()


def reworded(words: str, draw: random.Random) -> str:
    """The commonest predicates in other words."""
    for pattern, word in _SYNONYMS:
        words = re.sub(pattern, word, words)
    return words.rstrip(".")


OPERATIONS: Mapping[str, Words] = {f.__name__: f for f in (exact, cut, surnames, misspelt, reworded)}


def _phrases(entry: Entry, negated: bool) -> list[tuple[Phrase, bool]]:
    told = [(p, negated) for p in (*entry.said_of_subject, *entry.clauses, *entry.said_of_object)]
    return [(p, False) for p in (*entry.not_clauses, *entry.not_of_subject)] if negated else told


def retellings(record: InstanceRecord) -> dict[tuple[str, str], str]:
    """For each statement of both sides a wording of the lexicon, the last one, which a text seldom has."""
    lexicon = kg_of("wikidata").lexicon
    found = {}
    for side, context in (("A", record.contexts.original), ("B", record.contexts.perturbed)):
        for told in context.statements:
            statement = statement_of(told)
            thing = statement.object
            names = {"s": told.subject.label, "o": told.object.label}
            entry = lexicon.entry(statement.relation, told.relation.label)
            if isinstance(thing, Literal) or not (phrases := _phrases(entry, statement.negated)):
                continue
            phrase, negated = phrases[int(told.id[:4], 16) % len(phrases)]
            said = phrase.say(names, negated=negated)
            if phrase.predicate:
                said = f"{names['s' if 'o' in phrase.slots else 'o']} {said}"
            found[side, told.id] = said
    return found
