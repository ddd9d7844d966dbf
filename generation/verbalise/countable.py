"""Whether a class is of things that one counts, and so takes an article."""

from __future__ import annotations

import re

from contragraph.generation.verbalise.grammar import of_no_kind
from contragraph.generation.verbalise.plurals import plural_of
from contragraph.graph.model import Entity

_COUNTABLE = re.compile(
    r"(?:(?<!wat)(?<!canc)(?<!weath)(?<!pow)(?<!matt)(?<!lab)(?<!hum)(?<!lit)(?<!hon)[eo]r|ist|[^s]ian|company|"
    r"organi[sz]ation|institution|nation|country|state|city|club|team|band|group|album|song|film|genre|language|game|"
    r"university|school|college|award|number|value|unit|business|corporation|agency|entity|subdivision|region|division|"
    r"territory|republic|county|province|district|party|office|station|network|event|person|character|vehicle|"
    r"building|structure|object|device|instrument|machine|system|concept|term|prize|association|settlement|area)$|"
    r"\b(?:crime|ring|star|ocean|mountain|lake|river|island|animal|plant|tree|disease|syndrome|drug|weapon|ship|engine|"
    r"bridge|road|street|house|bod(?:y)|continent|planet|role|title|rank|type|class|category|list|set|sequence|function|"
    r"theorem|equation|map|image|picture|photograph|program|book|magazine|journal|article|stor(?:y)|novel|poem|opera|"
    r"symphony|concert|festival|ceremony|election|war|battle|conflict|attack|church|religion|sect|cult|movement|method|"
    r"process|technique|tool|product|currency|bank|market|shop|store|restaurant|hotel|hospital|prison|museum|librar(?:y)|"
    r"stadium|park|garden|square|village|town|suburb|neighborhood|capital|border|peninsula|desert|forest|valley|cave|"
    r"degree|doctorate|citizenship|compound|molecule|atom|particle|cell|organ|bone|virus|parent|child|king|queen|prince|princess|pope|saint|bishop|"
    r"priest|monk|captain|lieutenant|sergeant|colonel|admiral|president|athlete|poet|critic|model|coach|goalkeeper|guitar|"
    r"piano|violin|drum|flute|trumpet|saxophone|word|letter|sport|degree|council|committee|court|army|treaty|law firm|"
    r"tribe|chairman|kit|forward|dynasty|stroke|wound|bird|fish|mammal|insect|dog|horse|conglomerate|car|cat|doctorate|label|"
    r"fellow|circus|single|extended play|man|mandolin|novella|invasion|giant|humanoid|zombie|angel|aircraft|spacecraft|"
    r"standard|protocol|project|head|performance|flower|projectile|component|species|nuclide|disc|medium|townhouse|"
    r"hypothesis|theory|architect|cruise|musical work)$"
)
"""How classes end whose members one counts."""
_AFTER_HEAD = re.compile(r" (?:of|in|for|by|from|on|at|with|to)\b")


def counts(entity: Entity) -> bool:
    """Whether a class is surely of things that one counts: by its last word, or since an alias is its plural."""
    if not of_no_kind().isdisjoint(entity.types) or entity.label.endswith(("science", "communication")):
        return False
    head = _AFTER_HEAD.split(entity.label, maxsplit=1)[0]
    return _COUNTABLE.search(head) is not None or (
        entity.label[:1].islower()
        and plural_of(entity.label) != entity.label
        and plural_of(entity.label) in entity.aliases
    )
