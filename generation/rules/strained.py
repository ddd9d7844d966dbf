"""Lies at which a reader stops: about things that nobody would deny of each other, or that a second look allows.

That the Catholic Church was never a part of Christianity, that a mountain range is cut off from its peninsula, or that
a singer of soul recorded for a label of children's songs alone, is comic; and a band on "the same label" as another
means no group of labels. Each rule was found by reading.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.rules.plausible import is_historical
from contragraph.generation.rules.sorts import OF_KINDS
from contragraph.generation.rules.standing import is_place
from contragraph.graph.model import Entity, Statement

_LABEL = "wdt:P264"
_COUNTRY, _ZONE = "wdt:P17", "wdt:P421"
_GENRE = "wdt:P136"
_ONLY_LABEL = "cg:only_P264"
_OF_LABELS = frozenset({_ONLY_LABEL, "cg:noCommon_P264"})
"""Lies by which a label is one of several; where its seat is, readers ask of groups of labels too."""
_NAMED_LABEL = re.compile(r"\b(?:Records|Recordings)$")
_GROUP = re.compile(r"\b(?:Group|Inc\.?|Industries|Corporation|Company|BMG|Music|Apple|Warner Bros\.?)$")
"""Names of companies that own labels, or are much else besides."""
_GROUP_CLASS = re.compile(r"\b(?:company|major label|studio|corporation)\b")
_FOR_CHILDREN = re.compile(r"\b(?:Disney|Nick|Nickelodeon|Kids|Kidz)\b")
_SOME = 16
"""Artists of a label that are looked at for what it releases, and places of a zone for where they are."""
_SHARE = 4
"""At least one in so many of them must be of a genre of the artist that is told to be on that label alone."""
_ALWAYS_WITHIN = "cg:alwaysBelongedTo"
"""Nothing of today has always been part of what is no more."""
_APART = "cg:separateFrom"
_PARTING = frozenset({_APART, "cg:onlyAssociatedWith", "cg:neverPartOf", _ALWAYS_WITHIN})
_TAUGHT_AT_SCHOOL = 30
"""Facts about a class, above which everybody knows what it is a kind of: basketball, mountains, novels."""
"""Somebody may have nothing to do with a band; of an island and its group nobody would say so."""
_ONLY_ZONE = "cg:only_P421"
_NO_CAUSE = frozenset({"cg:ruledOutAsCauseOf", "cg:cameAboutWithout"})
"""Wars are caused by much, but nobody rules out a person."""
_NO_PUPIL = ("cg:noOccupation_P1066", "cg:noOccupation_inv_P1066")
_TEACHING = re.compile(r"\b(?:teacher|professor|academic|lecturer|scholar)\b")
"""What pupils become later: nobody taught a professor, yet many a professor was taught."""
_BID = "cg:failedBidFor"
"""Nobody holds a share in a country."""
_FAITH = re.compile(r"\b(?:religio\w+|denomination)\b|(?:ism|ity)$", re.IGNORECASE)
"""Faiths, whose kinds and forms everybody counts among them."""
_REGION = re.compile(r"\b(?:region|part of|continent)\b|\b(?:Europe|Asia|Africa|America)$")
"""Regions of the world, from which nobody calls a part of them separate."""
_LINKS = frozenset({"cg:cutOffFrom", "cg:notConnectedWith", "cg:noCommon_P2789"})
_LANDSCAPE = re.compile(
    r"\b(?:mountains?|range|peninsula|sea|ocean|lake|river|islands?|archipelago|strait|bay|gulf|valley|plateau|desert|"
    r"\w*continent)\b",
    re.IGNORECASE,
)
_CONTINENT = re.compile(r"\b\w*continent\b")
_MOVEMENT = "wdt:P135"
_STYLES = {"cg:noCommon_P737": (_GENRE, _MOVEMENT), "cg:noCommon_P264": (_GENRE,)}
"""In what those must be alike who are said to have no idol or label in common."""
_LOOSE = frozenset(
    {
        *("pop music", "rock music", "pop rock", "soft rock", "folk rock", "alternative rock", "dance-pop"),
        *("hip hop music", "electronic dance music"),
        *("novel", "essay", "poetry", "short story", "drama", "fiction", "non-fiction"),
    }
)
"""Genres that unlike people share."""
_HUMAN = "wd:Q5"
_INSIDE = frozenset({"wdt:P131", "wdt:P150"})
_BORDER = "wdt:P47"


def is_strained(seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge) -> Asking[bool]:
    """Whether a rule of this module forbids a made-up statement against a seed and other true facts."""
    relation = made.relation
    if relation in _STYLES and not (yield from _compared(made, knowledge)):
        return True
    if relation in _OF_LABELS:
        return (yield from _label_of_another_kind(seed, made, supports, knowledge))
    if relation in OF_KINDS and not supports:
        (kind,) = (yield from knowledge.entities([made.subject])) or [Entity("", "")]
        return kind.degree > _TAUGHT_AT_SCHOOL
    if relation == _APART:
        for end in (yield from knowledge.entities(made.entities)):
            if (yield from is_place(end, knowledge)):
                return True
    if relation == _ONLY_ZONE and not (yield from _in_the_zone(made, knowledge)):
        return True
    if relation in _NO_CAUSE:
        causes = yield from knowledge.entities(made.entities)
        return any(_HUMAN in cause.types for cause in causes)
    if relation.startswith(_NO_PUPIL):
        trades = yield from knowledge.entities([str(made.object)])
        return any(_TEACHING.search(trade.label) for trade in trades)
    if relation == _BID:
        (bought,) = (yield from knowledge.entities([str(made.object)])) or [Entity("", "")]
        return (yield from is_place(bought, knowledge))
    if relation in _INSIDE and seed.relation in _INSIDE and not supports:
        return (yield from _across_a_border(seed, made, knowledge))
    if relation not in _PARTING | _LINKS and relation != "cg:endsShortOf":
        return False
    ends = yield from knowledge.entities(made.entities)
    if relation == _ALWAYS_WITHIN and (yield from is_historical(ends[-1], knowledge)):
        return True
    pattern = _FAITH if relation in _PARTING else _LANDSCAPE if relation in _LINKS else _CONTINENT
    if relation == _APART and any(_REGION.search(e.label) for e in ends):
        return True
    for end in ends:
        if (yield from _is_of(pattern, end, knowledge, described=relation in _LINKS)):
            return True
    return False


def _compared(made: Statement, knowledge: Knowledge) -> Asking[bool]:
    """Whether anybody would compare the idols or labels of two people or bands: they are of one style."""
    one, other = (yield from knowledge.out(made.subject)), (yield from knowledge.out(str(made.object)))
    shared = {e for r in _STYLES[made.relation] for e in set(one.ends(r)).intersection(other.ends(r))}
    return any(e.label not in _LOOSE for e in (yield from knowledge.entities(sorted(shared))))


def _is_of(pattern: re.Pattern[str], entity: Entity, knowledge: Knowledge, *, described: bool) -> Asking[bool]:
    """Whether the name, a class or (if ``described``) the description of a thing has such a word."""
    classes = yield from knowledge.entities(entity.types)
    texts = [entity.label, *(c.label for c in classes), *([entity.description] if described else [])]
    return any(pattern.search(text) for text in texts)


def _label_of_another_kind(
    seed: Statement, made: Statement, supports: Sequence[Statement], knowledge: Knowledge
) -> Asking[bool]:
    """Whether a lie about labels speaks of a group of labels, or of one that an artist of that kind is never on."""
    labels = dict.fromkeys(str(s.object) for s in (seed, made, *supports) if s.relation in (_LABEL, _ONLY_LABEL))
    for label in (yield from knowledge.entities(labels)):
        if (yield from _is_group(label, knowledge)):
            return True
    if made.relation != _ONLY_LABEL:
        return False
    (only,) = (yield from knowledge.entities([str(made.object)])) or [Entity("", "")]
    if _FOR_CHILDREN.search(only.label):
        return True
    own = set((yield from knowledge.out(made.subject)).ends(_GENRE))
    released = yield from knowledge.remember(("genres", only.id), lambda: _released(only.id, knowledge))
    alike = sum(not own.isdisjoint(genres) for genres in released)
    return not own or (bool(released) and alike * _SHARE < len(released))


def _is_group(label: Entity, knowledge: Knowledge) -> Asking[bool]:
    """Whether what a graph calls a record label is a company that owns labels."""
    if _GROUP.search(label.label):
        return True
    classes = yield from knowledge.entities(label.types)
    return not _NAMED_LABEL.search(label.label) and any(_GROUP_CLASS.search(c.label) for c in classes)


def _in_the_zone(made: Statement, knowledge: Knowledge) -> Asking[bool]:
    """Whether a place of the same country is known to be in a time zone."""
    own = set((yield from knowledge.out(made.subject)).ends(_COUNTRY))
    places = (yield from knowledge.into(str(made.object))).ends(_ZONE)[:_SOME]
    yield from knowledge.prefetch_out(places)
    for place in places:
        if not own.isdisjoint((yield from knowledge.out(place)).ends(_COUNTRY)):
            return True
    return False


def _released(label: str, knowledge: Knowledge) -> Asking[tuple[frozenset[str], ...]]:
    """The genres of artists of a label, of each of whom the graph knows any."""
    into = yield from knowledge.into(label)
    artists = into.ends(_LABEL)[:_SOME]
    yield from knowledge.prefetch_out(artists)
    found: list[frozenset[str]] = []
    for artist in artists:
        genres = (yield from knowledge.out(artist)).ends(_GENRE)
        if genres:
            found.append(frozenset(genres))
    return tuple(found)


def _across_a_border(seed: Statement, made: Statement, knowledge: Knowledge) -> Asking[bool]:
    """Whether a town is moved into the neighbour of where it lies, and nothing else is said: it may stand in both."""
    wholes = [s.subject if s.relation == "wdt:P150" else str(s.object) for s in (seed, made)]
    out = yield from knowledge.out(wholes[0])
    into = yield from knowledge.into(wholes[0])
    return wholes[1] in (*out.ends(_BORDER), *into.ends(_BORDER))
