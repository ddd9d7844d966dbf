"""People who are two under one name: born in towns far apart, or of two trades of which one is somebody else's.

Collections that were cut from infoboxes give one singer the birthplace, the father and the label of another. Both are
persons, so that kinds tell nothing; but a person is born in one place, and dies in one. Places of which one lies in
the other are one, as the facts say, or as those do who have both.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations

import polars as pl

from contragraph.loaders.dbpedia.terms import GRAPH, RESOURCE, of_class, patterns, role

ONCE = role("once")
"""What happens to a person once."""
(COUNTRY,) = GRAPH.role("country")
LIVED_IN = role("lived_in")
"""Relations at whose other ends there are places; a place lies in one country, a film may be of several."""
PART_OF, INSIDE, HEADS = role("part_of"), role("inside"), role("head")
"""Relations of a place to what it lies in, and to what lies in it."""
(OF_OLD,) = patterns("of_old")
"""States that were elsewhere, or larger, than those of today: they speak against no town."""
TOGETHER, TOGETHER_SHARE = 3, 0.2
"""Two places lie in one another if so many are said to be born (or to have died) in both, and this share of those of
the place with fewer."""
STEPS = 6
FILMS, PLAYS_WITH, BAND, MARRIED = role("film_credit"), role("plays_with"), role("band_member"), role("married")
MUSIC = (*role("makes_music"), *PLAYS_WITH)
PLAYERS = (of_class("musician"), of_class("band"))
BOTH_WAYS = 0.75
"""If so large a share of the marriages is told of both, those that are told of one are somebody else's."""
CLEAR = 2
"""Of two trades one is a person's own if it has so many times as many facts."""

_FACT = ("subject", "relation", "object")


def two_lives(spoken: pl.DataFrame, types: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The facts of a trade that is another's, and the ``id`` of those who are two persons; both sorted.

    ``types`` has the classes of entities (``subject``, ``object``).
    """
    alien, unclear = _of_two_trades(spoken, types)
    alien = pl.concat([alien, _married_alone(spoken)])
    out = pl.concat([_far_apart(spoken), unclear]).unique().sort("id")
    return alien.join(out, left_on="subject", right_on="id", how="anti").unique().sort(*_FACT), out


def _far_apart(spoken: pl.DataFrame) -> pl.DataFrame:
    """Who was born, or died, in two places of which neither lies in the other, and what lies in two such countries."""
    inside = spoken.filter(pl.col("relation").is_in(INSIDE)).select("subject", "object")
    heading = spoken.filter(pl.col("relation").is_in(HEADS)).select(subject="object", object="subject")
    above: dict[str, set[str]] = defaultdict(set)
    for low, high in pl.concat([inside, heading]).iter_rows():
        above[low].add(high)
    lived_in = spoken.filter(pl.col("relation").is_in(LIVED_IN))["object"]
    parts = spoken.filter(pl.col("relation").is_in(PART_OF))["subject"]
    towns = pl.concat([lived_in, parts]).unique()
    lands = spoken.filter((pl.col("relation") == COUNTRY) & pl.col("subject").is_in(towns.implode()))
    found: set[str] = set()
    for given in (*(spoken.filter(pl.col("relation") == relation) for relation in ONCE), lands):
        lying = given.filter(~pl.col("object").str.contains(OF_OLD))
        places: dict[str, set[str]] = defaultdict(set)
        for person, place in lying.select("subject", "object").iter_rows():
            places[person].add(place)
        shared = _shared(places.values())
        for person, some in places.items():
            if any(
                frozenset(pair) not in shared and not _nested(*pair, above) for pair in combinations(sorted(some), 2)
            ):
                found.add(person)
    return pl.DataFrame({"id": sorted(found)}, schema={"id": pl.String})


def _shared(several: Iterable[set[str]]) -> frozenset[frozenset[str]]:
    """The pairs of places that so many lives have in common that one must lie in the other."""
    pairs: Counter[frozenset[str]] = Counter()
    single: Counter[str] = Counter()
    for some in several:
        single.update(some)
        pairs.update(frozenset(pair) for pair in combinations(sorted(some), 2))
    return frozenset(
        pair
        for pair, count in pairs.items()
        if count >= TOGETHER and count >= TOGETHER_SHARE * min(single[place] for place in pair)
    )


def _nested(one: str, other: str, above: Mapping[str, set[str]]) -> bool:
    """Whether one place lies in the other, by the facts or by its name ("…, Ohio")."""
    return any(_lies_in(low, high, above) for low, high in ((one, other), (other, one)))


def _lies_in(low: str, high: str, above: Mapping[str, set[str]]) -> bool:
    title = high.removeprefix(RESOURCE).partition("_(")[0]
    seen, edge = {low}, {low}
    for _ in range(STEPS):
        if high in seen or any(f",_{title}" in place for place in edge):
            return True
        edge = {upper for place in edge for upper in above.get(place, ()) if upper not in seen}
        edge |= {f"{RESOURCE}{place.rpartition(',_')[2]}" for place in edge | {low} if ",_" in place} - seen
        seen |= edge
    return high in seen


def _married_alone(spoken: pl.DataFrame) -> pl.DataFrame:
    """The marriages that are told of one alone, where nearly all are told of both."""
    told = spoken.filter(pl.col("relation").is_in(MARRIED)).select(*_FACT)
    turned = told.select("relation", subject="object", object="subject")
    alone = told.join(turned, on=_FACT, how="anti")
    return alone if alone.height <= (1 - BOTH_WAYS) * told.height else alone.clear()


def _of_two_trades(spoken: pl.DataFrame, types: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Facts of the smaller trade of those who act and play, and who has two trades of which none is clearly the own.

    Those of whom a class tells that they make music may do both.
    """
    relation = pl.col("relation")
    playing = spoken.filter(relation.is_in(MUSIC))
    joined = spoken.filter(relation.is_in([*PLAYS_WITH, *BAND]))
    music = pl.concat([playing.with_columns(id="subject"), joined.with_columns(id="object")])
    films = spoken.filter(relation.is_in(FILMS)).with_columns(id="object")
    others = {"subject": "object", "object": "subject"}
    met = pl.when(pl.col("id") == pl.col("subject")).then(others["subject"]).otherwise(others["object"])
    counts = music.with_columns(met.alias("met")).group_by("id").agg(music=pl.col("met").n_unique())
    counts = counts.join(films.group_by("id").agg(films=pl.col("subject").n_unique()), on="id")
    players = types.filter(pl.col("object").is_in(PLAYERS)).select(id="subject").unique()
    counts = counts.join(players, on="id", how="anti")
    acts, plays = pl.col("films") >= CLEAR * pl.col("music"), pl.col("music") >= CLEAR * pl.col("films")
    found = [
        music.join(counts.filter(acts), on="id", how="semi").select(*_FACT),
        films.join(counts.filter(plays), on="id", how="semi").select(*_FACT),
    ]
    return pl.concat(found), counts.filter(~acts & ~plays).select("id")
