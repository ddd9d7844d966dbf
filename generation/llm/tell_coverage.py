"""How much of the statements texts tell: counted for the whole, for the model's own texts, and for its first answers.

A side that a model could not tell well has its template text. So figures come with and without those sides, and the
first answers, before anything was sent back, are counted apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ToldShare:
    """So many of so many."""

    stated: int = 0
    of: int = 0

    def __add__(self, other: ToldShare) -> ToldShare:
        return ToldShare(self.stated + other.stated, self.of + other.of)

    @property
    def share(self) -> float:
        """Between 0 and 1; 1 of nothing."""
        return self.stated / self.of if self.of else 1.0


_NONE = ToldShare()


@dataclass(frozen=True, slots=True)
class StatedCounts:
    """Statements stated in some texts, and those among them that a conflict needs."""

    statements: ToldShare = _NONE
    conflicting: ToldShare = _NONE

    def __add__(self, other: StatedCounts) -> StatedCounts:
        return StatedCounts(self.statements + other.statements, self.conflicting + other.conflicting)

    def as_json(self) -> dict[str, object]:
        """As the manifest keeps it."""
        both = {"statements": self.statements, "conflict_statements": self.conflicting}
        return {name: {"stated": c.stated, "of": c.of} for name, c in both.items()}


NOTHING = StatedCounts()
"""No statements, and so none that is missing."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What came of telling the sides of some pairs."""

    sides: int = 0
    told: int = 0
    """Sides that a model tells; the others have fallen back to their template text."""
    answers: int = 0
    """Texts that models wrote for it, the refused ones among them."""
    all: StatedCounts = NOTHING
    by_model: StatedCounts = NOTHING
    first: StatedCounts = NOTHING
    """What the first answers stated, before anything was sent back."""
    findings: Mapping[str, int] = field(default_factory=dict)
    """How many answers had a fault of a kind."""
    fallen: Mapping[str, int] = field(default_factory=dict)
    """Why sides fell back: the kinds of faults of their last answer."""

    def __add__(self, other: Coverage) -> Coverage:
        return Coverage(
            self.sides + other.sides,
            self.told + other.told,
            self.answers + other.answers,
            self.all + other.all,
            self.by_model + other.by_model,
            self.first + other.first,
            Counter(self.findings) + Counter(other.findings),
            Counter(self.fallen) + Counter(other.fallen),
        )

    def as_json(self) -> dict[str, object]:
        """As journal and manifest keep it."""
        return {
            "sides": self.sides,
            "told": self.told,
            "answers": self.answers,
            "all": self.all.as_json(),
            "by_model": self.by_model.as_json(),
            "first": self.first.as_json(),
            "findings": dict(sorted(self.findings.items())),
            "fallen": dict(sorted(self.fallen.items())),
        }

    @classmethod
    def of_json(cls, kept: Mapping[str, object]) -> Coverage:
        """What ``as_json`` gave."""

        def told(key: str) -> StatedCounts:
            both = _table(kept[key])
            counts = (_table(both[name]) for name in ("statements", "conflict_statements"))
            return StatedCounts(*(ToldShare(_number(c["stated"]), _number(c["of"])) for c in counts))

        def table(key: str) -> dict[str, int]:
            return {kind: _number(count) for kind, count in _table(kept[key]).items()}

        return cls(
            _number(kept["sides"]),
            _number(kept["told"]),
            _number(kept["answers"]),
            told("all"),
            told("by_model"),
            told("first"),
            table("findings"),
            table("fallen"),
        )

    def reasons(self) -> list[tuple[str, int]]:
        """Why sides fell back, in words, the most frequent first; a side may have several reasons."""
        said = {
            "missing": "something is not told",
            "wrong": "something is told wrongly",
            "misleading": "something misleads",
            "added": "something was added",
            "form": "no text of the form asked for",
            "unverified": "nobody could verify it",
        }
        return [(said.get(k, k), n) for k, n in sorted(self.fallen.items(), key=lambda kind: (-kind[1], kind[0]))]

    def rows(self) -> list[dict[str, object]]:
        """As a table: statements and conflict statements stated, in which texts."""
        named = {"all texts": self.all, "told by the model": self.by_model, "its first answers": self.first}
        return [
            {
                "texts": name,
                "statements": _said(told.statements),
                "of conflicts": _said(told.conflicting),
            }
            for name, told in named.items()
        ]


def _said(count: ToldShare) -> str:
    return f"{count.stated:,} of {count.of:,} ({count.share:.1%})" if count.of else "–"


def _table(value: object) -> Mapping[str, object]:
    assert isinstance(value, Mapping)
    return value


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value
