"""The plan of claims with documents: how many claims, and how many documents each has, of which length."""

from __future__ import annotations

from dataclasses import dataclass

from contragraph.dataset.records.proven_claims import CONFLICT, NEITHER, REFUTED, SUPPORTED
from contragraph.dataset.records.sets import LENGTHS
from contragraph.graph.errors import InputError

LEAST_DOCUMENTS, USUAL_DOCUMENTS, MOST_DOCUMENTS = 3, 6, 20
USUAL_CLAIMS = 500
USUAL_LENGTHS = ("1-50", "51-100")


@dataclass(frozen=True, slots=True)
class ClaimPlan:
    """What is wanted: how many claims, and how many documents each has, of which length."""

    claims: int = USUAL_CLAIMS
    documents: int = USUAL_DOCUMENTS
    lengths: tuple[str, ...] = USUAL_LENGTHS

    def __post_init__(self) -> None:
        if self.claims < 1:
            raise InputError("The plan asks for no claims; give --claims a number above 0.")
        if not LEAST_DOCUMENTS <= self.documents <= MOST_DOCUMENTS:
            raise InputError(f"A claim has from {LEAST_DOCUMENTS} to {MOST_DOCUMENTS} documents, not {self.documents}.")
        if unknown := [each for each in self.lengths if each not in LENGTHS]:
            raise InputError(f"'{unknown[0]}' is no length; give one or several of {', '.join(LENGTHS)}.")

    @property
    def counts(self) -> dict[str, int]:
        """How many items of each type: half are conflicts, the other types share the rest."""
        rest = self.claims // 2
        others = {name: (rest + 2 - n) // 3 for n, name in enumerate((SUPPORTED, REFUTED, NEITHER))}
        return {name: n for name, n in {CONFLICT: self.claims - rest, **others}.items() if n}

    def as_json(self) -> dict[str, object]:
        """As the manifest keeps it."""
        return {"claims": self.claims, "documents": self.documents, "lengths": list(self.lengths)}
