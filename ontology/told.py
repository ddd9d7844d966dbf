"""How the relations of any graph are said and labelled, in the graph's own terms: for whoever reads a dataset.

Texts are made in the vocabulary of the rules. Here the same wordings are given under the names that a dataset uses:
what is said of ``wdt:P19`` is said of ``dbo:birthPlace``, and of ``yago:actedIn`` what is said of ``wdt:P161``, with
its ends exchanged.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache

from contragraph.ontology import load_ontology
from contragraph.ontology.alignment import FAMILIES, families_of, load_alignment
from contragraph.ontology.axioms import Role
from contragraph.ontology.lexicon import Entry, Lexicon, lexicon_of, load_lexicon, shipped_lexicons
from contragraph.ontology.phrase import Phrase, parse_phrase
from contragraph.ontology.translate import Renaming

_SLOT = re.compile(r"\{([^}|]*)\}")
_END = re.compile(r"(?<!')\b[so]\b")
_OTHER = {"s": "o", "o": "s"}


def lexicon_seen(families: Iterable[str]) -> Lexicon:
    """Wikidata's lexicon with what graphs of these families add: what texts are made from.

    Where both say a relation, a family alone has it its own way; among several Wikidata's way stands.
    """
    entries = dict(load_lexicon().entries)
    given = [family for family in families if family in shipped_lexicons()]
    for family in given:
        added = lexicon_of(family).entries
        entries = {**entries, **added} if len(given) == 1 else {**added, **entries}
    return Lexicon(entries)


def lexicon_for(relations: Iterable[str]) -> Lexicon:
    """A lexicon that has the wordings of these relations under the names that they have."""
    families = families_of(relations)
    return _lexicon(tuple(families)) if families else load_lexicon()


@cache
def _lexicon(families: tuple[str, ...]) -> Lexicon:
    seen = lexicon_seen(families).entries
    named: defaultdict[str, list[str]] = defaultdict(list)
    for relation in seen:
        named[relation.partition(":")[2].rpartition("_")[2]].append(relation)
    entries: dict[str, Entry] = {}
    for own, role in load_alignment().exact.items():
        if FAMILIES.get(own.partition(":")[0]) not in families:
            continue
        names = Renaming({role.relation: Role(own, role.inverse)})
        for relation in named[role.relation.partition(":")[2]]:
            told = names.relation(relation)
            entries.setdefault(told.relation, _mirrored(seen[relation]) if told.inverse else seen[relation])
    return Lexicon({**entries, **seen})


def _mirrored(entry: Entry) -> Entry:
    """What is said of a relation, said of one that holds the other way round; what depends on kinds is left out."""
    return Entry(
        said_of_subject=_turned(entry.said_of_object),
        said_of_object=_turned(entry.said_of_subject),
        clauses=_turned(entry.clauses),
        not_of_subject=_turned(entry.not_of_object),
        not_of_object=_turned(entry.not_of_subject),
        not_clauses=_turned(entry.not_clauses),
        exclusive=entry.exclusive,
    )


def _turned(phrases: Iterable[Phrase]) -> tuple[Phrase, ...]:
    found = []
    for phrase in phrases:
        text = _SLOT.sub(lambda slot: _END.sub(lambda end: _OTHER[end[0]], slot[0]), phrase.text)
        try:
            found.append(parse_phrase(text))
        except ValueError:  # a form of a name that only the other end can have
            continue
    return tuple(found)


def label_of(relation: str) -> str | None:
    """The label of a relation of an ontology that ships, by any of its names; None if there is none."""
    labels = load_ontology().labels
    return labels[relation] if relation in labels else _labels().get(relation)


@cache
def _labels() -> Mapping[str, str]:
    from contragraph.ontology.vocabulary import family_vocabulary

    found: dict[str, str] = {}
    for family in sorted(set(FAMILIES.values())):
        found |= family_vocabulary(family).own.labels
    return found
