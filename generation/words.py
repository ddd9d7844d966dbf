"""From a proven draft to an instance: both sides put into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from contragraph.generation.build import Draft
from contragraph.generation.retold import Retelling
from contragraph.generation.unremarkable import unremarkable
from contragraph.generation.verbalise import Style, render
from contragraph.graph.model import Against, Entity, Instance, Side, SideName, Statement, Text, unique
from contragraph.ontology.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Wording:
    """What putting into words needs besides the draft."""

    lexicon: Lexicon
    relation_labels: Mapping[str, str]
    domains: Mapping[str, str]
    kg: str
    run: str
    style: Style = "encyclopedic"
    retelling: Retelling | None = None
    """For a graph whose vocabulary is not that of the rules."""
    against: tuple[str, str] | None = None
    """Name and snapshot of the other graph, where pairs are disagreements of two graphs."""
    choosy: bool = False
    """Whether of several tellings that one is taken in which lies neither stand out by place nor by length."""

    @property
    def own_labels(self) -> Mapping[str, str]:
        """Labels of the relations in the graph's own terms."""
        return self.retelling.vocabulary.own_labels if self.retelling else self.relation_labels

    def own(self, relation: str) -> str:
        """The graph's name of a relation."""
        return self.retelling.relation(relation) if self.retelling else relation


def _side(
    name: SideName,
    statements: tuple[Statement, ...],
    draft: Draft,
    entities: Mapping[str, Entity],
    wording: Wording,
    salt: str,
) -> Side:
    def tell(salt: str, centre: str | None = None) -> Text:
        return render(
            statements,
            entities,
            wording.lexicon,
            wording.relation_labels,
            seed=salt,
            variant=0 if name == "original" else 1,
            known=(*draft.original, *draft.perturbed),
            background=draft.background,
            gone=draft.gone,
            style=wording.style,
            centre=centre,
        )

    made = draft.made & {s.id for s in statements}
    text = unremarkable(tell, statements, made, salt) if made and wording.choosy else tell(salt)
    return Side(name, statements, made, text)


def to_instance(draft: Draft, wording: Wording) -> Instance:
    """The instance of a draft with template texts; the same draft always gives the same texts.

    All is in the terms of the graph; texts are made before, in those of the rules.
    """
    entities = {e.id: e for e in draft.entities}
    salt = ",".join(sorted(s.id for s in {*draft.original, *draft.perturbed}))
    salt += f"#{draft.telling}" if draft.telling else ""
    seeds = [p.original for p in draft.proposals]
    relations = unique(s.relation for s in seeds)
    steps = (s.conclusion for c in draft.conflicts for m in c.minimal for s in m.proof)
    named = {s.relation for s in (*draft.original, *draft.perturbed)} | {
        s.relation for s in steps if isinstance(s, Statement)
    }
    labels = {e.id: e.label for e in draft.entities} | {r: wording.relation_labels.get(r, r) for r in named}
    instance = Instance(
        type=str(draft.type),
        kg=wording.kg,
        relations=relations,
        domains=unique(wording.domains[r] for r in relations),
        original=_side("original", draft.original, draft, entities, wording, salt),
        perturbed=_side("perturbed", draft.perturbed, draft, entities, wording, salt),
        conflicts=draft.conflicts,
        seed_statements=tuple(s.id for s in seeds),
        generator="natural" if wording.against else "llm" if draft.models else "symbolic",
        verbaliser="template",
        run=wording.run,
        labels=tuple(sorted(labels.items())),
        against=Against(*wording.against, draft.told) if wording.against else None,
        models=draft.models,
        control=draft.control,
    )
    return wording.retelling.instance(instance) if wording.retelling else instance
