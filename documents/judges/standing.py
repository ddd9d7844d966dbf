"""The judges that ask no model, strongest first."""

from __future__ import annotations

from contragraph.documents.judges.base import Judge
from contragraph.documents.judges.proof import ProofJudge
from contragraph.documents.judges.rules import RuleJudge


def offline_judges(ontology: str = "wikidata") -> tuple[Judge, ...]:
    """Proof where claim and passage can be read as statements, rules elsewhere."""
    return ProofJudge(ontology), RuleJudge()
