"""Facts of DBpedia that cannot be: a university that sings, a time zone that is a pianist.

Releases of DBpedia set facts aside whose ends are disjoint with the domain or range of their relation; collections
made of its facts often do not, and the ontology leaves many ends open. Here each entity gets a *kind* (person, place,
work, organisation …): by its class, or else by what mostly stands where it stands. A fact is set aside where an end
is of a kind that hardly ever stands there, where the entity's other facts tell another kind (``telling``), or
where both ends are one. Of an entity with many such facts, which is two things under one name, those are kept that its
class is most at home in; without a class it is left out whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log

import numpy as np
import polars as pl
from scipy.sparse import csr_array

from contragraph.loaders.dbpedia.lives import two_lives
from contragraph.loaders.dbpedia.telling import against_votes, stray_credits, telling_ends
from contragraph.loaders.dbpedia.terms import GRAPH, ONTOLOGY, of_class, patterns, role, titles
from contragraph.loaders.raw import RawTables

NAME = "facts that cannot be"
BODIES = GRAPH.loading.classes("body")
"""Kinds of organisations."""
KINDS = GRAPH.loading.classes("kind")
"""Classes that have no member in common. What is below none of them is of the kind that its topmost class is."""
PLACES = frozenset(GRAPH.loading.classes("place_after_all"))
"""Classes that count as places, whatever stands above them."""
AGENT, BODY, PERSON, PLACE = map(of_class, ("agent", "organisation", "person", "place"))
OPEN_SHARE, SCHEMA_SHARE, USUAL_SHARE = 0.08, 0.20, 0.75
"""Share of the ends of a relation that are of a kind, from which on the kind belongs there: where the ontology is
silent, where it says another kind, which hardly stands there either, and where that kind does stand there."""
BODY_SHARE = 0.015
"""The same for a kind of organisation where the ontology is silent: there are many."""
WRONG_ENDS = frozenset(f"{relation} {side}" for side in ("subject", "object") for relation in role(f"wrong_{side}"))
"""Ends of which the ontology says what facts do not: awards are presented too, styles have instruments too, and who one
plays with is a musician or a band, by either name."""
TITLES = titles()
"""What a title, or its qualifier, says of a thing without a class."""
(DEGREE,) = patterns("degree")
"""Education may be a school or a degree; nobody studied at a degree."""
ONE_OF = patterns("one_of")
"""Counties and states: of what lies in two, which is often two things, none of these facts stays."""
WITHIN, ONE_WAY = role("within"), role("part_of")
"""Relations that cannot hold both ways: both facts are set aside, since nothing tells which is wrong."""
OWN_SHARE, OWN_FACTS = 0.6, 5
"""An entity without a kind is of the kind of the end at which so large a share, and so many, of its facts have it: what
people practice as a religion is no award."""
FEW = 12
"""Below so many ends, shares say nothing."""
ROUNDS = 4
CHUNK = 1 << 17
"""Entities that are scored at a time."""
LARGEST = 6_000_000
"""Facts of a graph that is looked at, at most: a whole release is too large, and was cleaned when it was made."""
OTHER = 0.3
"""How much an end without a kind counts against the kinds: most are of a kind that the rest of the graph tells."""
_MARGIN = 100
"""How much likelier (in hundredths of a natural logarithm) a kind must be than the next."""
MIXED_SHARE, MIXED_FACTS, HOME_SHARE = 0.4, 3, 0.4
"""An entity is two things if so large a share, and so many, of the facts it is the subject of are set aside; then a
kind needs this share of an end."""

_FACT = ("subject", "relation", "object")
_TYPE = "rdf:type"


def add_doubted(raw: RawTables) -> None:
    """Set facts aside, as a source of its own, if an ontology was read to tell kinds by."""
    if not raw.files("schema") or not raw.files("facts"):
        return
    count = pl.col("relation").str.starts_with(ONTOLOGY).sum()
    if raw.scan("facts").select(count).collect(engine="streaming").item() > LARGEST:
        return
    with raw.writing(NAME, "") as out:
        found, mixed = doubted(raw.scan("facts").select(*_FACT), raw.scan("schema").unique().collect())
        out.tally.lines = out.tally.kept = found.height
        out.add("doubted", found)
        out.add("left_out", mixed)


def doubted(facts: pl.LazyFrame, schema: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The facts that are set aside, and the ids that are two things and left out; both sorted.

    ``schema`` has the triples of the ontology: ``rdfs:subClassOf``, ``rdfs:domain``, ``rdfs:range``.
    """
    kinds = kinds_of_classes(schema)
    spoken = facts.filter(pl.col("relation").str.starts_with(ONTOLOGY)).unique().collect(engine="streaming")
    given = _given(facts, kinds)
    ends = pl.concat(
        spoken.select(id=side, end=pl.concat_str("relation", pl.lit(f" {side}"))) for side in ("subject", "object")
    )
    said = _said_ends(schema, kinds)
    settled = settled_kinds(ends, given, said)
    fitting = _fitting(ends, settled, said)
    marked = spoken
    for side in ("subject", "object"):
        known = settled.select(pl.col("id").alias(side), pl.col("kind").alias(f"{side}_kind"))
        here = fitting.filter(pl.col("end").str.ends_with(f" {side}"))
        here = here.select(
            relation=pl.col("end").str.strip_suffix(f" {side}"),
            **{f"{side}_kind": pl.col("kind")},
            **{f"{side}_{what}": pl.col(what) for what in ("fits", "may", "home")},
        )
        marked = marked.join(known, on=side, how="left").join(here, on=["relation", f"{side}_kind"], how="left")
        marked = marked.with_columns(pl.col(side).is_in(given["id"].implode()).alias(f"{side}_given"))
    fits = [
        pl.when(f"{side}_given").then(f"{side}_fits").otherwise(f"{side}_may").fill_null(True)
        for side in ("subject", "object")
    ]
    marked = marked.with_columns((~pl.all_horizontal(fits)).alias("odd"))
    shares = marked.group_by("subject").agg(pl.col("odd").sum().alias("odds"), pl.len().alias("all"))
    two = (pl.col("odds") >= MIXED_FACTS) & (pl.col("odds") >= MIXED_SHARE * pl.col("all"))
    mixed = shares.select("subject", two.alias("two"))
    abroad = pl.col("two") & ~pl.col("subject_home").fill_null(True)
    found = marked.join(mixed, on="subject").filter(pl.col("odd") | abroad).select(*_FACT)
    placed = spoken.filter(pl.col("relation").is_in(ONE_WAY))
    turned = placed.select("relation", subject="object", object="subject")
    found = pl.concat([found, placed.join(turned, on=_FACT, how="semi").select(*_FACT)])
    for pattern in ONE_OF:
        lying = spoken.filter(pl.col("relation").is_in(WITHIN) & pl.col("object").str.contains(pattern))
        found = pl.concat([found, lying.filter(pl.col("object").n_unique().over("subject") > 1).select(*_FACT)])
    degrees = pl.col("relation").is_in(role("education")) & pl.col("object").str.contains(DEGREE)
    found = pl.concat([found, spoken.filter((pl.col("subject") == pl.col("object")) | degrees)])
    counted = _fits(kinds)
    told = telling_ends(ends.join(given, on="id", how="left").select("end", "kind"), counted, said)
    own = settled.filter(pl.col("kind").str.contains(" "))
    voting = ends.join(own, on="id", how="anti")
    found = pl.concat([found, against_votes(spoken, voting, given, told, counted)])
    found = pl.concat([found, stray_credits(spoken)])
    out = mixed.filter("two").select(id="subject").join(given, on="id", how="anti")
    types = facts.filter(pl.col("relation") == _TYPE).select("subject", "object").collect(engine="streaming")
    strange, double = two_lives(spoken.join(found.unique(), on=_FACT, how="anti"), types)
    return pl.concat([found, strange]).unique().sort(*_FACT), pl.concat([out, double]).unique().sort("id")


