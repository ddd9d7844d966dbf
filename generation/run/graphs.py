"""The graphs of a run: what is known of each, and how many pairs are wanted of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from contragraph.dataset.types import PairType
from contragraph.generation.linking.natural import NaturalConflicts
from contragraph.generation.pool.quotas import HOPS
from contragraph.generation.search.grounds import Grounds, grounds
from contragraph.generation.search.shapes import Shape
from contragraph.generation.settings import Settings, choose_kg
from contragraph.generation.settings.shares import QuotaShares
from contragraph.graph.errors import InputError
from contragraph.graph.store import GraphStore, KgInfo
from contragraph.kgs import Kg, kg_like, kg_of
from contragraph.ontology.axioms import Ontology
from contragraph.ontology.lexicon import Lexicon
from contragraph.ontology.nearest import nearest
from contragraph.ontology.turtle import read_ontology
from contragraph.reasoning.audit.lint import demand_sound


@dataclass(frozen=True)
class SourceGraph:
    """A loaded graph with all that is known of its relations, in its own terms."""

    info: KgInfo
    ontology: Ontology
    lexicon: Lexicon
    labels: Mapping[str, str]
    """Labels of relations."""
    known: Kg | None = None
    """What is known of graphs of its kind."""
    plan: Mapping[PairType, int] | None = None
    """The pairs that are wanted of it, where those are not all that the settings name."""
    against: NaturalConflicts | None = None
    """What another graph says differently, where nothing is made up."""
    beyond: tuple[str, ...] = ()
    """The lower quotas that nothing in it helps to meet: they are waived."""

    @property
    def statable(self) -> frozenset[str]:
        """The relations that texts may state."""
        return self.ontology.statable

    def wanted(self, settings: Settings) -> Mapping[PairType, int]:
        """The pairs that a run is to make of it."""
        return settings.plan if self.plan is None else self.plan


def graph_of(store: GraphStore, kg: str | None, ontology: Ontology, lexicon: Lexicon) -> SourceGraph:
    """A graph of the store with an ontology and words in its terms.

    Raises:
        InputError: if it is not there.
    """
    info = choose_kg(store, kg)
    labels = {**ontology.labels, **{r.id: r.label for r in store.relations(info.kg)}}
    return SourceGraph(info, ontology, lexicon, labels)


def grounded(store: GraphStore, kg: str | None, axioms: Path | None = None) -> tuple[SourceGraph, Grounds]:
    """A graph of the store by what is known of its kind, and what searches and filters stand on.

    Raises:
        InputError: if it is not there, or nothing is known of a graph with its relations.
        OntologyError: for axioms that cannot be read, or that refute what should be possible.
    """
    info = choose_kg(store, kg)
    known = kg_like((r.id for r in store.relations(info.kg)), info.kg)
    if known is None and axioms is None:
        raise InputError(
            f"Nothing is known of graphs like {info.kg}: no folder of kgs/ has its relations. Make one with contragraph"
            " kg new and name it with --kg DIR, or give axioms of your own with --ontology FILE."
        )
    known = known or kg_of("wikidata")
    given = None if axioms is None else _given(axioms)
    if known.own:
        _demand_known(store, info, known, given or known.ontology)
    ground = grounds(store, info.kg, known, given)
    if not ground.shapes and (known.own or given is not None):
        where = axioms or known.folder / "ontology.ttl"
        raise InputError(
            f"Nothing can be contradicted in {info.kg}: {where} has no axiom that says of two facts that they cannot"
            " both be true. Add one, or switch one on in axioms.toml."
        )
    ontology = replace(ground.ontology, domains={**ground.ontology.domains, **known.domains})
    beyond = _beyond(ground.shapes)
    return replace(graph_of(store, info.kg, ontology, known.lexicon), known=known, beyond=beyond), ground


def _demand_known(store: GraphStore, info: KgInfo, known: Kg, ontology: Ontology) -> None:
    """See that the graph has the relations of a user's ontology and quotas have names that there are.

    Raises:
        InputError: a relation or a name is not there; names the nearest.
    """
    loaded = {relation.id for relation in store.relations(info.kg)}
    for axiom in ontology.every:
        for relation in sorted(axiom.relations - loaded):
            if not relation.startswith(("cg:", "rdf:", "rdfs:")):
                raise InputError(
                    f"{known.folder}: the axiom {axiom.id} speaks of {relation}, which {info.kg} does not have;"
                    f"{nearest(relation, loaded)} mend the axiom, or take it out."
                )
    if strange := sorted(known.quotas.keys() - QuotaShares().as_json().keys()):
        names = ", ".join(QuotaShares().as_json())
        raise InputError(f"{known.folder / 'graph.toml'}: {strange[0]} is no quota; the quotas are {names}.")


def _beyond(shapes: Collection[Shape]) -> tuple[str, ...]:
    """The lower quotas that no conflict of these patterns helps to meet."""
    dated = any(leaf.literal for shape in shapes for leaf in shape.leaves)
    every = {shape.hops for shape in shapes}.issuperset(HOPS)
    return (*(() if dated else ("dated",)), *(() if every else ("hops",)))


def _given(axioms: Path) -> Ontology:
    """The ontology in a file of the user, examined before anything is proven with it."""
    ontology = read_ontology(axioms)
    demand_sound(ontology, str(axioms))
    return ontology
