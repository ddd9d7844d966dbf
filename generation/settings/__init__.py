"""What decides the content of a dataset, and which graph it is made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from contragraph.dataset.records.sets import parse_set_plan
from contragraph.dataset.types import PairType, format_plan, plan_of
from contragraph.generation.settings.claim_plan import ClaimPlan
from contragraph.generation.settings.ratio import Ratio, parse_ratio
from contragraph.generation.settings.set_plan import SetPlan
from contragraph.generation.settings.shares import QuotaShares, shares_of
from contragraph.generation.verbalise import Style
from contragraph.graph.errors import InputError
from contragraph.graph.given import made_forgiving
from contragraph.graph.store import GraphStore, KgInfo
from contragraph.kgs import chosen

Fill = Literal["topic", "dfs"]
"""What fills the texts of a pair up: what one would tell of its topics, or what depth-first search comes to."""
USUAL_PLAN = "magic"
"""What is made where nobody says what."""
ALL = "all"
"""The name that stands for all graphs of a store."""


@made_forgiving
@dataclass(frozen=True, slots=True)
class Settings:
    """What decides the content of a dataset."""

    plan: Mapping[PairType, int]
    """How many pairs of each type; a text is read as ``--plan`` is: ``small``, ``1-single-hop=20,2-multi-hop=5``."""
    seed: int
    """Decides what is drawn: the same graph, settings and seed give the same bytes."""
    generator: str
    """``symbolic`` (axioms decide what is made up), ``llm`` (a model proposes) or ``natural`` (nobody makes it up)."""
    verbaliser: str
    """Who writes the texts: ``template``, or ``llm`` for a model."""
    strict: bool
    """Whether only conflicts count that hold by the meaning of the words, without exceptions."""
    quotas: QuotaShares
    """The shares that the dataset must keep; a mapping has those that are others than usual: ``{"relation": 0.3}``."""
    style: Style
    """How the texts are told: ``encyclopedic``, ``short``, ``news`` or ``book``."""
    distractors: int | None
    """Statements of the original side that take no part in a conflict; None lets their number vary."""
    against: str | None
    """The graph whose disagreements with the one in use become pairs; the generator is ``natural`` then, and without a
    plan all pairs are made that come."""
    controls: Ratio | None
    """Pairs without any conflict beside those with one; a text is read as ``--controls`` is: ``1:1``."""
    models: Mapping[str, object] | None
    """What decides the answers of language models, where they are asked (``Models.identity``)."""
    overlap: float | None
    """The share of the statements of fill that both sides tell, from 0 to 1; None for the usual one."""
    fill: Fill
    """What fills texts up: ``topic``, what one would tell of the topic, or ``dfs``, what depth-first search finds."""
    sets: SetPlan | None
    """The sets of documents that are made of the pairs, where they are wanted instead of them; a text is read as the
    plan of a benchmark is: ``self=3,pair=3,none=6``."""
    claims: ClaimPlan | None
    """The claims with documents that are made of them, where those are wanted; a number is how many."""
    shards: int
    """Into how many shards the plan and the things of the graph are divided, each made by itself."""

    def __init__(
        self,
        plan: Mapping[PairType, int] | Mapping[str, int] | str | None = None,
        seed: int = 7,
        generator: str = "symbolic",
        verbaliser: str = "template",
        strict: bool = False,
        quotas: QuotaShares | Mapping[str, float] | None = None,
        style: Style = "encyclopedic",
        distractors: int | None = None,
        against: str | None = None,
        controls: Ratio | str | None = None,
        models: Mapping[str, object] | None = None,
        overlap: float | None = None,
        fill: Fill = "topic",
        sets: SetPlan | str | None = None,
        claims: ClaimPlan | int | None = None,
        shards: int = 1,
    ) -> None:
        """Take texts, numbers and mappings for what they are read as (see each field).

        Without a plan it is that of the command line, or none where something else says what is wanted.

        Raises:
            InputError: if one of them cannot be read.
        """
        if plan is None:
            plan = {} if (sets, claims, against) != (None, None, None) else USUAL_PLAN
        told = {
            "plan": plan_of(plan),
            "seed": seed,
            "generator": generator,
            "verbaliser": verbaliser,
            "strict": strict,
            "quotas": quotas if isinstance(quotas, QuotaShares) else shares_of(quotas or {}),
            "style": style,
            "distractors": distractors,
            "against": against,
            "controls": parse_ratio(controls) if isinstance(controls, str) else controls,
            "models": models,
            "overlap": overlap,
            "fill": fill,
            "sets": SetPlan(parse_set_plan(sets)) if isinstance(sets, str) else sets,
            "claims": ClaimPlan(claims) if isinstance(claims, int) else claims,
            "shards": shards,
        }
        for name, value in told.items():
            object.__setattr__(self, name, value)

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
