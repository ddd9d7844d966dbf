"""What a text tells once of a thing: where it is, where somebody comes from, whom they married, what it is.

DBpedia gives places at all their levels, and husbands one after another. "The band comes from Houston and Texas" tells
one thing twice; "the husband of Blake Lively and Scarlett Johansson" tells of a bigamist. Wikidata gives classes at all
their levels: "a feature film and an action film".
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from contragraph.graph.model import Statement
from contragraph.ontology.alignment import load_alignment

_SLOTS = {
    "where it is": "city state country region isPartOf location locationCity locationCountry headquarter county",
    "where somebody comes from": "hometown stateOfOrigin nationality citizenship",
    "where it was founded": "foundationPlace",
    "a home": "residence",
    "a death": "deathPlace",
    "a birth": "birthPlace",
    "a marriage": "spouse partner",
}
_IS_A = "wdt:P31"
_BOTH_WAYS = frozenset({"a marriage"})


@cache
def _slot_of() -> Mapping[str, tuple[str, bool]]:
    """For each relation, as rules see it, what it tells, and whether it is told from the other end."""
    exact = load_alignment().exact
    found: dict[str, tuple[str, bool]] = {}
    for slot, names in _SLOTS.items():
        for name in names.split():
            role = exact.get(f"dbo:{name}")
            found[f"dbo:{name}"] = slot, False
            if role is not None:
                found[role.relation] = slot, role.inverse
    return found


def slots(statement: Statement) -> frozenset[tuple[str, str]]:
    """The thing, or both things, of which a text tells such a fact once, each with what it tells; mostly none."""
    if statement.subject.startswith("wd:") and statement.relation == _IS_A:
        return frozenset({(statement.subject, "what it is")})
    if not statement.subject.startswith("dbr:"):
        return frozenset()
    slot, turned = _slot_of().get(statement.relation, ("", False))
    if not slot or not isinstance(statement.object, str):
        return frozenset()
    ends = statement.entities if slot in _BOTH_WAYS else (statement.object if turned else statement.subject,)
    return frozenset((end, slot) for end in ends)