def kinds_of_classes(schema: pl.DataFrame) -> dict[str, str]:
    """The kind of every class that the ontology declares or names above another."""
    above: dict[str, list[str]] = {}
    own = schema.filter(pl.col("subject").str.starts_with(ONTOLOGY))
    for low, high in (
        own.filter(pl.col("relation") == "rdfs:subClassOf").sort(*_FACT).select("subject", "object").rows()
    ):
        above.setdefault(low, []).append(high)
    declared = own.filter((pl.col("relation") == _TYPE) & (pl.col("object") == "owl:Class"))["subject"]
    names = sorted({*declared, *above})
    return {name: _kind(name, above) for name in names}


def _kind(name: str, above: Mapping[str, list[str]]) -> str:
    line, todo = [name], [name]
    while todo:
        for each in above.get(todo.pop(0), ()):
            if each.startswith(ONTOLOGY) and each not in line:
                line.append(each)
                todo.append(each)
    if not PLACES.isdisjoint(line):
        return PLACE
    known = [kind for kind in KINDS if kind in line]
    return (
        known[0]
        if known
        else next((c for c in line if not any(a.startswith(ONTOLOGY) for a in above.get(c, ()))), name)
    )


def _given(facts: pl.LazyFrame, kinds: Mapping[str, str]) -> pl.DataFrame:
    """``id`` and ``kind`` of what has a class, or a title that says what it is."""
    typed = facts.filter(pl.col("relation") == _TYPE).select(id="subject", name="object")
    table = pl.LazyFrame({"name": list(kinds), "kind": list(kinds.values())})
    known = typed.join(table, on="name").select("id", "kind").unique().filter(pl.col("kind") != AGENT)
    classed = known.sort("id", "kind").unique("id", keep="first", maintain_order=True).collect(engine="streaming")
    ends = pl.concat(facts.select(id=side) for side in ("subject", "object"))
    tells = pl.col("id").str.contains("|".join(pattern for pattern, _ in TITLES))
    named = ends.filter(tells).unique().collect(engine="streaming")
    kind = pl.lit(None, dtype=pl.String)
    for pattern, told in TITLES:
        kind = pl.when(pl.col("id").str.contains(pattern)).then(pl.lit(told)).otherwise(kind)
    titled = named.select("id", kind.alias("kind")).drop_nulls().join(classed, on="id", how="anti")
    return pl.concat([classed, titled]).sort("id")


