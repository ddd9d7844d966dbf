"""The files of a folder of a graph of one's own, as a person reads and changes them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from contragraph.graph.errors import InputError
from contragraph.loaders.hints import hints, words_of
from contragraph.loaders.own.axioms import suggested
from contragraph.loaders.own.containing import WITHIN, containment, levels
from contragraph.loaders.own.judging import Suggestion
from contragraph.loaders.own.orders import years
from contragraph.loaders.own.reading import Facts, RelationProfile
from contragraph.loaders.own.roles import Guess, guessed
from contragraph.loaders.own.wording import worded
from contragraph.ontology.axioms import Axiom, Kind, Ontology, OrderAxiom, SpanAxiom
from contragraph.ontology.turtle import format_ontology
from contragraph.reasoning.audit.lint import lint

_HEADS = {
    Kind.FUNCTIONAL: "A thing has one value.",
    Kind.INVERSE_FUNCTIONAL: "A value is that of one thing.",
    Kind.AT_MOST_ONE: "A thing lies in one of a class.",
    Kind.SYMMETRIC: "What holds one way holds the other way as well.",
    Kind.ASYMMETRIC: "What holds one way does not hold the other way.",
    Kind.IRREFLEXIVE: "Nothing has itself for a value.",
    Kind.TRANSITIVE: "What holds in two steps holds in one.",
    Kind.INVERSE_OF: "Two relations say the same, each the other way round.",
    Kind.SUB_PROPERTY: "What follows from a relation.",
    Kind.DISJOINT: "Two relations never join the same two things.",
    Kind.DOMAIN: "Of which class subjects are.",
    Kind.RANGE: "Of which class objects are.",
    Kind.DISJOINT_CLASSES: "Nothing is of both classes.",
}
_ORDER = "What was there before what."
_LEAST_SHARE, _RELATIONS = 0.2, 2.0
"""The share of conflicts that one relation may have; of few relations so many times an even share."""
_LEAST_REPLACEMENT, _THINGS = 0.01, 15.0
"""The same of one thing that stands in for others."""
_FILTERS = """\
# Thresholds of the filters of the search: of a graph of one's own everything may be told and made up.
# contragraph filters list names them all.

[prominence]
denied = 100
link = 100
replacement = 100
difference = 100

[replacement]
same_class = true
near = false # of places: that they have a neighbour or a whole in common
years_apart = 1000

