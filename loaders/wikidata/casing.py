"""Names that were typed in small letters, told from words by the company that their entities keep.

"jean batmale" and "goalkeeper" look alike; but the first plays in a team, as thousands do whose names begin with
a capital, and the second is what people play as, as are "forward" and "midfielder". So each place in which an
entity stands (a side of a relation, an instance of a class) is a witness, and how the labels of others in that
place are written is what it says. A name is then spelled as its words are in other labels of the graph; nothing
but the case of letters is changed. ``docs/loading.md`` has the rules, and how well they do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
import polars as pl

from contragraph.loaders.numbers import limit, marked

AT_ONCE = 1 << 20
"""Facts whose ends are looked at together."""
CAPITAL = r"^\P{L}*\p{Lu}"
SMALL = r"^\P{Lu}*[\p{Ll}&&\p{Latin}]\P{Lu}*$"
"""Latin letters, but no capital anywhere."""
WORDING = r"\p{Ll}\.\p{Ll}{2,}|^lists? of "
"""Addresses on the web, whose letters are small, and titles of lists."""
A_NAME = r" \((?:\p{L}+ )*(?:sur)?name\)$"
"""The label says itself that it is a name: "richard (given name)"."""
ONE_WORD = r"^[^\s(-]+$"
MOST = 4.0
"""What one witness can say at most: the logarithm of the odds of small letters against capitals."""
SURE, SURE_OF_ONE_WORD = -1.5, -3.5
"""The mean log odds below which a label is a name; single words are names more seldom."""
ROUNDS = 2
"""What one round finds to be a name is a better witness in the next."""
LEARNT_FROM = 500_000
"""Labels from which spellings are learnt, about; of a bigger graph every n-th counts."""
FIRST = "^"
"""Stands for the word before the first one."""
TRAILING = ",:;.!?\"'"

INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]?")
CONSONANTS = re.compile(r"[b-df-hj-np-tv-xz]{2,5}")
"""Not to be pronounced, so an abbreviation, unless a label shows it to be a word."""
SON_OF = re.compile(r"mc\w{3}")
LAST_WORD = re.compile(r"(?<=\w )[^\W\d_](?=[^\W\d_]+$|[^\W\d_]+ \()")
"""The first letter of the last word before any qualifier."""
BREAKS = re.compile(r"([-–—/]|(?<=\b[dlo])['’])")

Speller = Callable[[str, str], str | None]
"""How a word is written after another one, both in small letters; None for a word that is not known."""


def names_in_small_letters(
    facts: pl.DataFrame, labels: pl.Series, aliases: pl.Series, instance_of: int | None
) -> pl.Series:
    """Which entities are named, and not called by a word, although their label has no capital.

    :param facts: ``subject``, ``relation``, ``object`` as indices; those of entities are places in ``labels``
    :param aliases: the other names of each; where these too are in small letters, it is a word
    :param instance_of: the index of the relation that gives an entity its classes, if the graph has it
    :returns: for each label whether it is such a name; never for a class, of which there are instances
    """
    small, capital = labels.str.contains(SMALL), labels.str.contains(CAPITAL)
    asked = small & ~labels.str.contains(WORDING)
    places = asked.arg_true()
    others = aliases.gather(places).list.join(" ")
    asked = asked.scatter(places, (others == "") | others.str.contains(r"\p{Lu}"))
    if instance_of is not None:
        asked &= ~marked(len(labels), facts["object"].filter(facts["relation"] == instance_of).unique())
    limits = pl.select(pl.when(labels.str.contains(ONE_WORD)).then(SURE_OF_ONE_WORD).otherwise(SURE)).to_series()
    told = small & labels.str.contains(A_NAME)
    found = told
    for _ in range(ROUNDS if asked.any() else 0):
        said = testimony(facts, small & ~found, capital | found, asked, instance_of)
        judged = said.group_by("entity").agg(pl.col("odds").sum(), pl.col("odds").max().alias("most"), pl.len())
        bound = limits.gather(judged["entity"]) * 1000 * judged["len"]
        names = judged.filter((judged["most"] < 0) & (judged["odds"] < bound))["entity"]
        found = told | marked(len(labels), names)
    return found


def testimony(
    facts: pl.DataFrame, small: pl.Series, capital: pl.Series, asked: pl.Series, instance_of: int | None
) -> pl.DataFrame:
    """What each place says of each ``entity`` that is asked about: ``odds``, in thousandths.

    Whole numbers, so that sums do not depend on the order of adding.
    """
    odds = ((pl.col("small") + 1) / (pl.col("capital") + 1)).log().clip(-MOST, MOST) * 1000
    sides = [("subject", "relation", facts), ("object", "relation", facts)]
    if instance_of is not None:
        sides.append(("subject", "object", facts.filter(pl.col("relation") == instance_of)))
    parts = []
    for end, place, rows in sides:
        counts = pl.DataFrame(
            {"small": standing(rows, end, place, small), "capital": standing(rows, end, place, capital)}
        )
        witnesses = counts.select(odds.round().cast(pl.Int64).alias("odds"))["odds"]
        wanted = [some.filter(asked.gather(some[end])) for some in rows.iter_slices(AT_ONCE)]
        if wanted:
            said = pl.concat(wanted).select(pl.col(end).alias("entity"), place).unique()
            parts.append(said.select("entity", witnesses.gather(said[place]).alias("odds")))
    return pl.concat(parts)


def standing(rows: pl.DataFrame, end: str, place: str, marks: pl.Series) -> pl.Series:
    """How many rows of each ``place`` have something marked at that end."""
    # Counted in an array, some rows at a time: grouping all of them takes ten times the memory of the facts.
    counts = np.zeros(limit(rows[place]) + 1, dtype=np.int64)
    for some in rows.iter_slices(AT_ONCE):
        counts += np.bincount(some[place].filter(marks.gather(some[end])).to_numpy(), minlength=len(counts))
    return pl.Series(counts)


def spelled_as_names(labels: pl.Series, names: pl.Series, people: pl.Series) -> pl.Series:
    """The labels in small letters at ``names`` (marks), as names are spelled in the other labels.

    :param people: marks of people, whose last name is written with a capital though it is a word elsewhere
    """
    places = names.arg_true()
    if not len(places):
        return labels
    spell = learnt(labels, labels.gather(places))
    better = [as_name(label, spell) for label in labels.gather(places)]
    of_people = people.gather(places)
    better = [
        LAST_WORD.sub(lambda found: found.group().upper(), name) if person else name
        for name, person in zip(better, of_people)
    ]
    return replaced(labels, places, better)


def replaced(values: pl.Series, places: pl.Series, better: pl.Series | list[str]) -> pl.Series:
    """The values with others at these places."""
    if not len(places):
        return values
    # Picked, since what is put into a column of texts copies all of them, and what is picked is shared.
    order: npt.NDArray[np.uint32] = np.arange(len(values), dtype=np.uint32)
    order[places.to_numpy()] = np.arange(len(values), len(values) + len(places), dtype=np.uint32)
    others = better if isinstance(better, pl.Series) else pl.Series(better, dtype=values.dtype)
    return pl.concat([values, others]).gather(pl.Series(order))


def learnt(labels: pl.Series, wanted: pl.Series) -> Speller:
    """How the words of the wanted labels are most often written in labels that begin with a capital."""
    known = labels.filter(labels.str.contains(CAPITAL))
    known = known.gather_every(max(1, len(known) // LEARNT_FROM))
    sought = wanted.str.split(" ").explode().str.strip_chars_end(TRAILING).unique()
    parted = known.alias("word").to_frame().with_row_index().with_columns(pl.col("word").str.split(" "))
    words = parted.explode("word").with_columns(pl.col("word").str.strip_chars_end(TRAILING))
    words = words.with_columns(pl.col("word").str.to_lowercase().alias("folded"))
    inner = pl.col("index") == pl.col("index").shift(1)
    before = pl.when(inner).then(pl.col("folded").shift(1)).otherwise(pl.lit(FIRST))
    words = words.with_columns(before.alias("before")).filter(pl.col("folded").is_in(sought.implode()))
    order = ["len", "word"]
    pairs = words.group_by("before", "folded", "word").len().filter(pl.col("len") > 1)
    pairs = pairs.sort(order, descending=[True, False]).unique(["before", "folded"], keep="first", maintain_order=True)
    single = words.filter(pl.col("before") != FIRST).group_by("folded", "word").len()
    single = single.sort(order, descending=[True, False]).unique("folded", keep="first", maintain_order=True)
    after = {(before, folded): word for before, folded, word, _ in pairs.iter_rows()}
    anywhere = {folded: word for folded, word, _ in single.iter_rows()}
    return lambda before, folded: after.get((before, folded), anywhere.get(folded))


def as_name(label: str, spell: Speller) -> str:
    """A label in small letters with the capitals of a name; what stands in parentheses only where they are known."""
    return " ".join(spelled_words(label, spell))


def spelled_words(label: str, spell: Speller) -> Iterator[str]:
    """The words of ``as_name``."""
    before, inside = FIRST, False
    for word in label.split(" "):
        inside = inside or word.startswith("(")
        core = word.rstrip(TRAILING)
        known = core.upper() if INITIALS.fullmatch(word) else spell(before, core)
        if known is None and inside:
            bare = core.strip("()")
            known = core.replace(bare, spell(before, bare) or bare)
        if known is None:
            known = capitalised(core, spell)
        if before == FIRST and not inside:
            known = with_capital(known)
        yield known + word[len(core) :]
        inside = inside and ")" not in word
        before = FIRST if word.endswith(":") else core


def capitalised(word: str, spell: Speller) -> str:
    """A word that no label has, with a capital; of a compound each part, but for known words such as "sur"."""
    parts = BREAKS.split(word)
    if len(parts) == 1:
        return unknown(word)
    # Of what stands before an apostrophe only "O'" is written with a capital within a name.
    return "".join(part if part in ("d", "l") else spell("", part) or unknown(part) for part in parts)


def unknown(part: str) -> str:
    """A word without hyphens of which nothing is known."""
    if CONSONANTS.fullmatch(part):
        return part.upper()
    if SON_OF.match(part):
        return "Mc" + with_capital(part[2:])
    return with_capital(part)


def with_capital(word: str) -> str:
    """The word with its first letter as a capital, if it has none; not after a digit, as in "19th"."""
    found = re.search(r"[^\W_]", word)
    if found is None or any(letter.isupper() for letter in word):
        return word
    return word[: found.start()] + found.group().upper() + word[found.end() :]
