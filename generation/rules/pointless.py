"""Denials that nobody would make of Wikidata's things.

Somebody denies what others believe. Nobody believes that a relative of an actor died in Maryland, or that a poet was
influenced by a winner of some prize, so to deny it is comic, though it contradicts what the other text says. The rules
stand in tables by the relation of the lie: about lives and kin, about bodies and works, and about places. Each was
found by reading.
"""

from __future__ import annotations

from collections.abc import Sequence

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.rules import pointless_bodies, pointless_lives, pointless_places
from contragraph.generation.rules.lie import Lie, Rules, rules_for
from contragraph.graph.model import Entity, Statement

WIKIDATA = "wd:"
POINTLESS = frozenset(
    {
        *(f"cg:none{what}_P1038" for what in ("Born", "Died", "Studied", "Awarded")),
        *(f"cg:none{what}_P737" for what in ("Born", "Awarded")),
        *(f"cg:none{what}_inv_P463" for what in ("Born", "Died", "Lived", "Citizen", "OfKind")),
        *(f"cg:none{what}_inv_P1066" for what in ("Died", "Lived", "Citizen")),
        *(f"cg:{what}_P{n}" for what in ("noneStudied", "noOccupation") for n in (22, 25)),
        "cg:nonePlays_P1038",
        "cg:noneDied_P1066",
        "cg:noCommon_P463",
        "cg:noOccupation_inv_P463",
        "cg:noneCitizen_P527",
        "cg:unusedInWorksOf",
    }
)
"""Relations by which no lie is told of Wikidata's things.

What relatives, idols, pupils or fellow members have in their lives nobody knows of all of them; two people who "never
belonged to the same organization" nobody would think of; no band is without songwriters.
"""
_TABLES: tuple[Rules, ...] = (pointless_places.RULES, pointless_lives.RULES, pointless_bodies.RULES)
_NOBODY = Entity("", "")


def is_pointless(seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge) -> Asking[bool]:
    """Whether a rule of these tables forbids a made-up statement against a seed and other true facts."""
    if not made.subject.startswith(WIKIDATA):
        return False
    if made.relation in POINTLESS:
        return True
    rules = [rule for table in _TABLES for rule in rules_for(made.relation, table)]
    if not rules:
        return False
    ends = {e.id: e for e in (yield from knowledge.entities(made.entities))}
    one, other = ends.get(made.subject, _NOBODY), ends.get(str(made.object), _NOBODY)
    lie = Lie(seed, made, supports, one, other, knowledge)
    for rule in rules:
        if (yield from rule(lie)):
            return True
    return False
