"""Facts that are slips of the extraction that a graph came from: an end is of a kind that the relation cannot have.

"Davidson College has athletics teams in private school", "Essen is a North Rhine-Westphalia", "the club owns Italy":
they stay in the graph, and no text tells them. Each rule was found by reading, and stands with its graph.
"""

from __future__ import annotations

import re

from contragraph.generation.rules import (
    dbpedia_ends,
    dbpedia_slips,
    wikidata_ends,
    wikidata_slips,
    yago_ends,
    yago_slips,
)
from contragraph.graph.model import Entity

_OF_WIKIDATA = re.compile(r"wd:Q\d")
"""Ids of Wikidata itself; what a graph of one's own calls so is judged by its slips alone."""


def is_slip(relation: str, subject: Entity, thing: Entity) -> bool:
    """Whether one end is of a kind that the relation cannot have."""
    if thing.id.startswith("wd:"):
        known = _OF_WIKIDATA.match(thing.id) and _OF_WIKIDATA.match(subject.id) and relation.startswith("wdt:")
        if known and not wikidata_ends.fits(relation, subject, thing):
            return True
        return wikidata_slips.is_slip(relation, subject, thing)
    if thing.id.startswith("yago:"):
        return yago_slips.is_slip(relation, subject, thing) or not yago_ends.fits(relation, subject, thing)
    if thing.id.startswith("dbr:") and dbpedia_slips.is_slip(relation, subject, thing):
        return True
    infobox = relation.startswith("dbp:")
    return subject.id.startswith("dbr:") and not infobox and not dbpedia_ends.fits(relation, subject, thing)
