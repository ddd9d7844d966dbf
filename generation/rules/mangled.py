"""Labels that are no name in English: what bears them is not told."""

from __future__ import annotations

import re
from functools import lru_cache

from contragraph.generation.rules.called_otherwise import FOREIGN, is_called_otherwise
from contragraph.generation.verbalise.kinds import PERSONS, PLACES, TITLES
from contragraph.graph.model import Entity
from contragraph.ontology.words import known_names

_NO_BODIES = PERSONS | PLACES | TITLES
_SHOUTED = re.compile(r"[a-z]\w* (?![IVXLCDM]+ )[A-Z]{5,} [A-Z][a-z]+$|^[a-z].* [a-z]$|^[A-Z][a-z] \d+$")
"""Labels that a slip has mangled: "West Africa BENIN Rep"."""
_OF_A_PAGE = re.compile(
    r"^(?:History|Geography|Demographics|Timeline|Outline|Index|Category|Template|Members|Capital) of "
    r"|^[Ll]ist of |\([^)]*$|^(?:infectious )?\w+(?: \w+){3,} infectious disease$|^Reichs |– The .*Award$"
)
"""Titles of articles about a thing, instead of the thing's own, and codes of registers."""


@lru_cache(maxsize=1 << 16)
def is_mangled(entity: Entity) -> bool:
    """Whether no text can call the entity by its label."""
    label = entity.label
    if not known_names().unfit.isdisjoint((label, entity.id)):
        return True
    if _SHOUTED.search(label) or _OF_A_PAGE.search(label):
        return True
    if FOREIGN.search(label) is not None and _NO_BODIES.isdisjoint(entity.types):
        return True
    return is_called_otherwise(entity)
