"""Which facts a bank may be about, in seeded order, dealt out to shards: worked out for the whole graph at once.

What can be said of columns is asked here; what needs a closer look at a fact and its things is left to the shards.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from contragraph.dataset.records.bank import Cause
from contragraph.generation.bank.knowledge import Knowledge
from contragraph.generation.bank.settings import BankSettings
from contragraph.generation.bank.snapshot import Snapshot
from contragraph.graph.model import Literal, Object, Statement, content_hash
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.rules.ruleset import RuleSet, rules_of

if TYPE_CHECKING:
    import numpy as np
    import polars as pl

PLAN = "plan.arrow"
NOBODY = 2**32 - 1
"""Stands for no fact of a namesake."""
BUCKETS: tuple[Cause, ...] = ("semantic", "temporal", "misinformation")
"""For which cause a fact is looked up, the scarcest first; a fact gets claims of other causes as well where it can."""
PER_RELATION = 0.4
"""The largest share of the facts with namesakes that one relation may have: nearly all would be towns."""
FEWEST_RELATIONS = 3
"""Relations of a thing with fewer of which no text would have enough to tell: that of the fact, and two besides."""
_BOTH = 0b11


def write_plan(knowledge: Knowledge, settings: BankSettings, folder: Path) -> None:
    """Write down which facts each shard tries, in which order."""
    import polars as pl

    facts = _candidates(knowledge)
    pairs = _namesakes(knowledge.snapshot.folder, facts)
    dated = facts.filter(pl.col("dated"))
    plain = facts.filter(~pl.col("at_one_time_only"))
    found = {
        "semantic": pairs,
        "temporal": dated.filter(~pl.col("event")),
        "misinformation": plain,
    }
    parts, taken = [], pl.Series("at", [], dtype=pl.UInt32())
    for number, bucket in enumerate(BUCKETS):
        some = found[bucket] if bucket in settings.causes else found[bucket].clear()
        some = some.filter(~pl.col("at").is_in(taken.implode()))
        taken = pl.concat([taken, some["at"]])
        if "other" not in some.columns:
            some = some.with_columns(pl.lit(NOBODY, dtype=pl.UInt32).alias("other"))
        ordered = _ordered(some, f"{settings.seed}|{bucket}")
        parts.append(ordered.select(pl.lit(number, dtype=pl.UInt8).alias("bucket"), "at", "other", "relation"))
    temporary = folder / (PLAN + ".tmp")
    pl.concat(parts).write_ipc(temporary, compression="uncompressed")
    temporary.replace(folder / PLAN)


def read_plan(folder: Path, shard: int, shards: int) -> dict[Cause, list[tuple[int, int, int]]]:
    """The facts that a shard tries for each cause, with the facts of namesakes and the numbers of the relations."""
    import pyarrow as pa

    table = pa.ipc.open_file(pa.memory_map(str(folder / PLAN))).read_all()
    bucket, *columns = (table.column(n).to_numpy() for n in ("bucket", "at", "other", "relation"))
    found: dict[Cause, list[tuple[int, int, int]]] = {}
    for number, cause in enumerate(BUCKETS):
        places = (bucket == number).nonzero()[0][shard::shards]
        found[cause] = list(zip(*(column[places].tolist() for column in columns), strict=True))
    return found


def mixed(numbers: np.ndarray[Any, Any], salt: str) -> np.ndarray[Any, Any]:
    """Numbers that depend on some numbers and a salt alone, as good as random (splitmix64)."""
    import numpy as np

    with np.errstate(over="ignore"):
        z = numbers.astype(np.uint64) + np.uint64(int(content_hash("lot", salt), 16))
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _ordered(facts: pl.DataFrame, salt: str) -> pl.DataFrame:
    """Facts in seeded order, relations taking turns."""
    import polars as pl

    lots = facts.with_columns(pl.Series("lot", mixed(facts["at"].to_numpy(), salt), dtype=pl.UInt64()))
    turns = lots.sort("lot", "at").with_columns(pl.int_range(pl.len()).over("relation").alias("turn"))
    return turns.sort("turn", "lot", "at")


def _candidates(knowledge: Knowledge) -> pl.DataFrame:
    """Facts whose relation some axiom gives one value, between things that are not hidden.

    Of a relation that has one value at a time, only dated facts; of all others, those of subjects with one value.
    """
    import polars as pl

    snapshot = knowledge.snapshot
    things = _read(snapshot.folder, "entities").select("hidden", "level", "label").with_row_index("number")
    levels = single_valued(knowledge)
    rows = [
        {
            "relation": number,
            "levels": list(some),
            "at_one_time_only": once,
            "event": relation in knowledge.rules.events,
        }
        for relation, (some, once) in levels.items()
        for number in [snapshot.number_of[relation]]
    ]
    names = ("relation", "levels", "at_one_time_only", "event")
    types = (pl.UInt16(), pl.List(pl.String()), pl.Boolean(), pl.Boolean())
    facts = _read(snapshot.folder, "facts").with_row_index("at")
    facts = facts.with_columns(pl.col("relation").n_unique().over("subject").alias("told"))
    known = things.select(pl.col("number").alias("object"), pl.col("hidden").alias("hides"), "level")
    return (
        facts.join(pl.DataFrame(rows, schema=list(zip(names, types, strict=True))), on="relation")
        .with_columns(pl.struct("value", "object").n_unique().over("subject", "relation").alias("values"))
        .with_columns(
            (pl.col("valid_from") + pl.col("valid_to") != "").alias("dated"),
            pl.len().over("subject", "relation", "value", "object").alias("times"),
        )
        .filter(pl.col("told") >= FEWEST_RELATIONS)
        .filter(pl.when("at_one_time_only").then("dated").otherwise(pl.col("values") == 1) & (pl.col("times") == 1))
        .join(things.select(pl.col("number").alias("subject"), "hidden", "label"), on="subject")
        .join(known, on="object", how="left")
        .filter(~pl.col("hidden"), pl.col("value") | ~pl.col("hides"))
        .filter((pl.col("levels").list.len() == 0) | pl.col("levels").list.contains(pl.col("level")))
        .select("at", "subject", "relation", "value", "object", "dated", "event", "at_one_time_only")
        .sort("at")
    )


def _namesakes(folder: Path, facts: pl.DataFrame) -> pl.DataFrame:
    """Facts of things that have a namesake with another value of the same relation, with the fact of that."""
    import polars as pl

    pairs = _read(folder, "namesakes")
    plain = facts.filter(~pl.col("dated"))
    its = plain.select(
        pl.col("subject").alias("other_subject"), "relation", pl.col("object").alias("its"), pl.col("at").alias("other")
    )
    both = (
        plain.join(pairs.rename({"one": "subject", "other": "other_subject"}), on="subject")
        .join(its, on=["other_subject", "relation"])
        .filter(pl.col("object") != pl.col("its"))
        .sort("at", "other")
        .unique("at", keep="first", maintain_order=True)
    )
    return both.select(*facts.columns, "other")


def single_valued(knowledge: Knowledge) -> dict[str, tuple[tuple[str, ...], bool]]:
    """The relations that have one value: of values of which levels (none: of all), and whether only at one time."""
    found: dict[str, tuple[tuple[str, ...], bool]] = {}
    plain = rules_of(knowledge.plain)
    instance_of = next(iter(knowledge.kg.role("instance_of")), "")
    for relation in knowledge.snapshot.relations:
        if relation.startswith("cg:") or relation not in knowledge.ontology.statable:
            continue  # what is worked out of dates is not what anybody asks
        for one, other in _samples(knowledge.snapshot, relation):
            if _contradict(one, other, (), knowledge.rules):
                found[relation] = ((), not _contradict(one, other, (), plain))
            elif isinstance(one.object, str):
                some = [
                    level
                    for level, classes in knowledge.kg.levels.items()
                    if _contradict(one, other, _of(one, other, instance_of, classes[0]), knowledge.rules)
                ]
                if some:
                    found[relation] = (tuple(some), False)
    return found


def _of(one: Statement, other: Statement, relation: str, kind: str) -> tuple[Statement, ...]:
    return tuple(Statement(str(s.object), relation, kind) for s in (one, other))


def _contradict(one: Statement, other: Statement, background: tuple[Statement, ...], rules: RuleSet) -> bool:
    return minimal_conflicts((one, other), rules, background=background).minimal == (_BOTH,)


def _samples(snapshot: Snapshot, relation: str) -> list[tuple[Statement, Statement]]:
    """Two statements of a relation about one thing with values that differ; none where there is one value."""
    facts = snapshot.of_relation(snapshot.number_of[relation])
    if not len(facts):
        return []
    first, last = (snapshot.object_of(int(facts[n])) for n in (0, -1))
    if isinstance(first, Literal) != isinstance(last, Literal) or first == last:
        return []
    ends: tuple[Object, Object] = (first, last) if isinstance(first, Literal) else ("x:object", "x:replacement")
    one, other = (Statement("x:subject", relation, end) for end in ends)
    return [(one, other)]


def _read(folder: Path, name: str) -> pl.DataFrame:
    import polars as pl

    return pl.read_ipc(folder / f"{name}.arrow")
