"""Lexicons: how each relation is said in English, read from a TOML file and checked on the way in.

A table of the file is a relation (its CURIE). ``s`` are predicates said of the subject, ``o`` predicates said
of the object, ``full`` whole clauses; ``person``, ``group``, ``organisation``, ``work``, ``event`` and ``place``
replace ``s`` where the subject is of that kind, ``uncounted`` and ``of_many`` where the object is a class that takes
no article ("acting") or names many ("one of the Romance languages"), ``rank`` and ``hall`` where it is an honor that
one becomes ("Fellow of …") or enters ("… Hall of Fame"), ``people`` where it is one, ``entered`` where it is
a register, ``music`` and ``genre_of_works`` where it is a genre ("hip hop music", "comedy film"), ``game`` for ways
to play, ``believer``, ``descent``, ``played`` and ``investor`` for names of believers, peoples, games and
shareholders. A kind and a form together have keys such as ``person_music``. ``county``, ``school``, ``award``,
``team`` and ``body`` are for subjects whose names say that they are one, ``awards`` for prizes in the plural.
``with_person`` and the like replace ``s`` where the object is of that kind, ``o_person`` and the like ``o`` where the
subject is; ``via`` replaces them all for a span of years where the text names what it is counted from, ``{via}``.
Predicates must read well with a list in place of the other end. ``not_s`` and ``not_o`` replace the regular negation
where that would say something else; clauses are denied only by ``not_full``. Relations without a table are worded from
their label. A table with ``as`` alone borrows the phrases of another relation, of the file or of the lexicon beside
which it is read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from contragraph.graph.errors import OntologyError
from contragraph.graph.model import Literal, Statement
from contragraph.ontology.alignment import Alignment
from contragraph.ontology.axioms import Role
from contragraph.ontology.phrase import Phrase, parse_phrase
from contragraph.ontology.sections import Sections

KINDS = ("person", "group", "organisation", "work", "event", "place")
"""Kinds of subjects for which a relation may have predicates of their own."""
SORTS = ("county", "school", "award", "team", "club", "body", "road", "river", "composition", "occasion")
"""Narrower kinds of subjects, which the words of a name tell."""
FORMS = (
    *("uncounted", "of_many", "rank", "hall", "named", "named_many", "listed", "entered", "people", "drum", "awards"),
    *("music", "genre_of_works", "game", "instrument", "church", "outlook", "demonym"),
    *("believer", "descent", "played", "investor", "faith", "learned", "job", "writing", "means", "cup", "order"),
    *("zone", "route", "league", "dispute", "front", "former"),
)
"""Forms of the object's name for which a relation may have predicates of their own."""
_OF_BOTH = tuple(f"{kind}_{form}" for kind in KINDS for form in FORMS)
"""For subjects of a kind and objects whose name has a form."""
_WITH = tuple(f"with_{kind}" for kind in KINDS)
"""For objects of a kind."""
_BACK = tuple(f"o_{kind}" for kind in (*KINDS, *SORTS))
"""Said of the object, where the subject is of a kind."""
_BY_KIND = (*SORTS, *KINDS, *FORMS, *_OF_BOTH, *_WITH, *_BACK)
_VIA = "via"
_PREDICATES = ("s", "o", _VIA, *_BY_KIND, "not_s", "not_o")
_LISTS = (*_PREDICATES, "full", "not_full")
_AS = "as"
_ENDS = {key: {"s"} if key in ("o", "not_o", *_BACK) else {"o"} for key in _PREDICATES}


