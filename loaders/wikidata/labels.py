"""The best label of an entity among its names.

The released alias file has the names of an entity in no order: the first name of Canada is "p:ca", that of
others an emoji, a code or a name typed in lower case. Every name gets points by a few plain rules about how
names are written, about the company it is in, and about the text of the entity; the highest wins, and of
equals the first. ``docs/loading.md`` says what each rule is for and how well the whole does.
"""

from __future__ import annotations

import polars as pl

from contragraph.loaders.numbers import marked
from contragraph.loaders.obvious import CAPITAL, CODE, LATIN, SMALL, TITLE, obvious

PREFIXED = r"^\p{L}{1,3}:"
BRACKETS = r"[()\[\]{}|]"
INITIALS = r"\p{Lu}{2,}|\b\p{Lu}\.\p{Lu}"
ARTICLE = r"^(?:the|a|an) "
"""In small letters only: of a title the article is a part."""
UNCLEAN = r"^[^\p{L}\p{N}]|''|^\S+\.\p{Ll}{2,4}$"
"""Quoted, or an address on the web."""
TWO_CAPITALS = r"(?:^| )\p{Lu}\p{Ll}{2,}\p{Lu}\p{Ll}{2,}$"
"""At the end; with equal halves it is a word that was typed twice."""
DISAMBIGUATING = r", |\b(?i:disambiguation)\b"

SHORT = "^[a-z]{1,3}$"
SHARED_AT_MOST = 1.0001
"""What a name can get at most for the company of others, unless one of them has a word twice."""


def best_labels(names: pl.DataFrame) -> pl.Series:
    """The best name of each entity, in their order.

    :param names: ``names`` (list, at least one) and ``text`` (may be null)
    """
    several = (names["names"].list.len() > 1).arg_true()
    many = names if len(several) == names.height else names[several]
    found = obvious(many)
    asked = found.is_null().arg_true()
    if len(asked):
        found = found.scatter(asked, winners(many[asked]))
    place = pl.repeat(0, names.height, dtype=pl.UInt32, eager=True).scatter(several, found)
    return spelled_as_in_text(names["names"].list.get(place).alias("label"), names["text"])


def winners(many: pl.DataFrame) -> pl.Series:
    """Of entities with several names, the place of the one with most points.

    The company of a name is the dearest to find out; it is asked for only where it can make a difference.
    """
    rows = told_apart(many)
    rows = rows.with_columns(points(pl.lit(0.0)).alias("points"))
    best = rows.group_by("entity", maintain_order=True).agg(
        pl.col("points").arg_max().alias("place"), pl.col("points").max().alias("most"), pl.col("doubled").any()
    )
    others = rows.filter(rows["position"] != best["place"].gather(rows["entity"]))
    second = others.group_by("entity", maintain_order=True).agg(pl.col("points").max())["points"]
    best = best.with_columns((best["most"] - second).alias("lead"))
    open_ = best.filter((pl.col("lead") <= SHARED_AT_MOST) | pl.col("doubled"))["entity"]
    if not len(open_):
        return best["place"]
    asked = rows.filter(marked(many.height, open_).gather(rows["entity"]))
    asked = companied(asked).with_columns(points(pl.col("company")).alias("points"))
    again = asked.group_by("entity", maintain_order=True).agg(pl.col("points").arg_max().alias("place"))
    return best["place"].scatter(again["entity"], again["place"])


def told_apart(many: pl.DataFrame) -> pl.DataFrame:
    """A row for each name of each ``entity`` (its row in ``many``), with what the rules need but for the company."""
    counts = many["names"].list.len()
    entity = pl.int_range(many.height, dtype=pl.UInt32, eager=True)
    rows = many.select(entity.alias("entity"), pl.col("names").alias("name"), pl.int_ranges(counts).alias("position"))
    rows = rows.explode("name", "position").with_columns(pl.col("name").str.to_lowercase().alias("folded"))
    owner = rows["entity"]
    rows = with_form(rows).with_columns(
        many["text"].str.to_lowercase().gather(owner).alias("lower"), counts.gather(owner).alias("count")
    )
    ends = counts.cum_sum()

    def of_entity(mark: pl.Series) -> pl.Series:
        """How many names of its entity have a mark, for each name: the rows of an entity lie together."""
        sums = pl.concat([pl.Series([0], dtype=pl.UInt32), mark.cum_sum().cast(pl.UInt32)])
        return (sums.gather(ends) - sums.gather(ends - counts)).gather(owner)

    proper, latin = of_entity(rows["proper"]), of_entity(rows["latin"])
    share = of_entity(rows["proper"] & rows["capital"]).alias("some").to_frame().with_columns(proper.alias("all"))
    small = rows.with_row_index("row").filter(~pl.col("capital"))
    same = small.join(rows.filter("capital"), on=["entity", "folded"], how="semi")["row"]
    return rows.with_columns(
        share.select(pl.when(pl.col("all") > 0).then(pl.col("some") / pl.col("all"))).to_series().alias("capitals"),
        marked(rows.height, same).alias("retyped"),
        (proper > 0).alias("any_proper"),
        (latin > 0).alias("any_latin"),
    )