def _said_ends(schema: pl.DataFrame, kinds: Mapping[str, str]) -> dict[str, str]:
    """The kind that the ontology says stands at an end of a relation."""
    found: dict[str, str] = {}
    for side, how in (("subject", "rdfs:domain"), ("object", "rdfs:range")):
        rows = schema.filter(pl.col("relation") == how).sort(*_FACT).select("subject", "object").rows()
        found |= {f"{relation} {side}": kinds[name] for relation, name in reversed(rows) if name in kinds}
    return {end: kind for end, kind in found.items() if end not in WRONG_ENDS}


def settled_kinds(ends: pl.DataFrame, given: pl.DataFrame, said: Mapping[str, str]) -> pl.DataFrame:
    """``id`` and ``kind`` of all entities whose kind is given or can be told by where they stand.

    Weights are whole numbers, so that sums do not depend on the order of rows.
    """
    open_ends = ends.join(given, on="id", how="anti")
    ids, places = open_ends["id"].unique().sort(), ends["end"].unique().sort()
    stands = _stands(open_ends, ids, places)
    settled = given
    for _ in range(ROUNDS):
        weights = _weights(_counts(ends, settled), said).sort("end")
        names = [c for c in weights.columns if c != "end"]
        best, margin = _best(stands, weights.select(names).to_numpy())
        told = pl.DataFrame({"id": ids, "kind": pl.Series(names).gather(best), "margin": margin})
        told = told.filter((pl.col("margin") >= _MARGIN) & (pl.col("kind") != "")).select("id", "kind")
        settled = pl.concat([given, told])
    rest = ends.join(settled, on="id", how="anti").group_by("id", "end").len("count")
    most = (pl.col("count") >= OWN_FACTS) & (pl.col("count") >= OWN_SHARE * pl.col("count").sum().over("id"))
    return pl.concat([settled, rest.filter(most).select("id", kind="end")])


def _stands(ends: pl.DataFrame, ids: pl.Series, places: pl.Series) -> csr_array:
    """How often each of the ``ids`` stands at each of the ``places``, both sorted."""
    row, column = ids.search_sorted(ends["id"]).to_numpy(), places.search_sorted(ends["end"]).to_numpy()
    ones = np.ones(len(row), dtype=np.int64)
    return csr_array((ones, (row, column)), shape=(len(ids), len(places)))


