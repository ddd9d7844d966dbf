"""Entities whose label is not what English calls them, as their own other names show.

The released names of an entity come in no order, and now and then the best of them by its form is a nickname, a name
turned round, or one typed wrongly. Where other names of the entity and its description agree on another, no text tells
of it: under the label nobody would know it, and what is told bears the names that the graph has.
"""

from __future__ import annotations

import re

from contragraph.graph.model import Entity

_HUMAN = "wd:Q5"
_COMPANIES = frozenset(f"wd:Q{n}" for n in (4830453, 6881511, 783794, 18127, 2442401, 891723, 46970))
_SCHOOL = re.compile(r"\b(?:Universi|College|Institut|School|Academ|Polytech|Politec|Hochschule)")
_A_UNIVERSITY = re.compile(r"\buniversity (?:in|located)\b|^university$")
_WITH_PLACE = re.compile(r"^(?:[A-Z][\w ]*)?University[\w ]*, ([A-Z][\w ]+)$")
_TURNED = re.compile(r"^(.+) (University of [A-Z]\w+)$")
_ACRONYM = re.compile(r"[A-Z]{3,4}|[A-Z]{1,2}&[A-Z]")
_TITLE_ONLY = re.compile(r"^(?:Prince|Princess|Duke|Duchess|Earl|Marquess|Viscount) of [A-Z]\w+$")
_CAPITAL_OF = re.compile(r"^Capital of [A-Z]")
_QUALIFIED = re.compile(r"^(.+) \(([a-z][\w ]+)\)$")
_LETTER_DASH = re.compile(r"^[a-z]-[a-z]+$")
_GENRE_OF_MUSIC = "wd:Q188451"
_SHIP = re.compile(r"^(?:uss|hms|rms|ss) [a-z ]+$")
_HALF = re.compile(r"^([A-Z]\w+) ([a-z]+) (Federation|Association|Union|League|Committee)$")
_CLASS = re.compile(
    r"^(?:(Jazz|Rock|Classical|Electric|Acoustic)|((?:Roman )?Catholic|Anglican|Orthodox|Lutheran|Buddhist)) "
    r"(Catholic|piano|guitar|pianist|Priest|Bishop|Monk|Nun|Deacon|Missionary)$"
)
_KNOWN_ABROAD = """
Alexandria Athens Berlin Bethlehem Birmingham Bristol Cairo Cambridge Carthage Cuba Dover Dublin Durham Florence
Hamburg Kingston Lancaster Lebanon Lima London Manchester Melbourne Mexico Milan Moscow Naples Nazareth New_Brunswick
Newcastle Ontario Oxford Paris Perth Peru Plymouth Rome Sydney Syracuse Toledo Tripoli Troy Venice Verona Vienna Warsaw
Worcester York
"""
_ABROAD = frozenset(word.replace("_", " ") for word in _KNOWN_ABROAD.split())
"""Names by which readers take another place for the town in America that has it, too."""
FOREIGN = re.compile(
    r"\b(?:zur|für|des öffentlichen|beste|das Cidades|Internacional de Fútbol|Besatzungszone|Maatschappij|"
    r"[A-Z]\w+schaft|Kommunale|Filmakademie|Informationsdienst|Zweckverband)\b|\be\.V\."
)
"""Words of labels that are in no English name of a body."""
_BETTER_KNOWN = {
    "Beeb": "BBC",
    "brigader general": "brigadier general",
    "Digital Video Disc": "DVD",
    "Hypertext Preprocessor": "PHP",
    "Maya Arulpragasam": "M.I.A.",
    "Nasa": "NASA",
    "Unesco": "UNESCO",
}
"""Names that are right and that hardly anybody uses, and those in use."""
_WARD = re.compile(r"-(?:ku|shi|ken|machi)$")
"""Endings of wards, cities and prefectures of Japan, which are no part of their names in English."""
_ENGLISH = re.compile(
    r"^[A-Z][a-z]+ (?:[A-Za-z]+ )*(?:Federation|Network|zone|Airlines|University|Association)\b[ a-zA-Z]*$"
)
_IN_AMERICA = re.compile(r"\b(?:United States|USA|U\.S\.)")


