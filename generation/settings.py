"""What decides the content of a dataset, and which graph it is made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from contragraph.dataset.types import PairType, format_plan
from contragraph.generation.assembly.quotas import Shares
from contragraph.generation.claims.slots import ClaimPlan
from contragraph.generation.controls.ratio import Ratio
from contragraph.generation.sets.slots import SetPlan
from contragraph.generation.verbalise import Style
from contragraph.graph.errors import InputError
from contragraph.graph.store import GraphStore, KgInfo
from contragraph.kgs import chosen

Fill = Literal["topic", "dfs"]
"""What fills the texts of a pair up: what one would tell of its topics, or what depth-first search comes to."""
ALL = "all"
"""The name that stands for all graphs of a store."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides the content of a dataset."""

    plan: Mapping[PairType, int]
    seed: int = 7
    generator: str = "symbolic"
    verbaliser: str = "template"
    strict: bool = False
    quotas: Shares = field(default_factory=Shares)
    style: Style = "encyclopedic"
    """How the texts are told: ``encyclopedic``, ``short`` or ``news``."""
    distractors: int | None = None
    """Statements of the original side that take no part in a conflict; None lets their number vary."""
    against: str | None = None
    """The graph whose disagreements with the one in use become pairs; the generator is ``natural`` then, and without a
    plan all pairs are made that come."""
    controls: Ratio | None = None
    """Pairs without any conflict beside those with one."""
    models: Mapping[str, object] | None = None
    """What decides the answers of language models, where they are asked (``Models.identity``)."""
    overlap: float | None = None
    """The share of the statements of fill that both sides tell, from 0 to 1; None for the usual one."""
    fill: Fill = "topic"
    sets: SetPlan | None = None
    """The sets of documents that are made of the pairs, where they are wanted instead of them."""
    claims: ClaimPlan | None = None
    """The claims with documents that are made of them, where those are wanted."""
    shards: int = 1
    """Into how many shards the plan and the things of the graph are divided, each made by itself."""

    def as_json(self) -> dict[str, object]:
        """The settings as the manifest keeps them and the run's id hashes them; what came later only if it is set."""
        later: dict[str, object] = {}
        if self.style != "encyclopedic":
            later["style"] = self.style
        if self.distractors is not None:
            later["distractors"] = self.distractors
        if self.against is not None:
            later["against"] = self.against
        if self.controls is not None:
            later["controls"] = str(self.controls)
        if self.overlap is not None:
            later["overlap"] = self.overlap
        if self.fill != "topic":
            later["fill"] = self.fill
        if self.sets is not None:
            later["sets"] = self.sets.as_json()
        if self.claims is not None:
            later["claims"] = self.claims.as_json()
        if self.shards != 1:
            later["shards"] = self.shards
        if self.models is not None:
            later["models"] = dict(self.models)
        return {
            "plan": format_plan(self.plan),
            "seed": self.seed,
            "generator": self.generator,
            "verbaliser": self.verbaliser,
            "strict": self.strict,
            "quotas": self.quotas.as_json(),
            **later,
        }


def choose_kg(store: GraphStore, name: str | None) -> KgInfo:
    """The KG to generate from: the one named, by itself or by its folder, or the only one.

    Raises:
        InputError: if it is not there, or none was named and there are several or none.
    """
    kgs, name = {info.kg: info for info in store.kgs()}, chosen(name)
    if not kgs:
        raise InputError("The store holds no knowledge graph; load one first, for example: contragraph load sample.")
    if name is None and len(kgs) > 1:
        raise InputError(f"The store holds several knowledge graphs ({', '.join(kgs)}); choose one with --kg.")
    if name is not None and name not in kgs:
        raise InputError(f"The store holds no knowledge graph '{name}'; it holds {', '.join(kgs)}.")
    return kgs[name] if name is not None else next(iter(kgs.values()))
