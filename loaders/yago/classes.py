"""Which kind of thing an entity of YAGO is, where no file says so: by its relations and by the title of its article.

Rules stand in ``classes.toml`` of the graph. Inferred classes count for what may stand in for an entity; they are no
facts, and no text states them.
"""

from __future__ import annotations

import tomllib

import polars as pl

from contragraph.loaders.raw import RawTables
from contragraph.loaders.yago.terms import GRAPH, THING

TYPE, SUBCLASS = "rdf:type", "rdfs:subClassOf"
(PERSON,), (ORGANISATION,) = GRAPH.loading.classes("person"), GRAPH.loading.classes("organisation")
NAME = "inferred classes"
_TABLE = {"id": pl.String(), "class": pl.String()}


def add_classes(raw: RawTables) -> None:
    """Give classes to the entities that have none, as a source of its own."""
    rules = tomllib.loads((GRAPH.folder / "classes.toml").read_text("utf-8"))
    facts = raw.scan("facts").select("subject", "relation", "object")
    # Written before the block below: what it writes must not be read here.
    told = raw.scan("classes").join(raw.scan("links"), left_on="id", right_on="other")
    known = told.select(pl.col("id_right").alias("id"), "class").unique().collect(engine="streaming")
    with raw.writing(NAME, "") as out:
        found = inferred(facts, rules, known)
        out.tally.lines = out.tally.kept = found.height
        out.add("classes", found)


def inferred(facts: pl.LazyFrame, rules: dict[str, object], known: pl.DataFrame | None = None) -> pl.DataFrame:
    """``id`` and ``class`` of the entities for which no class is given, sorted.

    :param known: ``id`` and ``class`` of things whose class another graph says; that goes before what is inferred
    """
    known = pl.DataFrame(schema=_TABLE) if known is None else known
    sides = {"subject": _mapping(rules["subject"]), "object": _mapping(rules["object"])}
    given = facts.filter(pl.col("relation").is_in([TYPE, SUBCLASS]))
    # What has a class has one; what is a class is no individual.
    settled = pl.concat([given.select(id="subject"), given.select(id="object")]).unique()
    ends = pl.concat([facts.select(id=side) for side in sides]).unique()
    every = ends.join(settled, on="id", how="anti").collect(engine="streaming")
    said = known.join(every, on="id", how="semi")
    wanted = every.join(said, on="id", how="anti")
    roles_of = pl.concat(
        facts.filter(pl.col("relation").is_in(list(roles)))
        .select(
            pl.col(side).alias("id"), pl.col("relation").replace_strict(roles, return_dtype=pl.String).alias("class")
        )
        .unique()
        for side, roles in sides.items()
    )
    by_role = roles_of.unique().join(wanted.lazy(), on="id", how="semi").collect(engine="streaming")
    classes = _with_titles(by_role, _titled(wanted, rules), _mapping(rules["above"]))
    classes = pl.concat([classes, _affiliated(facts, classes, wanted)])
    return pl.concat([said, _lowest(classes, _mapping(rules["above"]))]).unique().sort("id", "class")


def _mapping(table: object) -> dict[str, str]:
    assert isinstance(table, dict)
    return {str(key): str(value) for key, value in table.items()}


def ancestors(above: dict[str, str]) -> dict[str, list[str]]:
    """All classes above each class."""
    found: dict[str, list[str]] = {}
    for name in above:
        line, each = [], name
        while each in above and above[each] not in line:
            each = above[each]
            line.append(each)
        found[name] = line
    return found


def _titled(wanted: pl.DataFrame, rules: dict[str, object]) -> pl.DataFrame:
    """``id``, ``class`` and ``within`` of those whose title tells; the first rule that fits holds."""
    listed = rules["title"]
    assert isinstance(listed, list)
    title = pl.col("id").str.replace(rf"^{THING}(?:[a-z]{{2,3}}/)?", "")
    which = pl.lit(None, dtype=pl.UInt32)
    for place, rule in reversed(list(enumerate(listed))):
        which = pl.when(title.str.contains(rule["pattern"])).then(pl.lit(place, dtype=pl.UInt32)).otherwise(which)
    table = pl.DataFrame(
        {
            "rule": pl.Series(range(len(listed)), dtype=pl.UInt32),
            "class": [rule["class"] for rule in listed],
            "within": pl.Series([rule.get("within") for rule in listed], dtype=pl.String),
        }
    )
    return wanted.select("id", which.alias("rule")).drop_nulls().join(table, on="rule").drop("rule")


def _with_titles(by_role: pl.DataFrame, titled: pl.DataFrame, above: dict[str, str]) -> pl.DataFrame:
    """What relations say, overruled by titles that say another kind of thing."""
    lines = ancestors(above)
    every = sorted({*above, *above.values(), *titled["class"], *by_role["class"]})
    kin = [(a, b) for a in every for b in every if a == b or a in lines.get(b, ()) or b in lines.get(a, ())]
    related = pl.DataFrame(kin, schema={"class": pl.String, "role": pl.String}, orient="row")
    roles = by_role.rename({"class": "role"})
    both = titled.join(roles, on="id", how="inner")
    alike = both.join(related, on=["class", "role"], how="semi").select("id").unique()
    doubted = titled.filter(pl.col("within").is_not_null()).join(both, on="id", how="semi")
    bound = both.join(related.rename({"class": "within"}), on=["within", "role"], how="semi")
    doubted = doubted.join(bound, on="id", how="anti")
    kept = titled.join(doubted, on="id", how="anti").select("id", "class")
    overruled = kept.join(alike, on="id", how="anti").select("id")
    return pl.concat([by_role.join(overruled, on="id", how="anti"), kept]).unique()


def _affiliated(facts: pl.LazyFrame, classes: pl.DataFrame, wanted: pl.DataFrame) -> pl.DataFrame:
    """Of what nothing else tells: who is affiliated is a person, and affiliated to an organization."""
    ties = (
        facts.filter(pl.col("relation").is_in(GRAPH.loading.role("affiliated")))
        .select("subject", "object")
        .unique()
        .collect()
    )
    open_ones = wanted.join(classes, on="id", how="anti")
    people = open_ones.join(ties.select(id="subject").unique(), on="id", how="semi")
    people = people.with_columns(pl.lit(PERSON).alias("class"))
    rest = open_ones.join(people, on="id", how="anti").join(ties.select(id="object").unique(), on="id", how="semi")
    return pl.concat([people, rest.with_columns(pl.lit(ORGANISATION).alias("class"))])


def _lowest(classes: pl.DataFrame, above: dict[str, str]) -> pl.DataFrame:
    """Without the classes above another of the same entity."""
    pairs = [(low, high) for low, line in ancestors(above).items() for high in line]
    table = pl.DataFrame(pairs, schema={"class": pl.String, "high": pl.String}, orient="row")
    covered = classes.join(table, on="class").select("id", pl.col("high").alias("class"))
    return classes.join(covered, on=["id", "class"], how="anti")
