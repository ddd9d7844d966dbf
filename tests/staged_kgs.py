"""Small KGs as staged tables, and instances made from them, for the tests of the stores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from contragraph.graph.model import (
    Conflict,
    Instance,
    Literal,
    MinimalSet,
    Sentence,
    Side,
    SideName,
    Statement,
    Step,
    Text,
    content_hash,
)
from contragraph.graph.store import Staging
from tests.fact_ranks import fact_rank

Triple = tuple[str, str, str]
HOSTILE = "a'b\"c`d{e}\n$id \\ }) DETACH DELETE n // \u202eRTL\u202c \U0001f600"


def stage(
    folder: Path,
    kg: str,
    triples: Sequence[Triple],
    *,
    literals: Sequence[tuple[str, str, Literal]] = (),
    labels: dict[str, str] | None = None,
    aliases: dict[str, list[str]] | None = None,
    hidden: Iterable[str] = (),
) -> Staging:
    """The staged tables of a KG with these facts."""
    folder.mkdir(parents=True, exist_ok=True)
    labels, aliases, hide = labels or {}, aliases or {}, set(hidden)
    degree = Counter(end for s, _, o in triples for end in (s, o))
    ids = sorted({*degree, *labels, *(s for s, _, _ in literals)})
    classes: dict[str, list[str]] = {}
    for subject, relation, thing in triples:
        if relation == "wdt:P31":
            classes.setdefault(subject, []).append(thing)
    relations = Counter(r for _, r, _ in triples) + Counter(r for _, r, _ in literals)
    texts = pl.List(pl.String)
    schema: dict[str, Any] = {
        "id": pl.String,
        "label": pl.String,
        "description": pl.String,
        "aliases": texts,
        "types": texts,
    }
    pl.DataFrame(
        {
            "id": ids,
            "label": [labels.get(i, i.partition(":")[2]) for i in ids],
            "description": [""] * len(ids),
            "aliases": [aliases.get(i, []) for i in ids],
            "types": [sorted(classes.get(i, ())) for i in ids],
            "kg": [kg] * len(ids),
            "degree": [degree[i] for i in ids],
            "hidden": [i in hide for i in ids],
        },
        schema={**schema, "kg": pl.String, "degree": pl.Int64, "hidden": pl.Boolean},
    ).write_parquet(folder / "entities.parquet")
    names = sorted(relations)
    pl.DataFrame(
        {"id": names, "label": names, "kg": [kg] * len(names), "facts": [relations[r] for r in names]},
        schema={"id": pl.String, "label": pl.String, "kg": pl.String, "facts": pl.Int64},
    ).write_parquet(folder / "relations.parquet")
    _facts([(s, o, r) for s, r, o in triples]).write_parquet(folder / "facts.parquet")
    _facts([(s, o.id, r) for s, r, o in literals]).write_parquet(folder / "literal_facts.parquet")
    nodes = sorted({(o.id, o.value, o.datatype, o.label) for _, _, o in literals})
    columns = ["id", "value", "datatype", "label"]
    pl.DataFrame(nodes, schema=dict.fromkeys(columns, pl.String), orient="row").write_parquet(
        folder / "literals.parquet"
    )
    return Staging(folder, kg, content_hash(kg, sorted(triples)))


def _facts(rows: list[tuple[str, str, str]]) -> pl.DataFrame:
    full = [(s, o, r, fact_rank(s, r, o)) for s, o, r in sorted(rows)]
    schema = {"subject": pl.String, "object": pl.String, "relation": pl.String, "rank": pl.Int64}
    return pl.DataFrame(full, schema=schema, orient="row")


def geography(number: int = 12) -> list[Triple]:
    """Countries with capitals, neighbours and types: one hub, parallel relations, a self-loop."""
    triples: list[Triple] = []
    for i in range(number):
        country, city = f"wd:Q{i}", f"wd:Q{1000 + i}"
        triples += [
            (country, "wdt:P36", city),
            (city, "wdt:P1376", country),
            (city, "wdt:P17", country),
            (country, "wdt:P31", "wd:Q6256"),
            (city, "wdt:P31", "wd:Q515"),
            (country, "wdt:P47", f"wd:Q{(i + 1) % number}"),
            (country, "wdt:P47", f"wd:Q{(i + 5) % number}"),
        ]
    return [*triples, ("wd:Q6256", "wdt:P279", "wd:Q6256")]


AXIOMS = {"cg:ax1": ("one capital", "typical")}


def instance(number: int, kg: str = "geo", statements: int = 4) -> Instance:
    """A pair whose capital differs, with its proof."""
    country = f"wd:Q{number}"
    shared = [Statement(country, "wdt:P47", f"wd:Q{number + k}") for k in range(1, statements)]
    true = Statement(country, "wdt:P36", f"wd:Q{1000 + number}")
    false = Statement(country, "wdt:P36", f"wd:Q{1001 + number}")
    extra = Statement(country, "wdt:P571", Literal(f"19{number % 100:02}", "xsd:gYear"))
    minimal = MinimalSet(
        (true.id, false.id),
        ("cg:ax1",),
        (
            Step("inverse", "cg:ax1", (true.id,), Statement(true.object_id, "wdt:P1376", country)),
            Step("functional", "cg:ax1", (0, true.id, false.id), None),
        ),
    )
    conflict = Conflict(1, "typical", (true.id,), (false.id,), (), (minimal,))
    return Instance(
        type="1-single-hop",
        kg=kg,
        relations=("wdt:P36",),
        domains=("Geography",),
        original=_side("original", [true, *shared], frozenset()),
        perturbed=_side("perturbed", [*shared, false, extra], frozenset({false.id})),
        conflicts=(conflict,),
        seed_statements=(true.id,),
        generator="symbolic",
        verbaliser="template",
        run="r",
        labels=(),
    )


def _side(name: SideName, statements: list[Statement], made: frozenset[str]) -> Side:
    parts = [f"{s.subject} has {s.relation} {s.object_id}. " for s in statements]
    sentences, at = [], 0
    for statement, part in zip(statements, parts, strict=True):
        sentences.append(Sentence(at, at + len(part), (statement.id,)))
        at += len(part)
    return Side(name, tuple(statements), made, Text("".join(parts), tuple(sentences)))
