"""The vocabulary of a loaded graph: its ontology in its own terms, and as the rules of generation see it.

A graph of Wikidata has one vocabulary. For any other, the alignment says which of its relations are which of
Wikidata's; of Wikidata's axioms those are in force that speak of relations the graph has, beside the graph's own
(``dbpedia.ttl``, ``yago.ttl``). Which graph it is, is told by the prefixes of its relations, whatever its name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from contragraph.graph.errors import OntologyError
from contragraph.graph.model import Relation
from contragraph.ontology import load_ontology, shipped_ontologies
from contragraph.ontology.alignment import FAMILIES, Alignment, families_of, load_alignment
from contragraph.ontology.axioms import AnyAxiom, Axiom, Kind, Moment, Ontology, OrderAxiom, Role, SpanAxiom
from contragraph.ontology.lexicon import Lexicon
from contragraph.ontology.told import lexicon_seen
from contragraph.ontology.translate import IDENTITY, Lens, renamed

_WIKIDATA = ("wd:", "wdt:")
_BUILT_IN = ("rdf:", "rdfs:", "owl:")
_AnyAxiom = TypeVar("_AnyAxiom", Axiom, OrderAxiom, SpanAxiom)
VALUES = "values"
"""The ontology of dates, numbers and times, in Wikidata's vocabulary."""
PLAIN = "plain"
"""What lies by the graph's own relations rest on besides, and which relations they are told about; in Wikidata's
vocabulary, and in force where such lies are told."""


@dataclass(frozen=True)
class Vocabulary:
    """The vocabulary of a graph. ``ontology`` is in the terms of the rules, ``own`` in those of the graph."""

    lens: Lens
    ontology: Ontology
    own: Ontology
    relations: tuple[Relation, ...] = ()

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """Labels of the relations in the terms of the rules: those of the graph where it says more."""
        told = {}
        for relation in self.relations:
            seen = self.lens.seen.relation(relation.id)
            if not seen.inverse:
                told[seen.relation] = relation.label
        return {**self.ontology.labels, **told}

    @cached_property
    def lexicon(self) -> Lexicon:
        """The wordings, in the terms of the rules."""
        events = (a.roles[0].relation for a in self.ontology.axioms if a.kind is Kind.EVENT)
        return replace(lexicon_seen(families_of(r.id for r in self.relations)), events=frozenset(events))

    def own_name(self, relation: str) -> str:
        """What the graph calls a relation of the rules."""
        return self.lens.own.relation(relation).relation

    @cached_property
    def own_labels(self) -> Mapping[str, str]:
        """Labels of the relations in the graph's own terms."""
        return {**self.own.labels, **{r.id: r.label for r in self.relations}}


def vocabulary_of(
    relations: Iterable[Relation],
    given: Ontology | None = None,
    qualified: frozenset[str] = frozenset(),
    *,
    plain: bool = False,
) -> Vocabulary:
    """The vocabulary of a graph with these relations; ``given`` is an ontology in its own terms to use instead.

    Auxiliary relations that are named after a ``qualified`` local name have the prefix in their name too. With
    ``plain`` the axioms of :data:`PLAIN` are in force too.

    Raises:
        OntologyError: if the alignment or an ontology that ships does not fit.
    """
    known = tuple(sorted(relations, key=lambda r: r.id))
    if all(r.id.startswith(_WIKIDATA) for r in known):
        shipped = _with_plain(load_ontology()) if plain else load_ontology()
        ontology = given or _with_values(shipped, {r.id for r in known})
        return Vocabulary(IDENTITY, ontology, ontology, known)
    alignment = load_alignment()
    lens = replace(lens_of(alignment, {r.id: r.facts for r in known}), qualified=qualified)
    if given is not None:
        return Vocabulary(lens, renamed(given, lens.seen), given, known)
    ontology = _in_force(alignment, lens, known, plain=plain)
    return Vocabulary(lens, ontology, renamed(ontology, lens.own), known)


