"""Lies about DBpedia's and YAGO's facts that nobody would write, though they contradict, or that leave a way out.

A film has now and then two directors, who wrote a book is the basis of films by name only, no state of the United
States has its largest city in another, and that Heraclitus never influenced anyone born in Paris is comic. Each rule
was found by reading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from contragraph.dataset.naming import form_of, unqualified
from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.rules.compared_places import is_no_comparison
from contragraph.generation.rules.joined import are_joined_anyway
from contragraph.generation.rules.namesake_players import is_of_a_namesake
from contragraph.generation.rules.other_values import was_elsewhere_too
from contragraph.generation.rules.plausible import COUNTRIES, short_label
from contragraph.generation.rules.pointless_places import seats_of_counties
from contragraph.generation.rules.the_one import speaks_of_nobody
from contragraph.generation.verbalise.kinds import PERSONS, TITLES
from contragraph.graph.model import Entity, Statement

_GRAPHS = ("dbr:", "yago:")
_NEVER_SAID = re.compile(
    r"^cg:none\w*_(?:basedOn|P144)$|"  # Ian Fleming is the basis of no work in which …
    r"^cg:none(?:Owned_(?:distributor|P750)|Makes_(?:parentCompany|P749))$|"
    r"^cg:none(?:Born|Died|Studied|StudiedIn|Located)_(?:influences|inv_P737|influenced)$|"
    r"^cg:noneDied_(?:inv_created|inv_worksAt|inv_P108|inv_graduatedFrom|directedWithCast)$|"
    r"^cg:noneRecordedFor_(?:P527|inv_P527|bandMember)$|^cg:noneOfGenre_|"  # who recorded alone, who is "from" a genre
    r"^cg:noCommon_(?:inv_)?(?:influencedBy|influenced|influences|P737)$|"  # of all mankind
    r"^cg:noCommon_associated|"  # no musical partner in common
    r"^cg:only_(?:writer|P86|P162|P57|musicComposer|producer|director|recordLabel|P264)$|"  # of another trade or time
    r"^cg:(?:neverIn|onlyVisited)$|"  # "has never set foot in New York", of one who studied there
    r"^cg:(?:endsShortOf|neverTradesWith)$|"  # of countries, whose neighbours everybody knows
    r"^cg:(?:neverMet|only_created|only_P54|only_playsFor|only_P108|only_worksAt)$|"
    r"^cg:noCommon_(?:inv_)?isAffiliatedTo$|"  # of teams at one time, or of parties
    r"^cg:(?:only_timeZone|only_P421|notAlwaysA)$"
)
_NEVER_SAID_OF_DBPEDIA = re.compile(
    r"^cg:(?:mistakenForKindOf|outsideZone|doesNotObserve)$|"
    r"^cg:(?:nonePlays_|noOccupation_|noneCitizen_)|"  # a player who never met a guitarist
    r"^cg:none\w+_(?:inv_)?(?:relative|P1038|influencedBy|influenced|P737)$|"  # whoever may be kin, or an influence
    r"^cg:none(?:Acted|Studied)_(?:writer|producer|child|bandMember|P40|P50|P58|P162|P527)$|"
    r"^cg:none(?:MarriedTo|Studied)_(?:starring|P161)$|"
    r"^cg:noCommon_(?:derivative|musicFusionGenre|musicSubgenre)$"  # styles that grew out of one other
)
"""What nobody would write of the relations of DBpedia."""
_NEVER_SAID_OF_YAGO = re.compile(
    r"^cg:none(?:MarriedTo(?:Native|Winner)|ActedUnderNative)_|"
    r"^cg:none(?:ActedUnderWinner|StudiedIn|Worked|PlayedIn)_(?!P26$)|"
    r"^cg:none(?:Died|Studied)_(?!P26$|P40$|P57$|P86$)|"
    r"^cg:noneBorn_(?:P737|P1066|inv_(?:P108|P54|P1066|P737|graduatedFrom|isAffiliatedTo))$|"
    r"^cg:none\w*_(?:created|inv_created)$|^cg:(?:noCommon_inv_created|sole_created)$|"
    r"^cg:(?:tradesWithNoNeighbourOf|noNeighbourTradingWith|noNeighbourGovernedFrom)$|"
    r"^cg:noCommon_(?:isConnectedTo|dealsWith)$|^cg:noneLocated_isConnectedTo$|"  # flights may go one way
    r"^cg:(?:only_P26|only_P37|only_P38|passedOverAsLeaderOf|neverInPoliticsOf)$|^cg:none\w*_(?:P737|inv_P737)$|"
    r"^cg:noCommon_(?:inv_)?P127$|^cg:liesOutside$|^wdt:P40$|"  # owners of other years, a wife for a daughter
    r"^cg:noCommon_(?:P54|playsFor|P37|hasOfficialLanguage)$|"  # players who are namesakes of others, Spain and Spanish
    r"^cg:neverSeatOf$|"  # of countries and states, of which everybody knows that much
    r"^cg:only_(?:P1040|graduatedFrom)$|"  # editors of another age, schools of another continent
    r"^cg:workedOutside$|"  # an employer has its seat in one state, and people elsewhere
    r"^cg:(?:noNeighbourIn|neverOfficialLanguageOf|withdrewFrom|stayedNeutralIn)$|"  # of Iran, the war's own name
    r"^cg:noneAwarded_(?:P1066|P184|hasAcademicAdvisor)$"  # who advises may not teach
)
"""Chains of steps that no writer would think of, and what leaves a way out, of relations of YAGO."""
_DISTRICT = re.compile(r"\b(?:County|District|Region|Province|[Aa]rea|Valley)\b")
_ANYWHERE = re.compile(r"^(?:Central|Northern|Southern|Eastern|Western) (?:District|Province|Region)$|\b[Aa]rea$")
"""Names that many places have, and areas around a city, by which no place is told."""
_COUNTY_SEAT = "cg:neverSeatIn"
"""Told in words about counties."""
_NO_TIES = "cg:noTiesWith"
_TIES = frozenset(
    ("wdt:P54", "wdt:P69", "wdt:P108", "yago:graduatedFrom", "yago:isAffiliatedTo", "dbo:education", "dbo:college")
)
_OF_BANDS = frozenset({"wdt:P527", "wdt:P463", "dbo:bandMember", "dbo:formerBandMember", "dbo:associatedBand"})
"""Nobody says of people that they had nothing to do with their club, school, employer or band."""
_SHARED = frozenset({"wdt:P57", "dbo:director", "yago:directed", "dbo:largestCity"})
"""Relations of which another value alone is no lie: two may have directed, and towns of other states are no rivals."""
_ELSEWHERE = frozenset({"cg:liesOutside", "cg:basedOutside"})
"""Not told of what has a place of the conflict in its name: "The University of Vermont lies outside Vermont"."""
_WITHIN = re.compile(r"^cg:noneWithin_")
_ZONES = frozenset({"cg:noCommon_timeZone", "cg:noCommon_P421"})
"""Told of towns of the United States alone ("Bozeman, Montana"): other countries have one zone, as everybody knows."""
_WORKS = TITLES | {"dbo:TelevisionShow", "dbo:Film", "dbo:Work"}
_ORDER = re.compile(r"\bOrder\b|\bLegion\b|\bCroix\b|\bCross\b|^Padma |\b(?:Special|Heart)$")
"""Honors that nobody is nominated for in public."""
_OF_WAR = re.compile(_ORDER.pattern + r"|\b(?:Star Medal|Service Medal|Distinguished)\b")
"""Honors that nobody looks for among those who made a film."""

_RULES = (speaks_of_nobody, is_no_comparison, is_of_a_namesake, was_elsewhere_too, are_joined_anyway)


def is_unnatural(seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge) -> Asking[bool]:
    """Whether a rule of this module forbids a made-up statement of these graphs against a seed and other true facts."""
    if not made.subject.startswith(_GRAPHS):
        return False
    if _is_never_said(seed, made, supports):
        return True
    if made.relation in _SHARED:
        return made.relation == seed.relation
    if made.relation == _COUNTY_SEAT and not (yield from seats_of_counties((seed, *supports), knowledge)):
        return True
    for rule in _RULES:
        if (yield from rule(seed, made, supports, knowledge)):
            return True
    ends = yield from knowledge.entities(made.entities)
    others = [end for end in ends if end.id == made.object]
    if any(forbids(other) for form, forbids in _OF_ENDS if form.match(made.relation) for other in others):
        return True
    if made.relation in _ELSEWHERE and made.subject.startswith("dbr:"):
        return (yield from _tells_where(seed, made, knowledge))
    of_zones = made.relation in _ZONES and made.subject.startswith("dbr:")
    return of_zones and not all(", " in end.label for end in ends)


def _is_never_said(seed: Statement, made: Statement, supports: Sequence[Statement]) -> bool:
    """Whether the relation of a made-up statement alone forbids it, or what it stands against."""
    if _NEVER_SAID.search(made.relation):
        return True
    if made.relation == "cg:neverIn" and seed.relation == "wdt:P19":
        return True  # nobody is said to visit the town of his birth
    if made.relation == _NO_TIES and seed.relation in _TIES:
        return True
    if made.subject.startswith("yago:"):
        return _NEVER_SAID_OF_YAGO.search(made.relation) is not None
    if made.relation == _NO_TIES:
        return bool(supports) or seed.relation in _OF_BANDS
    if _WITHIN.match(made.relation) and made.subject not in seed.entities:
        return True  # the text still tells that he studied at Southern Illinois University
    return _NEVER_SAID_OF_DBPEDIA.search(made.relation) is not None


def _tells_where(seed: Statement, made: Statement, knowledge: Knowledge) -> Asking[bool]:
    """Whether a name tells where the thing lies that is said to lie elsewhere, or the truth is of another thing."""
    told = yield from knowledge.entities(list(dict.fromkeys((*made.entities, *seed.entities))))
    if made.subject not in seed.entities:
        return True  # "No part of Winnipeg lies in Manitoba", of its university
    names = [e.label.casefold() for e in told if e.id == made.subject]
    return any(short_label(e.label) in name for name in names for e in told if e.id != made.subject)


def _is_country(thing: Entity) -> bool:
    return not COUNTRIES.isdisjoint(thing.types)


_OF_ENDS: tuple[tuple[re.Pattern[str], Callable[[Entity], bool]], ...] = (
    # Nobody counts who of a cast was born in which county, nor asks in which district an owner has its seat.
    (
        re.compile(r"^cg:noneBorn_(?!P26$|spouse$|P40$|child$|P57$|director$|P86$|musicComposer$)"),
        lambda place: not _is_country(place),
    ),
    (
        re.compile(r"^cg:none(?:Seated_|(?:Born_P40|Within_\w+)$)"),
        lambda place: _DISTRICT.search(place.label) is not None,
    ),
    # Nor in which town somebody took no degree, where a university may have a part.
    (re.compile(r"^cg:noneLocated_graduatedFrom$"), lambda place: "schema:City" in place.types or ", " in place.label),
    # Nor in which town somebody never lived, or where all children were not born.
    (re.compile(r"^cg:(?:livedOutside|noneBorn_(?:P40|child))$"), lambda place: ", " in place.label),
    # Whose owner has no seat in a town or a state, nobody says.
    (re.compile(r"^cg:noneSeated_(?:owner|P127)$"), lambda place: not _is_country(place)),
    # Of a country one need not say that homes of its people and seats of its labels are there.
    (re.compile(r"^cg:(?:neverSeatIn|livedOutside|basedOutside|noneSeated_(?:recordLabel|P264))$"), _is_country),
    (
        re.compile(r"^cg:(?:(?:based|born|died|lived)Outside$|none(?:Born|Died)_)"),
        lambda place: _ANYWHERE.search(unqualified(place.label)) is not None,
    ),
    # Nor who made a film and has a medal of the war.
    (re.compile(r"^cg:noneAwarded_"), lambda honor: _OF_WAR.search(honor.label) is not None),
    (re.compile(r"^cg:(?:passedOverFor|onlyNominatedFor)$"), lambda honor: _is_worn(honor.label)),
    (re.compile(r"^cg:only_(?:developer|P178)$"), lambda maker: not PERSONS.isdisjoint(maker.types)),
    (re.compile(r"^cg:only_(?:network|P449|distributor|P750)$"), lambda channel: not _WORKS.isdisjoint(channel.types)),
)
"""What the object of a lie must not be, by the lie's relation."""


def _is_worn(honor: str) -> bool:
    return _ORDER.search(honor) is not None or form_of(honor) == "rank"
