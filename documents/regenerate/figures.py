"""How often arms are right, what second answers mend and break, and whether that may be chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from contragraph.documents.regenerate.arms import ARMS, SECOND, Arm, ArmAnswers
from contragraph.evaluation.statistics import DIGITS, Proportion


@dataclass(frozen=True, slots=True)
class Second:
    """Among the flagged: how many first answers were wrong and right, and of these how many were turned round."""

    wrong: int
    right: int
    corrected: int
    broken: int

    @property
    def improve(self) -> float | None:
        """The corrected share of the wrong first answers."""
        return Proportion(self.corrected, self.wrong).share

    @property
    def harm(self) -> float | None:
        """The broken share of the right first answers."""
        return Proportion(self.broken, self.right).share

    @property
    def net(self) -> float | None:
        """What is won, in answers, as a share of the flagged."""
        return Proportion(self.corrected - self.broken, self.wrong + self.right).share


@dataclass(frozen=True, slots=True)
class Compared:
    """Two arms on the same questions: how many the other alone answers rightly, and how many the one alone.

    ``p`` is that of the exact test of McNemar (two-sided); None where no question tells them apart.
    """

    one: Arm
    other: Arm
    gained: int
    lost: int

    @property
    def p(self) -> float | None:
        """How probable a difference so large is by chance."""
        return mcnemar(self.gained, self.lost)


@dataclass(frozen=True, slots=True)
class ArmFigures:
    """An arm: right answers of all, unreadable ones being wrong, and what it does among the flagged.

    ``unreadable`` are its own answers that could not be read: of a second one, whose first answer then stands.
    """

    arm: Arm
    right: Proportion
    unreadable: int
    flagged: Second


def mcnemar(gained: int, lost: int) -> float | None:
    """The exact test of McNemar: are the questions that tell two arms apart divided as a coin would?"""
    if not gained + lost:
        return None
    from scipy.stats import binomtest

    return round(float(binomtest(gained, gained + lost).pvalue), DIGITS)


def figures_of(answered: Sequence[ArmAnswers], arm: Arm) -> ArmFigures:
    """The figures of an arm."""
    flagged = [its for its in answered if its.flagged]
    wrong = [its for its in flagged if not its.right("rag")]
    right = [its for its in flagged if its.right("rag")]
    second = Second(
        *(len(wrong), len(right)), sum(its.right(arm) for its in wrong), sum(not its.right(arm) for its in right)
    )
    given = [its.given[arm] for its in answered]
    unreadable = sum(g.kept == "unreadable" if arm in SECOND else g.option is None for g in given)
    return ArmFigures(arm, Proportion(sum(its.right(arm) for its in answered), len(answered)), unreadable, second)


def compared(answered: Sequence[ArmAnswers], arms: Sequence[Arm]) -> Iterator[Compared]:
    """The arms that were asked, two by two."""
    for one, other in combinations([arm for arm in ARMS if arm in arms], 2):
        told = [(its.right(one), its.right(other)) for its in answered]
        yield Compared(one, other, told.count((False, True)), told.count((True, False)))