def family_vocabulary(name: str) -> Vocabulary:
    """The vocabulary of a graph that has every relation of an ontology that ships: ``wikidata``, ``dbpedia``, ``yago``.

    Raises:
        OntologyError: there is none of that name.
    """
    if name not in {"wikidata", *FAMILIES.values()}:
        known = ", ".join(sorted({"wikidata", *FAMILIES.values()}))
        raise OntologyError(f"there is no ontology named {name!r}; known are {known}")
    if name == "wikidata":
        return vocabulary_of(())
    told = {r for r in load_alignment().exact if FAMILIES.get(r.partition(":")[0]) == name}
    if name in shipped_ontologies():
        told |= {r for r in load_ontology(name).statable if not r.startswith("cg:")}
    return vocabulary_of([Relation(r, "", facts=1) for r in (*told, "rdf:type")])


def shared_names(vocabularies: Iterable[Vocabulary]) -> frozenset[str]:
    """Local names after which auxiliary relations are named in several of these vocabularies."""
    counts = Counter(r.partition(":")[2] for v in vocabularies for r in v.lens.exact)
    return frozenset(name for name, count in counts.items() if count > 1)


def lens_of(alignment: Alignment, facts: Mapping[str, int]) -> Lens:
    """The lens for a graph with so many facts of each relation.

    Of several relations that match one of Wikidata's, one is seen as that one: a match before one turned round, then
    the one with more facts.
    """
    chosen: dict[str, str] = {}
    matches = sorted(
        (role.inverse, -facts[relation], relation) for relation, role in alignment.exact.items() if relation in facts
    )
    for _, _, relation in matches:
        chosen.setdefault(alignment.exact[relation].relation, relation)
    return Lens(
        {r: alignment.exact[r] for r in sorted(chosen.values())},
        alignment.things,
        alignment.classes,
    )


@dataclass
class _Kept:
    """What is gathered of several ontologies, in the terms of the rules; what comes first is kept."""

    axioms: dict[tuple[Kind, tuple[object, ...]], Axiom] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    comments: dict[str, str] = field(default_factory=dict)
    domains: dict[str, str] = field(default_factory=dict)
    statable: set[str] = field(default_factory=set)
    factual: set[str] = field(default_factory=set)
    data: set[str] = field(default_factory=set)
    orders: dict[str, OrderAxiom] = field(default_factory=dict)
    spans: dict[str, SpanAxiom] = field(default_factory=dict)
    dates: dict[str, Moment] = field(default_factory=dict)

    def add(self, ontology: Ontology) -> None:
        """All that an ontology says, where nothing was said before."""
        for axiom in ontology.axioms:
            self.axioms.setdefault((axiom.kind, axiom.terms), axiom)
        for mine, more in (
            (self.labels, ontology.labels),
            (self.comments, ontology.comments),
            (self.domains, ontology.domains),
        ):
            for relation, said in more.items():
                mine.setdefault(relation, said)
        self.statable |= ontology.statable
        self.factual |= ontology.factual
        self.data |= ontology.data
        for order in ontology.orders:
            self.orders.setdefault(order.id, order)
        for span in ontology.spans:
            self.spans.setdefault(span.id, span)
        for relation, moment in ontology.dates.items():
            self.dates.setdefault(relation, moment)

    def dated(self, ontology: Ontology) -> Ontology:
        """An ontology with the axioms of dates that were gathered."""
        return ontology.dated(self.orders.values(), self.spans.values(), self.dates)


def _in_force(alignment: Alignment, lens: Lens, relations: tuple[Relation, ...], *, plain: bool = False) -> Ontology:
    """The axioms for a graph: its own, what ties its relations to Wikidata's, and Wikidata's over what it has."""
    kept = _Kept()
    has = {lens.seen.relation(r.id).relation for r in relations}
    for name in families_of(r.id for r in relations):
        if name in shipped_ontologies():
            kept.add(_over(load_ontology(name), {r.id for r in relations}, lens))
    for axiom in _ties(alignment, lens, {r.id for r in relations}):
        kept.axioms.setdefault((axiom.kind, axiom.terms), axiom)
    derived = {r for axiom in kept.axioms.values() for r in axiom.relations}
    kept.add(_over(load_ontology(), has | derived, IDENTITY, measured=False))
    kept.add(_over(load_ontology(VALUES), has | derived, IDENTITY, measured=False))
    if plain:
        kept.add(_over(load_ontology(PLAIN), has | derived, IDENTITY, measured=False))
    every: list[AnyAxiom] = [*kept.axioms.values(), *kept.orders.values(), *kept.spans.values()]
    used = {r for axiom in every for r in axiom.relations} | kept.dates.keys() | has
    ids: dict[str, Axiom] = {}
    for axiom in kept.axioms.values():
        if axiom.id in ids:
            raise OntologyError(f"two ontologies have different axioms named {axiom.id}; rename one")
        ids[axiom.id] = axiom
    combined = Ontology(
        tuple(ids[each] for each in sorted(ids)),
        labels={r: label for r, label in sorted(kept.labels.items()) if r in used},
        comments={r: comment for r, comment in sorted(kept.comments.items()) if r in used},
        domains={r: domain for r, domain in sorted(kept.domains.items()) if r in has},
        statable=frozenset(r for r in kept.statable if r in has or (r.startswith("cg:") and r in used)),
        factual=frozenset(kept.factual & used),
        data=frozenset(kept.data & used),
    )
    return kept.dated(combined)