[margin]
typical = 1 # years
"""


@dataclass(frozen=True)
class WrittenFolder:
    """What was written: the files, the relations that are said, and the suggestions."""

    folder: Path
    relations: int
    suggestions: tuple[Suggestion, ...]


def write_folder(folder: Path, name: str, facts: Facts, *, overwrite: bool = False) -> WrittenFolder:
    """Write the folder of a graph, in one piece or not at all.

    Raises:
        InputError: it is there already, or cannot be written, or no relation has facts.
    """
    if folder.exists() and not overwrite:
        raise InputError(f"{folder} is there already; name a new folder, or give --overwrite to replace it.")
    if not facts.relations:
        raise InputError("The graph has no facts but classes and names, so that nothing can be said of it.")
    guess = guessed(facts)
    suggestions = sound(facts, guess, suggested(facts, guess))
    texts = {
        "graph.toml": "\n".join(_graph(name, facts, guess, suggestions)) + "\n",
        "lexicon.toml": "\n".join(_lexicon(facts, guess, suggestions)) + "\n",
        "ontology.ttl": format_ontology(ontology(facts, guess, suggestions)),
        "axioms.toml": "\n".join(_switches(name, suggestions)) + "\n",
        "filters.toml": _FILTERS,
    }
    if ordered := _texts(facts):
        texts["texts.toml"] = "\n".join(ordered) + "\n"
    partial = folder.with_name(folder.name + ".partial")
    try:
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        for file, text in texts.items():
            (partial / file).write_text(text, encoding="utf-8")
        if folder.exists():
            shutil.rmtree(folder)
        partial.rename(folder)
    except OSError as error:
        shutil.rmtree(partial, ignore_errors=True)
        raise InputError(f"The folder {folder} cannot be written: {error.strerror}.") from error
    return WrittenFolder(folder, len(facts.relations), tuple(suggestions))


def ontology(facts: Facts, guess: Guess, suggestions: Iterable[Suggestion]) -> Ontology:
    """The ontology that holds all suggestions, those that are off too."""
    every = [each.axiom for each in suggestions]
    relations = facts.relations.values()
    helped = any(WITHIN in axiom.relations for axiom in every)
    return Ontology(
        tuple(sorted((a for a in every if isinstance(a, Axiom)), key=lambda a: a.id)),
        labels={**({WITHIN: "lies within"} if helped else {}), **{told.id: told.label for told in relations}},
        comments={WITHIN: "{s} lies wholly in {o}."} if helped else {},
        domains={told.id: _domain(facts, told.by_subject) for told in relations},
        statable=frozenset(facts.relations),
        data=frozenset(told.id for told in relations if told.ends != "thing"),
        orders=tuple(sorted((a for a in every if isinstance(a, OrderAxiom)), key=lambda a: a.id)),
        spans=tuple(a for a in every if isinstance(a, SpanAxiom)),
        dates=guess.dates,
    )


def sound(facts: Facts, guess: Guess, suggestions: list[Suggestion]) -> list[Suggestion]:
    """The suggestions, of which those are off that together would refute what should be possible."""
    while True:
        on = [each for each in suggestions if each.on]
        bad = {a for f in lint(ontology(facts, guess, on)) if f.level == "error" for a in f.axioms[-1:]}
        if not bad:
            return suggestions
        suggestions = [
            Suggestion(s.axiom, False, f"{s.why}: with the others it refutes what should be possible")
            if s.axiom.id in bad
            else s
            for s in suggestions
        ]


def _domain(facts: Facts, things: Iterable[str]) -> str:
    kind = facts.usual(frozenset(things))
    label = facts.labels.get(kind, "")
    return label[:1].upper() + label[1:] if label else "General"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _list(ids: Iterable[str]) -> str:
    return "[" + ", ".join(_quoted(each) for each in ids) + "]"


def _graph(name: str, facts: Facts, guess: Guess, suggestions: Iterable[Suggestion]) -> Iterator[str]:
    yield f"# {name}: what its relations and classes are. Guessed from labels and facts: look it over."
    yield ""
    yield f"name = {_quoted(name)}"
    yield f"label = {_quoted(name)}"
    yield 'licence = ""'
    yield 'attribution = ""'
    yield ""
    yield "# What relations do, as texts and searches know it; those that do nothing special are not here."
    yield "[roles]"
    yield 'instance_of = "rdf:type"'
    yield 'subclass_of = "rdfs:subClassOf"'
    for role, relations in sorted(guess.roles.items()):
        yield f"{role} = {_list(relations)}"
    yield ""
    yield "# What classes are: human, organisation, settlement (any place), state, event, film, book, …"
    yield "[classes]"
    for kind, classes in sorted(guess.kinds.items()):
        yield f"{kind} = {_list(classes)}"
    yield ""
    if places := levels(facts, containment(facts)):
        yield "# Classes of what things lie in, the finest first: things of one neither hold each other nor overlap."
        yield "[levels]"
        for kind in places:
            yield f"{_quoted(kind)} = {_list([kind])}"
        yield ""
    yield "# The relations by what they are about; each has its words in lexicon.toml."
    yield "[domains]"
    for relation in sorted(facts.relations):
        told = facts.relations[relation]
        count = len(told.pairs) or len(told.values)
        yield f"{_quoted(relation)} = {_quoted(_domain(facts, told.by_subject))} # {told.label}: {count} facts"
    dated = [told for told in facts.relations.values() if told.ends == "date" and told.values]
    if dated:
        yield ""
        yield "# How far a made-up date lies from the true one, in years: at most, or in a share of cases small."
        yield "[error]"
        for told in sorted(dated, key=lambda told: told.id):
            yield f"{_quoted(told.id)} = {{ most = {_error(told)}, small = 3, share = 0.6 }}"
    yield ""
    yield "# Shares that a dataset keeps: of conflicts by one relation, and by one thing that stands in for others."
    yield "[quotas]"
    carrying = {r for s in suggestions if s.on for r in s.axiom.relations} or set(facts.relations)
    yield f"relation = {_share(_LEAST_SHARE, _RELATIONS / len(carrying))}"
    yield f"replacement = {_share(_LEAST_REPLACEMENT, _THINGS / max(1, facts.entities))}"


def _error(told: RelationProfile) -> int:
    """How far a made-up date may lie from the true one: as far as dates of the relation lie apart, within reason."""
    found = sorted(year for _, value in told.values if (year := years(value)) is not None)
    return round(min(25, max(5, (found[-1] - found[0]) * 0.6))) if found else 5


def _share(least: float, wanted: float) -> float:
    return min(1.0, round(max(least, wanted), 2))


def _lexicon(facts: Facts, guess: Guess, suggestions: Iterable[Suggestion]) -> Iterator[str]:
    yield '# How each relation is said: "s" of its subject, "o" of its object, "full" a clause. {s} and {o} are the'
    yield "# names of the two, the verb is in brackets: [reports/reported/report] for now, for the past, and by itself."
    yield "# The notation is told in ontology/phrase.py. Change here what does not read well; it is said so everywhere."
    single = {
        r.relation
        for s in suggestions
        if s.on and isinstance(s.axiom, Axiom) and s.axiom.kind is Kind.FUNCTIONAL
        for r in s.axiom.roles
    }
    for relation in sorted(facts.relations):
        told = facts.relations[relation]
        yield ""
        yield f"[{_quoted(relation)}] # {told.label}"
        said = worded(told.label, told.ends, single=relation in single, personal=guess.personal(facts, told))
        for key in ("s", "o", "full"):
            if said.get(key):
                yield f"{key} = {_list(said[key])}"


def _texts(facts: Facts) -> list[str]:
    """In which order a thing is told of: how it began, what it is and does, how it ended; none where nothing ends."""
    moments = hints().moments
    begins, ends, rest = list[str](), list[str](), list[str]()
    for relation, told in sorted(facts.relations.items(), key=lambda each: (each[1].label, each[0])):
        words = {part for word in words_of(told.label) for part in (word, word.removesuffix("place"))}
        place = begins if words & moments["start"] else ends if words & moments["end"] else rest
        place.append(relation)
    if not ends:
        return []
    return [
        "# What a text tells of a thing, and in which order: sections, each with its relations in theirs. Facts of one",
        "# section share sentences; what leads to the thing stands where * is.",
        "[sections]",
        "thing = [",
        *(f"  {_list(some)}," for some in (begins, [*rest, "*"], ends)),
        "]",
    ]


def _switches(name: str, suggestions: list[Suggestion]) -> Iterator[str]:
    yield f"# What cannot be both in {name}: each line is an axiom of ontology.ttl, on or off. What is on holds in the"
    yield "# graph and is hardly chance; of the rest a person knows more. Change a word, and the next run keeps to it."
    for head, some in groupby(suggestions, _head):
        yield ""
        yield f"# {head}"
        for each in some:
            said = each.axiom.comment.replace("{s}", "X").replace("{o}", "Y")
            switch = '"on" ' if each.on else '"off"'
            yield f"{_quoted(each.axiom.id)} = {switch} # {said} {each.why}."


def _head(suggestion: Suggestion) -> str:
    return _HEADS[suggestion.axiom.kind] if isinstance(suggestion.axiom, Axiom) else _ORDER


def counted(suggestions: Iterable[Suggestion]) -> Mapping[str, tuple[int, int]]:
    """How many suggestions of each kind are on, and how many there are."""
    found: dict[str, tuple[int, int]] = {}
    for each in suggestions:
        on, every = found.get(_head(each), (0, 0))
        found[_head(each)] = (on + each.on, every + 1)
    return found
