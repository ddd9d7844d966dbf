"""From a proven pair to an instance: both sides put into words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from contragraph.dataset.words.glosses import disputed
from contragraph.generation.assembly.around import Around
from contragraph.generation.assembly.proof import Proven
from contragraph.generation.verbalise import Style, gloss_of, render
from contragraph.generation.verbalise.values import in_words
from contragraph.graph.model import Instance, MinimalSet, Side, SideName, Statement, Text, unique
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
        minimal = [m for c in pair.conflicts for m in c.minimal]
        relations = unique(s.relation for s in seeds)
        told = tuple(dict.fromkeys((*pair.original, *pair.perturbed)))
        salt = ",".join(sorted(s.id for s in told))
        glosses = self._glosses(pair, told)

        def side(name: SideName, statements: tuple[Statement, ...]) -> Side:
            variant = 0 if name == "original" else 1
            text = self.text(statements, told, pair.chosen.topics[0], glosses, salt, variant)
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
            labels=tuple(sorted(self.named(told, pair.background, minimal).items())),
            background=pair.background,
            glosses=tuple(sorted(glosses.items())),
            models=tuple(dict.fromkeys(filter(None, (item.conflict.made_by for item in pair.chosen.items)))),
        )

    def text(
        self,
        statements: Sequence[Statement],
        told: Sequence[Statement],
        centre: str,
        glosses: Mapping[str, str],
        seed: str,
        variant: int = 0,
    ) -> Text:
        """Statements in words, by all that is ``told`` of the things in them here and in the other texts."""
        around = self.around
        ids = sorted({e for s in told for e in s.entities})
        entities = {e: around.entities[e] for e in ids}
        about = (s for e in ids for s in around.about(e))
        worded = map(around.pivot.statement, told)
        return render(
            statements,
            entities,
            self.lexicon,
            self.labels,
            seed=seed,
            variant=variant,
            known=tuple(dict.fromkeys((*told, *(s for s in worded if entities.keys() >= {*s.entities})))),
            background=[s for e in ids for s in around.grammar(e)],
            gone=frozenset(s.subject for s in about if self.ontology.dates.get(s.relation) == "end"),
            glosses=glosses,
            style=self.style,
            centre=centre,
        )

    def named(
        self, told: Sequence[Statement], background: Sequence[Statement], minimal: Iterable[MinimalSet]
    ) -> dict[str, str]:
        """The labels of all that is told, and that proofs and their background name."""
        steps = (step.conclusion for m in minimal for step in m.proof)
        relations = {s.relation for s in (*told, *background)}
        relations |= {step.relation for step in steps if isinstance(step, Statement)}
        labels = {**self.around.labels(e for s in told for e in s.entities)}
        labels |= {r: self.labels.get(r, r) for r in relations}
        known = self.around.labels(e for s in background for e in s.entities)
        return labels | {e: known.get(e) or e for s in background for e in s.entities if e not in labels}

    def _glosses(self, pair: Proven, told: Sequence[Statement]) -> dict[str, str]:
        """What the things of a pair are in a few words, but for those of whose class or people a conflict is."""
        entities = {e: self.around.entities[e] for e in sorted({e for s in told for e in s.entities})}
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
