"""What a run with language models adds to one without: who proposes, who tells, and what of it decides the outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from contragraph.dataset.types import PairType
from contragraph.generation.entries import Retold
from contragraph.generation.llm.demonstrations import DemonstrationRecord, Shown, read_demonstrations
from contragraph.generation.llm.names import RelationNames
from contragraph.generation.llm.pairs import Means
from contragraph.generation.llm.prompts import Prompt, check_folder, load_prompt
from contragraph.generation.llm.question import STEP, Words
from contragraph.generation.llm.tell import tell
from contragraph.generation.llm.waves import TRIES, Bounds, waves_of_type
from contragraph.generation.perturb import Proposer
from contragraph.generation.quotas import Quotas
from contragraph.generation.rounds import Seeds, State, Wave
from contragraph.graph.model import Instance, content_hash
from contragraph.models import Ask, Gateway
from contragraph.ontology.vocabulary import Vocabulary

LLM = "llm"
"""The name of the generator, and of the verbaliser."""
_TELLING = {"verbalise": ("tell", "retell"), "verify": ("verify",)}
"""Steps of the verbaliser, with their prompts."""


@dataclass(frozen=True)
class Models:
    """The models of a run, and what they are asked with."""

    gateway: Gateway
    prompts: Path | None = None
    """A folder of prompts instead of those that ship."""
    demonstrations: Path | None = None
    """A file of demonstrations that reviewers chose."""
    tries: int = TRIES
    """Seeds that a model is asked about for each pair of the plan, at most."""
    note: Callable[[str, str], None] | None = None
    """Called with a stage and what came of the models' work until now."""

    def identity(self, generator: str, verbaliser: str) -> dict[str, object]:
        """What decides the answers, to stand among the settings of the run: models, prompts, settings by their hash.

        Neither a key nor the address of a server.

        Raises:
            InputError: for prompts or demonstrations that cannot be used.
        """
        check_folder(self.prompts)
        found: dict[str, object] = {}
        if generator == LLM:
            asks = {STEP: (self._prompt, self._again)}
            found |= {step: self._made_by(step, prompts) for step, prompts in asks.items()}
            found["tries"] = self.tries
            if self.demonstrations is not None:
                found["demonstrations"] = content_hash([d.model_dump(mode="json") for d in self._given])
        if verbaliser == LLM:
            for step, names in _TELLING.items():
                found[step] = self._made_by(step, [load_prompt(name, self.prompts) for name in names])
        return found

    def _made_by(self, step: str, prompts: Sequence[Prompt]) -> dict[str, str]:
        made = self.gateway.made_by(Ask(step, ", ".join(p.id for p in prompts), ()))
        return {key: value for key, value in made.items() if key != "step"}

    @cached_property
    def _prompt(self) -> Prompt:
        return load_prompt("perturb", self.prompts)

    @cached_property
    def _again(self) -> Prompt:
        return load_prompt("perturb-again", self.prompts)

    @cached_property
    def _given(self) -> list[DemonstrationRecord]:
        return read_demonstrations(self.demonstrations) if self.demonstrations else []

    def means(self, proposer: Proposer, vocabulary: Vocabulary, kg: str, seeds: Seeds, salt: str) -> Means:
        """What all questions about a graph share."""
        ontology = proposer.ontology
        words = Words(vocabulary.labels, ontology.comments, vocabulary.lexicon)
        statable = {r: words.relation(r) for r in sorted(ontology.statable | ontology.domains.keys())}
        labels = {r.id: r.label for r in vocabulary.relations if not vocabulary.lens.seen.relation(r.id).inverse}
        known = {vocabulary.lens.seen.relation(r).relation: label for r, label in labels.items() if label}
        given: dict[str, list[DemonstrationRecord]] = {}
        for record in self._given:
            given.setdefault(record.relation, []).append(record)
        shown = Shown(given, proposer, words, seeds.by_relation, salt)
        names = RelationNames({**known, **statable}, vocabulary.lexicon)
        return Means(proposer, self.gateway, self._prompt, self._again, words, names, shown, vocabulary, kg)

    def waves(
        self,
        pair_type: PairType,
        wanted: int,
        seeds: Seeds,
        state: State,
        means: Means,
        salt: str,
        quotas: Quotas,
        distractors: int | None,
    ) -> Iterator[Wave]:
        """Waves of pairs whose lies a model proposed."""
        bounds = Bounds(pair_type, wanted, self.tries)
        return waves_of_type(bounds, seeds, state, means, salt, quotas, distractors)

    def tell_progress(self, asked: Mapping[str, Any]) -> None:
        """Note what came of proposals until now, and what was spent."""
        if self.note is None:
            return
        spent = f"{self.gateway.spent.calls} calls, ${self.gateway.spent.cost:.2f}"
        if asked:
            rejected = sum(asked["rejected"].values())
            spent = f"{asked['accepted']} proven, {rejected} rejected, {asked['review']} to review; {spent}"
        self.note("pairs", spent)

    def tell(self, instances: Sequence[Instance]) -> Retold:
        """The pairs in the words of a model, where these hold."""
        telling = tell(instances, self.gateway, self.prompts)
        return Retold(telling.instances, telling.coverage.as_json())
