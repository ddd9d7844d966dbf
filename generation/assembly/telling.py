"""From a proven pair to an instance: both sides put into words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from contragraph.dataset.words.glosses import disputed
from contragraph.generation.assembly.around import Around
from contragraph.generation.assembly.proof import Proven
from contragraph.generation.verbalise import Style, gloss_of, render
from contragraph.generation.verbalise.values import in_words
from contragraph.graph.model import Entity, Instance, Side, SideName, Statement, unique
from contragraph.ontology.axioms import Ontology
from contragraph.ontology.lexicon import Lexicon

GENERAL = "General"
"""The domain of seed relations that have none of their own."""


def of_domains(ontology: Ontology, seeds: Iterable[str]) -> Ontology:
    """The same axioms with a domain for each of these seed relations, as a dataset has them."""
    return replace(ontology, domains={**dict.fromkeys(sorted(seeds), GENERAL), **ontology.domains})


@dataclass(frozen=True)
class Telling:
    """What putting into words needs besides the pair."""

    around: Around
    ontology: Ontology
    lexicon: Lexicon
    labels: Mapping[str, str]
    """Labels of relations."""
    kg: str
    run: str
    classing: frozenset[str] = frozenset()
    """Relations that say of what class, people or country a thing is."""
    style: Style = "encyclopedic"
    generator: str = "symbolic"

    def instance(self, pair: Proven) -> Instance:
        """The instance of a pair; the same pair always gives the same texts."""
        seeds = [item.original for item in pair.chosen.items]
        relations = unique(s.relation for s in seeds)
        ids = sorted({e for s in (*pair.original, *pair.perturbed) for e in s.entities})
        entities = {e: self.around.entities[e] for e in ids}
        grammar = [s for e in ids for s in self.around.grammar(e)]
        about = (s for e in ids for s in self.around.about(e))
        gone = frozenset(s.subject for s in about if self.ontology.dates.get(s.relation) == "end")
        told = tuple(dict.fromkeys((*pair.original, *pair.perturbed)))
        worded = map(self.around.pivot.statement, told)
        known = dict.fromkeys((*told, *(s for s in worded if entities.keys() >= {*s.entities})))
        salt = ",".join(sorted(s.id for s in {*pair.original, *pair.perturbed}))

        glosses = self._glosses(pair, entities)

        def side(name: SideName, statements: tuple[Statement, ...]) -> Side:
            text = render(
                statements,
                entities,
                self.lexicon,
                self.labels,
                seed=salt,
                variant=0 if name == "original" else 1,
                known=tuple(known),
                background=grammar,
                gone=gone,
                glosses=glosses,
                style=self.style,
                centre=pair.chosen.topics[0],
            )
            return Side(name, tuple(map(in_words, statements)), pair.made & {s.id for s in statements}, text)

        return Instance(
            type=str(pair.chosen.type),
            kg=self.kg,
            relations=relations,
            domains=unique(self.ontology.domains.get(r, GENERAL) for r in relations),
            original=side("original", pair.original),
            perturbed=side("perturbed", pair.perturbed),
            conflicts=pair.conflicts,
            seed_statements=tuple(s.id for s in seeds),
            generator=self.generator,
            verbaliser="template",
            run=self.run,
            labels=self._labels(pair, entities),
            background=pair.background,
            glosses=tuple(sorted(glosses.items())),
            models=tuple(dict.fromkeys(filter(None, (item.conflict.made_by for item in pair.chosen.items)))),
        )

    def _glosses(self, pair: Proven, entities: Mapping[str, Entity]) -> dict[str, str]:
        """What the things of a pair are in a few words, but for those of whose class or people a conflict is."""
        known = {s.id: s for s in (*pair.original, *pair.perturbed, *pair.background)}
        labels = {e: entity.label for e, entity in entities.items()}
        members = {known[i] for c in pair.conflicts for m in c.minimal for i in m.statements}
        silent = {s.subject for s in members if s.relation in self.classing}
        found = {}
        for e, entity in entities.items():
            withheld = disputed(pair.conflicts, known, e, labels)
            if e not in silent and (gloss := gloss_of(entity, self.around.kind(e), withheld)):
                found[e] = gloss
        return found

    def _labels(self, pair: Proven, entities: Mapping[str, Entity]) -> tuple[tuple[str, str], ...]:
        """The labels of all that statements and proofs name."""
        steps = (step.conclusion for c in pair.conflicts for m in c.minimal for step in m.proof)
        named = {s.relation for s in (*pair.original, *pair.perturbed, *pair.background)}
        named |= {step.relation for step in steps if isinstance(step, Statement)}
        told = {e: entity.label for e, entity in entities.items()} | {r: self.labels.get(r, r) for r in named}
        known = self.around.labels(e for s in pair.background for e in s.entities)
        told |= {e: known.get(e) or e for s in pair.background for e in s.entities if e not in told}
        return tuple(sorted(told.items()))