@dataclass(frozen=True, slots=True)
class Entry:
    """How one relation is said."""

    said_of_subject: tuple[Phrase, ...] = ()
    said_of_kind: Mapping[str, tuple[Phrase, ...]] = field(default_factory=dict, hash=False)
    said_of_object: tuple[Phrase, ...] = ()
    clauses: tuple[Phrase, ...] = ()
    not_of_subject: tuple[Phrase, ...] = ()
    not_of_object: tuple[Phrase, ...] = ()
    not_clauses: tuple[Phrase, ...] = ()
    via: tuple[Phrase, ...] = ()
    """What is said of the subject where it is named what a span is counted from."""

    def predicates(self, kind: str, form: str = "", other: str = "", *, sort: str = "") -> tuple[Phrase, ...]:
        """What is said of a subject of a kind, with an object of the kind ``other`` whose name has a form.

        ``sort`` is a narrower kind.
        """
        for key in (f"{kind}_{form}", form, sort, kind, f"with_{other}"):
            if key in self.said_of_kind:
                return self.said_of_kind[key]
        return self.said_of_subject

    def of_object(self, kind: str, sort: str = "") -> tuple[Phrase, ...]:
        """What is said of the object where the subject is of a kind, or narrower of a sort."""
        return self.said_of_kind.get(f"o_{sort}") or self.said_of_kind.get(f"o_{kind}") or self.said_of_object


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The entries by relation."""

    entries: Mapping[str, Entry] = field(default_factory=dict)
    events: frozenset[str] = frozenset()
    """Relations of which a time says when something happened, not how long it was so."""
    through: Mapping[str, Role] = field(default_factory=dict)
    """For spans of years the relation to what they are counted from."""
    alignment: Alignment = field(default_factory=Alignment)
    """Which relations and classes are which of those that grammar is known of."""
    sections: Sections = field(default_factory=Sections)
    """What is told of things of each kind, and in which order."""

    def entry(self, relation: str, label: str = "") -> Entry:
        """How a relation is said; one without an entry is worded from its label."""
        return self.entries.get(relation) or fallback(relation, label)


def say(statement: Statement, labels: Mapping[str, str], lexicon: Lexicon) -> str:
    """A statement read out as one plain clause, without a full stop; an entity without a label by its id."""
    thing = statement.object
    names = {
        "s": labels.get(statement.subject) or statement.subject,
        "o": (thing.label or thing.value) if isinstance(thing, Literal) else labels.get(thing) or thing,
    }
    entry = lexicon.entry(statement.relation, labels.get(statement.relation, ""))
    denials = (*entry.not_clauses, *entry.not_of_subject) if statement.negated else ()
    phrase = (*denials, *entry.said_of_subject, *entry.clauses, *entry.said_of_object)[0]
    said = phrase.say(names, negated=statement.negated and not denials)
    if not phrase.predicate:
        return said
    return f"{names['s' if 'o' in phrase.slots else 'o']} {said}"


def read_lexicon(path: Path, base: Mapping[str, Entry] = MappingProxyType({})) -> Mapping[str, Entry]:
    """Read the entries of a lexicon beside those of another, which they may replace and borrow from.

    :raises OntologyError: if the file cannot be read or an entry is not well formed; names file and entry.
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise OntologyError(f"The lexicon {path} is no valid TOML or names a relation twice: {error}.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise OntologyError(f"The lexicon {path} cannot be read: {error}.") from error
    entries: dict[str, Entry] = {}
    borrowed: dict[str, str] = {}
    for relation, table in tables.items():
        where = f"the entry {relation} of the lexicon {path}"
        if ":" not in relation or not isinstance(table, dict):
            raise OntologyError(f'In {where}: a table named by a relation such as "wdt:P36" is expected.')
        if _AS in table:
            if len(table) > 1 or not isinstance(table[_AS], str):
                raise OntologyError(f"In {where}: 'as' names one relation and stands alone.")
            borrowed[relation] = table[_AS]
            continue
        unknown = sorted(set(table) - {*_LISTS})
        if unknown:
            known = ", ".join(key for key in _LISTS if key not in _OF_BOTH)
            raise OntologyError(f"In {where}: unknown key {unknown[0]!r}; known are {known}.")
        said = {key: _phrases(key, table.get(key, []), where) for key in _LISTS}
        if not (said["s"] or said["full"]):
            raise OntologyError(f"In {where}: it needs at least one phrase under 's' or 'full'.")
        entries[relation] = Entry(
            said_of_subject=said["s"],
            said_of_kind={key: said[key] for key in _BY_KIND if said[key]},
            said_of_object=said["o"],
            clauses=said["full"],
            not_of_subject=said["not_s"],
            not_of_object=said["not_o"],
            not_clauses=said["not_full"],
            via=said[_VIA],
        )
    for relation, other in borrowed.items():
        lender = entries.get(other) or base.get(other)
        if lender is None:
            where = f"the entry {relation} of the lexicon {path}"
            raise OntologyError(f"In {where}: it borrows from {other}, which has no phrases of its own.")
        entries[relation] = lender
    return {**base, **entries}


def _phrases(key: str, texts: object, where: str) -> tuple[Phrase, ...]:
    if not isinstance(texts, list) or not all(isinstance(t, str) for t in texts):
        raise OntologyError(f"In {where}: {key!r} must be a list of phrases.")
    found = []
    for text in texts:
        try:
            phrase = parse_phrase(text)
        except ValueError as error:
            raise OntologyError(f"In {where}: the phrase {text!r} cannot be used: {error}.") from error
        wanted = _ENDS.get(key, {"s", "o"})
        missing = " and ".join(f"{{{slot}}}" for slot in sorted(wanted - phrase.slots))
        if missing:
            lacks = f"the phrase {text!r} under {key!r} lacks the slot {missing}"
            raise OntologyError(f"In {where}: {lacks}; add it where the name belongs.")
        if phrase.slots != wanted:
            named = " and ".join(f"{{{slot}}}" for slot in sorted(wanted))
            raise OntologyError(f"In {where}: the phrase {text!r} under {key!r} must name {named} and nothing else.")
        if phrase.predicate != (key in _ENDS):
            must = "must" if key in _ENDS else "must not"
            raise OntologyError(f"In {where}: the phrase {text!r} under {key!r} {must} begin with its verb.")
        found.append(phrase)
    return tuple(found)


_VERBS = {
    form.split("/")[0]: form
    for form in (
        *("is", "was", "has/have", "had/have", "does", "did", "claims/claim", "contains/contain", "shares/share"),
        *("applies/apply", "borders/border", "connects/connect", "owns/own", "uses/use", "follows/follow"),
        *("boycotted/boycott", "refused/refuse", "prevented/prevent", "spent/spend", "came/come"),
    )
}
_LINKS = frozenset(("by", "of", "in", "on", "at", "to", "from", "with", "for", "as", "into"))


@lru_cache(maxsize=4096)
def fallback(relation: str, label: str) -> Entry:
    """A wording made from a relation's label, for relations that have no entry."""
    local = relation.split(":", 1)[-1]
    own = relation.startswith("cg:")
    plain = "".join(" " if c in "[]{}|_" else c for c in label) or _spaced(local)
    words = " ".join(plain.split()[:12]) or "relation"
    first, last = words.split()[0], words.split()[-1]
    if first in _VERBS and (own or last in _LINKS):
        slot = "{a o}" if last == "a" else "{bare o}" if last in ("any", "no") else "{o}"
        words = words.removesuffix(" a")
        words = words.removesuffix(" the country") if last == "country" else words
        predicate = parse_phrase(f"[{_VERBS[first]}]{words[len(first) :]} {slot}")
        return Entry((predicate,), not_clauses=(parse_phrase(f"It [is] not true that {{s}} {words} {slot}"),))
    if last in _LINKS:
        return Entry((parse_phrase(f"[is] {words} {{o}}"),))
    if first == "has" and " " in words:
        words = words.split(" ", 1)[1]
    denied = parse_phrase(f"{{o}} [is] not among the values of “{words}” for {{s}}")
    return Entry((parse_phrase(f"[has/have] {{o}} as {words}"),), not_clauses=(denied,))


def _spaced(name: str) -> str:
    """``containsNo_P36`` as words, where there is no label at all."""
    out = "".join(f" {c.lower()}" if c.isupper() else c for c in name.replace("_", " "))
    return " ".join(out.split())