def is_called_otherwise(entity: Entity) -> bool:
    """Whether English has another name for the entity than its label."""
    return better_name(entity) not in ("", entity.label)


def better_name(entity: Entity) -> str:
    """The name that its label, its other names and its description speak for; empty for none."""
    return (_by_form(entity.label) or _by_others(entity)) if entity.label else ""


def _by_form(label: str) -> str:
    """What the label alone tells: commas and capitals that it should not have, or should."""
    if _SHIP.match(label):
        prefix, _, rest = label.partition(" ")
        return f"{prefix.upper()} {rest.title()}"
    half = _HALF.match(label)
    if half:
        return f"{half[1]} {half[2].capitalize()} {half[3]}"
    kind = _CLASS.match(label)
    if kind and kind[1]:
        return f"{kind[1].lower()} {kind[3]}"
    return f"{kind[2]} {kind[3].lower()}" if kind else ""


def _by_others(entity: Entity) -> str:
    """The other name that its company or the description speaks for; empty for none."""
    label, others, told = entity.label, entity.aliases, entity.description
    if _LETTER_DASH.match(label) and _GENRE_OF_MUSIC in entity.types:
        return label[:1].upper() + label[1:]  # "G-funk"
    better = _BETTER_KNOWN.get(label) or _WARD.sub("", label)
    if better != label and better in others:
        return better
    turned = _TURNED.match(label)
    if turned and f"{turned[2]}, {turned[1]}" in others:
        return f"{turned[2]}, {turned[1]}"
    if _A_UNIVERSITY.search(told) and not _SCHOOL.search(label):
        full = [o for o in others if (match := _WITH_PLACE.match(o)) and match[1] in label]
        return min(full, key=lambda o: (len(o), o), default="")
    if _CAPITAL_OF.match(label):
        begun = {o: sum(other.startswith(f"{o} ") or other.startswith(f"{o},") for other in others) for o in others}
        return max((o for o in others if begun[o] > 2), key=lambda o: (begun[o], o), default="")
    if _TITLE_ONLY.match(label) and _HUMAN in entity.types:
        named = [o for o in others if o.endswith(f", {label}") and o.count(" ") == label.count(" ") + 1]
        return min(named, default="")
    if label in _ABROAD and _IN_AMERICA.search(told):
        placed = [o for o in others if o.startswith(f"{label}, ") and o.removeprefix(f"{label}, ") in told]
        return min(placed, key=lambda o: (told.rindex(o.removeprefix(f"{label}, ")), o), default="")
    if not _COMPANIES.isdisjoint(entity.types):
        short = [o for o in others if _ACRONYM.fullmatch(o) and o not in label]
        company = {o: sum(other.startswith(f"{o} ") for other in others) for o in short}
        best = max(short, key=lambda o: (company[o], o), default="")
        if best and (company[best] > 1 or ("&" in best and company[best])):
            return best
    if label.endswith(" Fellowship") and " Foundation " in label:
        return min((o for o in others if o.endswith(" Fellowship") and len(o) < len(label)), default="")
    if FOREIGN.search(label):
        english = (re.sub(r" \([^)]*\)$", "", o) for o in others)
        return min((o for o in english if _ENGLISH.match(o)), key=lambda o: (len(o), o), default="")
    if _HUMAN in entity.types:
        return _as_titled(label, others, told)
    return _as_most_spell(label, others)


def _as_titled(label: str, others: tuple[str, ...], told: str) -> str:
    """The name that another has with what the description says behind it: "DMX" since there is "DMX (rapper)"."""
    for other in others:
        match = _QUALIFIED.match(other)
        if match and match[1] in others and match[2].rpartition(" ")[2] in told.split()[:3] and match[1] not in label:
            return match[1] if label not in match[1] else ""
    return ""


def _as_most_spell(label: str, others: tuple[str, ...]) -> str:
    """The spelling with a stroke, where all other names, three at least, have one set of letters, the label another."""
    folded = {re.sub(r"[^a-z0-9]", "", o.casefold()) for o in others}
    if len(others) < 3 or len(folded) != 1 or folded == {re.sub(r"[^a-z0-9]", "", label.casefold())}:
        return ""
    return min((o for o in others if re.fullmatch(r"[\w .'&-]*/[\w .'&-]*", o)), default="")