def with_form(rows: pl.DataFrame) -> pl.DataFrame:
    """Add what is seen at each name alone; most names are plain words, about which little has to be asked.

    ``faults`` are the points that the form of a name costs, but for a last word that is typed twice.
    """
    names, folded = rows["name"], rows["folded"]
    title = names.str.contains(TITLE)
    plain = title | names.str.contains(SMALL)
    plain &= ~folded.str.contains("disambiguation", literal=True)
    form = rows.select(
        title.alias("capital"),
        pl.lit(True).alias("latin"),
        (~title & folded.str.contains(SHORT)).alias("code"),
        names.str.len_bytes().alias("length"),
        names.str.contains(ARTICLE).cast(pl.Float64).alias("faults"),
        pl.lit(False).alias("twice"),
    )
    rest = (~plain).arg_true()
    seen = any_form(names.gather(rest))
    form = form.select(form[name].scatter(rest, seen[name]) for name in form.columns)
    words = pl.col("folded").str.split(" ")
    # Longer than a code, in Latin letters: something that a person would call a name.
    proper = (pl.col("latin") & ~pl.col("code")).alias("proper")
    doubled = (words.list.n_unique() < words.list.len()).alias("doubled")
    return rows.hstack(form).with_columns(proper, doubled)


def any_form(names: pl.Series) -> pl.DataFrame:
    """The form of any names, in the columns of ``with_form``."""
    name = pl.col("name")
    length = name.str.len_chars()
    others = name.str.count_matches(r"[^\p{L}\p{M}\p{N} ]")
    faults = (
        name.str.contains(PREFIXED) * 6.0
        + (others * 2 > length) * 6.0
        + name.str.contains(BRACKETS) * 2.0
        + name.str.contains(DISAMBIGUATING) * 1.5
        + name.str.contains(ARTICLE) * 1.0
        + name.str.contains(UNCLEAN) * 2.0
        + name.str.contains(INITIALS) * 0.5
    )
    return pl.DataFrame({"name": names}).select(
        name.str.contains(CAPITAL).alias("capital"),
        name.str.contains(LATIN).alias("latin"),
        name.str.contains(CODE).alias("code"),
        length.alias("length"),
        faults.alias("faults"),
        twice(names).alias("twice"),
    )


def twice(names: pl.Series) -> pl.Series:
    """Whether the last word of each name is a word typed twice."""
    likely = names.str.contains(TWO_CAPITALS).arg_true()
    last = names.gather(likely).str.split(" ").list.last().alias("last").to_frame()
    half = pl.col("last").str.len_chars() // 2
    same = (pl.col("last").str.head(half) == pl.col("last").str.tail(half)) & (
        half * 2 == pl.col("last").str.len_chars()
    )
    return pl.repeat(False, len(names), eager=True).scatter(likely, last.select(same).to_series())


def companied(rows: pl.DataFrame) -> pl.DataFrame:
    """Add to names the mean number of other words like theirs that their entities' names have."""
    words = rows.select("entity", "position", pl.col("folded").str.split(" ").alias("word")).explode("word")
    words = words.with_columns((pl.len().over("entity", "word") - 1).alias("shared"))
    company = words.group_by("entity", "position").agg(pl.col("shared").mean().alias("company"))
    return rows.join(company, on=["entity", "position"], how="left", maintain_order="left")


def points(company: pl.Expr) -> pl.Expr:
    """The points of a name in such company; see the page on loading for the reasons."""
    # A text that is nothing but the name is a description, not a text about the thing.
    longer = pl.col("lower").str.len_bytes() > pl.col("folded").str.len_bytes()
    begins_text = (longer & pl.col("lower").str.starts_with(pl.col("folded"))).fill_null(False)
    odd_case = pl.when(pl.col("capital")).then(1 - pl.col("capitals")).otherwise(pl.col("capitals")).fill_null(0.0)
    penalties = (
        pl.col("faults")
        + (~pl.col("latin") & pl.col("any_latin")) * 6.0
        + (pl.col("code") & pl.col("any_proper")) * 3.0
        + odd_case * 2.0
        + (pl.col("retyped") & (pl.col("capitals") > 0.5)).fill_null(False) * 2.0
        + (pl.col("length") > 60) * 0.5
        + pl.col("twice") * 6.0
    )
    rewards = (
        (begins_text & ~pl.col("code")) * 5.0
        + begins_text * pl.col("length") * 0.02
        + company / (pl.col("count") - 1)
        + (pl.col("position") == 0) * 1.5
    )
    return rewards - penalties


def spelled_as_in_text(labels: pl.Series, texts: pl.Series) -> pl.Series:
    """The labels; where one in small letters is what its text begins with, as the text spells it."""
    small = (labels == labels.str.to_lowercase()).arg_true()
    if not len(small):
        return labels
    label, text = pl.col("label"), pl.col("text")
    start = text.str.head(label.str.len_chars())
    # "Common name of …" is how any text begins: only a spelling with a capital further on, or of one
    # word followed by a verb, tells a name from a word.
    named = start.str.contains(r".\p{Lu}") | text.str.contains(r"^\S+ (?:is|was|are|were) ")
    spelled = pl.when((start.str.to_lowercase() == label) & named).then(start).otherwise(label)
    asked = pl.DataFrame({"label": labels.gather(small), "text": texts.gather(small)})
    return labels.scatter(small, asked.select(spelled).to_series())
