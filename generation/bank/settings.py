"""What decides the content of a bank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from contragraph.dataset.records.bank import BENCHMARK, CAUSES, Cause
from contragraph.generation.settings.ratio import Ratio, parse_ratio
from contragraph.generation.verbalise import STYLES, Style
from contragraph.graph.errors import InputError
from contragraph.graph.given import made_forgiving

SHARD = 250
"""Facts of a shard: how a bank is dealt into shards depends on its settings alone."""
USUAL_FACTS = 1000
ONE_TO_ONE = Ratio(1, 1)
USUAL_STYLES: tuple[Style, ...] = ("encyclopedic", "book", "news")


@made_forgiving
@dataclass(frozen=True, slots=True)
class BankSettings:
    """What decides the content of a bank."""

    facts: int
    """The lines that are wanted, shared out among the causes."""
    causes: tuple[Cause, ...]
    """Why claims are at odds with their facts: ``misinformation``, ``temporal``, ``semantic``."""
    styles: tuple[Style, ...]
    """How texts are told: each claim once in each of them."""
    controls: Ratio | None
    """Harmless claims beside so many claims of a cause, None for none; a text is read as ``--controls`` is: ``1:1``."""
    seed: int
    """Decides what is drawn: the same graph, settings and seed give the same bytes."""
    strict: bool
    """Whether only conflicts count that hold by the meaning of the words, without exceptions."""
    allow_unproven: bool
    """Whether there are claims about the future as well, of which nothing is proven."""

    def __init__(
        self,
        facts: int = USUAL_FACTS,
        causes: Sequence[Cause] = CAUSES,
        styles: Sequence[Style] = USUAL_STYLES,
        controls: Ratio | str | None = ONE_TO_ONE,
        seed: int = 7,
        strict: bool = False,
        allow_unproven: bool = False,
    ) -> None:
        """Take lists and texts for what they are read as (see each field).

        Raises:
            InputError: if there are no facts, or a cause, a style or the controls are not known.
        """
        told = {
            "facts": facts,
            "causes": tuple(causes),
            "styles": tuple(styles),
            "controls": parse_ratio(controls) if isinstance(controls, str) else controls,
            "seed": seed,
            "strict": strict,
            "allow_unproven": allow_unproven,
        }
        for name, value in told.items():
            object.__setattr__(self, name, value)
        self._demand()

    def _demand(self) -> None:
        if self.facts < 1:
            raise InputError("A bank of no facts is none: give --facts a number of at least 1.")
        for what, given, known in (("cause", self.causes, CAUSES), ("style", self.styles, tuple(STYLES))):
            if wrong := [each for each in given if each not in known]:
                raise InputError(f"There is no {what} {wrong[0]!r}; known are {', '.join(known)}.")
            if not given or len(set(given)) < len(given):
                raise InputError(f"Name each {what} once, and at least one; known are {', '.join(known)}.")

    @property
    def shards(self) -> int:
        """The number of shards."""
        return -(-self.facts // SHARD)

    def as_json(self) -> dict[str, object]:
        """The settings as the manifest keeps them."""
        return {
            "benchmark": BENCHMARK,
            "facts": self.facts,
            "causes": list(self.causes),
            "styles": list(self.styles),
            "controls": None if self.controls is None else str(self.controls),
            "seed": self.seed,
            "strict": self.strict,
            "allow_unproven": self.allow_unproven,
        }