def _with_plain(ontology: Ontology) -> Ontology:
    """Wikidata's ontology, with what plain lies rest on."""
    more = load_ontology(PLAIN)
    return replace(
        ontology,
        axioms=tuple(sorted((*ontology.axioms, *more.axioms), key=lambda a: a.id)),
        labels={**more.labels, **ontology.labels},
        comments={**more.comments, **ontology.comments},
        domains={**more.domains, **ontology.domains},
        statable=ontology.statable | more.statable,
    )


def _with_values(ontology: Ontology, has: set[str]) -> Ontology:
    """Wikidata's ontology, with what is said of dates and numbers where the graph has any."""
    values = load_ontology(VALUES)
    if values.data.isdisjoint(has):
        return ontology
    kept = _Kept()
    kept.add(ontology)
    kept.add(_over(values, has | {r for r in ontology.statable if r.startswith("wdt:")}, IDENTITY, measured=False))
    combined = Ontology(
        tuple(sorted(kept.axioms.values(), key=lambda a: a.id)),
        kept.labels,
        kept.comments,
        kept.domains,
        frozenset(r for r in kept.statable if r in ontology.statable or r in has),
        frozenset(kept.factual),
        frozenset(kept.data),
    )
    return kept.dated(combined)


def _over(ontology: Ontology, has: set[str], lens: Lens, *, measured: bool = True) -> Ontology:
    """What an ontology says of these relations, with all auxiliary ones that are not named after another.

    Relations of Wikidata may stand beside those of another graph. Figures that were ``measured`` on another graph are
    left out.
    """
    others = {r for a in ontology.every for r in a.relations}.union(ontology.dates) - has
    foreign = {r for r in others if not r.startswith(("cg:", *_BUILT_IN)) and (r.startswith("wdt:") != measured)}
    locals_ = {r.partition(":")[2] for r in foreign} - {r.partition(":")[2] for r in has}

    def fits(relation: str) -> bool:
        return relation.rpartition("_")[2] not in locals_ if relation.startswith("cg:") else relation not in foreign

    def kept(axioms: Iterable[_AnyAxiom]) -> list[_AnyAxiom]:
        some = [a for a in axioms if all(map(fits, a.relations))]
        return some if measured else [replace(a, facts=None, violations=None) for a in some]

    dates = {r: moment for r, moment in ontology.dates.items() if fits(r)}
    combined = ontology.restricted(kept(ontology.axioms)).dated(kept(ontology.orders), kept(ontology.spans), dates)
    return renamed(combined, lens.seen)


def _ties(alignment: Alignment, lens: Lens, relations: set[str]) -> Iterator[Axiom]:
    """What ties relations that keep their names to those of Wikidata; classes that are stated count as such."""
    for relation, role in lens.exact.items():
        if relation in ("rdf:type", "rdfs:subClassOf"):
            yield _tie(Kind.EQUIVALENT, role, Role(relation))
    for relation, exact in alignment.exact.items():
        if relation in relations and relation not in lens.exact:
            kind = Kind.INVERSE_OF if exact.inverse else Kind.EQUIVALENT
            yield _tie(kind, Role(relation), Role(exact.relation))
    for relation, wider in alignment.narrower.items():
        if relation in relations:
            for role in wider:
                yield _tie(Kind.SUB_PROPERTY, Role(relation), role)


def _tie(kind: Kind, one: Role, other: Role) -> Axiom:
    names = (one.relation, "inv" if other.inverse else "", other.relation)
    name = "_".join(n.replace(":", "_") for n in names if n)
    return Axiom(f"cg:ax_tie_{name}", kind, (one, other), "strict", source="alignment of the graphs")
