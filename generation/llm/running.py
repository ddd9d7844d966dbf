"""What a run with language models adds to one without: who proposes, who tells, and what of it decides the outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from contragraph.dataset.types import PairType
from contragraph.generation.llm.demonstrations import DemonstrationRecord, DemonstrationTexts, read_demonstrations
from contragraph.generation.llm.examine import Examiner
from contragraph.generation.llm.names import RelationNames
from contragraph.generation.llm.prompts import Prompt, check_folder, load_prompt
from contragraph.generation.llm.proposing import Means, Proposing
from contragraph.generation.llm.question import STEP, PromptWords
from contragraph.generation.llm.reading import ProposalReader
from contragraph.generation.search.searching import Searcher
from contragraph.graph.model import content_hash
from contragraph.llm import Ask, Gateway
from contragraph.ontology.lexicon import Lexicon

LLM = "llm"
"""The name of the generator, and of the verbaliser."""
TRIES = 8
"""Statements that a model is asked about for each conflict of the plan, at most."""
_PROMPTS = {STEP: ("perturb", "perturb-again"), "verbalise": ("tell", "retell"), "verify": ("verify",)}
"""The steps, with their prompts."""


@dataclass(frozen=True)
class Models:
    """The models of a run, and what they are asked with."""

    gateway: Gateway
    prompts: Path | None = None
    """A folder of prompts instead of those that ship."""
    demonstrations: Path | None = None
    """A file of demonstrations that reviewers chose."""
    tries: int = TRIES
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
            found |= {STEP: self._made_by(STEP), "tries": self.tries}
            if self.demonstrations is not None:
                found["demonstrations"] = content_hash([d.model_dump(mode="json") for d in self._given])
        if verbaliser == LLM:
            found |= {step: self._made_by(step) for step in ("verbalise", "verify")}
        return found

    def _made_by(self, step: str) -> dict[str, str]:
        prompts = (self._prompt(name).id for name in _PROMPTS[step])
        made = self.gateway.made_by(Ask(step, ", ".join(prompts), ()))
        return {key: value for key, value in made.items() if key != "step"}

    def _prompt(self, name: str) -> Prompt:
        return load_prompt(name, self.prompts)

    @cached_property
    def _given(self) -> list[DemonstrationRecord]:
        return read_demonstrations(self.demonstrations) if self.demonstrations else []

    def source(
        self,
        searcher: Searcher,
        kg: str,
        labels: Mapping[str, str],
        lexicon: Lexicon,
        plan: Mapping[PairType, int],
        processes: int = 1,
    ) -> Proposing:
        """The model that proposes, as a source of conflicts of a graph; ``labels`` are those of relations.

        So many ``processes`` search ahead for what it is asked about.
        """
        words = PromptWords(labels, lexicon)
        given: dict[str, list[DemonstrationRecord]] = {}
        for record in self._given:
            given.setdefault(record.relation, []).append(record)
        names = RelationNames({r: words.relation(r) for r in sorted(searcher.grounds.relations)}, lexicon)
        means = Means(
            self.gateway,
            self._prompt("perturb"),
            self._prompt("perturb-again"),
            words,
            DemonstrationTexts(given, words),
            ProposalReader(searcher.grounds, names),
            Examiner(searcher.grounds, words, searcher.strict),
            kg,
        )
        return Proposing(searcher, means, plan, self.tries, processes)

    def tell_progress(self, asked: Mapping[str, Any]) -> None:
        """Note what came of proposals until now, and what was spent."""
        if self.note is None:
            return
        spent = f"{self.gateway.spent.calls} calls, ${self.gateway.spent.cost:.2f}"
        if asked:
            rejected = sum(asked["rejected"].values())
            spent = f"{asked['accepted']} proven, {rejected} rejected, {asked['review']} to review; {spent}"
        self.note("pairs", spent)