def _best(stands: csr_array, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each row the column of the highest sum of weights, of equals the first, and how far the next is below."""
    best, margin = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for start in range(0, stands.shape[0], CHUNK):
        scores = stands[start : start + CHUNK] @ weights
        best.append(scores.argmax(axis=1))
        upper = np.partition(scores, -2, axis=1)[:, -2:]
        margin.append(upper[:, 1] - upper[:, 0])
    return np.concatenate(best), np.concatenate(margin)


def _counts(ends: pl.DataFrame, settled: pl.DataFrame) -> pl.DataFrame:
    """``end``, ``kind`` (empty where it is unknown) and how often."""
    named = ends.join(settled, on="id", how="left").with_columns(pl.col("kind").fill_null(""))
    return named.group_by("end", "kind").len("count")


def _weights(counts: pl.DataFrame, said: Mapping[str, str]) -> pl.DataFrame:
    """For each end one column a kind: how well the kind fits there, in hundredths of a natural logarithm."""
    by_end: dict[str, dict[str, float]] = {}
    for end, kind, count in counts.sort("end", "kind").rows():
        by_end.setdefault(end, {})[kind] = count * (1.0 if kind else OTHER)
    names = sorted({kind for kinds in by_end.values() for kind in kinds} | set(said.values()) - {AGENT} | {""})
    rows = []
    for end, kinds in by_end.items():
        prior = said.get(end, AGENT)
        if prior != AGENT:
            kinds[prior] = kinds.get(prior, 0) + max(5, sum(kinds.values()) / 3)
        total = sum(kinds.values()) + 0.3 * len(names)
        rows.append({"end": end, **{name: round(100 * log((kinds.get(name, 0) + 0.3) / total)) for name in names}})
    schema = {"end": pl.String(), **dict.fromkeys(names, pl.Int64())}
    return pl.DataFrame(rows, schema=schema)


def _fitting(ends: pl.DataFrame, settled: pl.DataFrame, said: Mapping[str, str]) -> pl.DataFrame:
    """``end``, ``kind``, and whether such a thing stands there, may stand there, and is at home there.

    What may stand there is for kinds that were told by the ends alone: a band is easily taken for a musician.
    """
    counts = _counts(ends, settled).sort("end", "kind")
    by_end: dict[str, dict[str, int]] = {}
    for end, kind, count in counts.rows():
        by_end.setdefault(end, {})[kind] = count
    rows = []
    for end, kinds in by_end.items():
        total, wanted = sum(kinds.values()), said.get(end)
        usual = sum(count for kind, count in kinds.items() if _belongs(kind, wanted)) >= SCHEMA_SHARE * total
        least = OPEN_SHARE if wanted is None else USUAL_SHARE if usual else SCHEMA_SHARE
        for kind, count in kinds.items():
            sure = _belongs(kind, wanted) or total < FEW
            enough = BODY_SHARE if wanted is None and _is_body(kind) else least
            shares = (enough, min(enough, SCHEMA_SHARE), HOME_SHARE)
            rows.append((end, kind, *(sure or count >= share * total for share in shares)))
    columns = {"end": pl.String(), "kind": pl.String(), **dict.fromkeys(("fits", "may", "home"), pl.Boolean())}
    return pl.DataFrame(rows, schema=columns, orient="row").filter(pl.col("kind") != "")


def _fits(kinds: Mapping[str, str]) -> pl.DataFrame:
    """Each ``kind`` with all that it counts as (``told``): a company is an organisation, which may be a company."""
    names = sorted({*kinds.values(), BODY} - {AGENT})
    rows = [(kind, told) for kind in names for told in names if _belongs(kind, told)]
    return pl.DataFrame(rows, schema={"kind": pl.String, "told": pl.String}, orient="row")


def _belongs(kind: str, said: str | None) -> bool:
    """Whether what the ontology says of an end takes in a kind."""
    if said == AGENT:
        return _is_body(kind) or kind == PERSON
    return said == kind or (_is_body(kind) and said == BODY) or (kind == BODY and _is_body(str(said)))


def _is_body(kind: str) -> bool:
    return kind == BODY or kind in BODIES
