"""Graphs whose copying does not fit the engine's page cache: copied in parts, in a small one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from contragraph.graph.engines.ladybug import parts as ladybug_parts
from contragraph.graph.engines.ladybug.parts import copy_in_parts, rows_at_once
from contragraph.graph.errors import PageCacheError
from contragraph.graph.store import Staging

ENTITIES, FACTS = 200_000, 1_200_000
SMALL = 128 << 20
RELATION = "geo:borders-a-place-that-is-nearby"


@pytest.fixture(scope="module")
def staging(tmp_path_factory: pytest.TempPathFactory) -> Staging:
    folder, texts = tmp_path_factory.mktemp("staged"), pl.lit([], dtype=pl.List(pl.String))
    numbers = pl.DataFrame({"n": range(ENTITIES)})
    columns = {"description": pl.lit(""), "aliases": texts, "types": texts, "kg": pl.lit("geo"), "degree": pl.lit(12)}
    named = {"id": pl.format("geo:{}", "n"), "label": pl.format("Place {}", "n")}
    numbers.select(**named, **columns, hidden=pl.lit(False)).write_parquet(folder / "entities.parquet")
    relations = pl.DataFrame({"id": [RELATION], "label": ["borders"], "kg": ["geo"], "facts": [FACTS]})
    relations.write_parquet(folder / "relations.parquet")
    pl.DataFrame({"n": range(FACTS)}).select(
        subject=pl.format("geo:{}", pl.col("n") // (FACTS // ENTITIES)),
        object=pl.format("geo:{}", pl.col("n") * 7919 % ENTITIES),
        relation=pl.lit(RELATION),
        rank=pl.col("n"),
    ).write_parquet(folder / "facts.parquet")
    return Staging(folder, "geo", "one")


LOAD = """
import sys
from pathlib import Path
from contragraph.graph.engines.ladybug import file as ladybug_file, parts as ladybug_parts
from contragraph.graph.stores.open import open_store
from contragraph.graph.errors import PageCacheError
from contragraph.graph.model import Order
from contragraph.graph.store import Staging

staged, store, cache, room, smallest = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])
ladybug_file.BUFFER_BYTES, ladybug_parts.ROOM, ladybug_parts.FEW, ladybug_parts.SMALLEST = cache, room, 0, smallest
with open_store(f"ladybug:{store}", create=True) as store:
    try:
        print(store.load(Staging(Path(staged), "geo", "one")).facts)
    except PageCacheError as error:
        sys.exit(str(error))
    question = "MATCH (:Entity)-[f:FACT]->(b:Entity) RETURN count(DISTINCT b.id) AS objects, sum(f.rank) AS ranks"
    (row,) = store.query(question)
    print(row["objects"], row["ranks"], len(store.facts(["geo:7"], "out", Order.of_seed(1), 50)["geo:7"]))
"""
TRIES = 4


def load(staging: Staging, tmp_path: Path, *, room: int, smallest: int = 10_000) -> subprocess.CompletedProcess[str]:
    """A load in a small page cache, in a process of its own: one time in some dozens the engine, when it runs out of
    cache, does not say so but ends its process by a signal; then the load is begun anew, as a user would."""
    for number in range(TRIES):
        numbers = map(str, (SMALL, room, smallest))
        command = [sys.executable, "-c", LOAD, str(staging.folder), str(tmp_path / f"{number}.lbug"), *numbers]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode >= 0:
            break
    return done


@pytest.mark.parametrize("room", [SMALL // 2, 1 << 40], ids=["foreseen", "tried again in halves"])
def test_a_graph_larger_than_the_cache_is_loaded(staging: Staging, tmp_path: Path, room: int) -> None:
    done = load(staging, tmp_path, room=room)
    assert (done.returncode, done.stderr) == (0, "")
    ranks = FACTS * (FACTS - 1) // 2
    assert done.stdout.split() == [str(n) for n in (FACTS, ENTITIES, ranks, FACTS // ENTITIES)]


def test_without_parts_it_would_not_fit(staging: Staging, tmp_path: Path) -> None:
    done = load(staging, tmp_path, room=1 << 40, smallest=FACTS)
    assert done.returncode == 1
    assert "needs more than its 128 MB of page cache" in done.stderr


def test_parts_are_the_table(staging: Staging, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, read = staging.table("facts"), list[pl.DataFrame]()

    def copy(part: Path) -> None:
        frame = pl.read_parquet(part)
        if len(frame) > 100_000 and start < sum(map(len, read)):
            raise PageCacheError("full")
        read.append(frame)

    start = FACTS
    copy_in_parts(file, tmp_path, copy, nodes=False)
    assert [len(part) for part in read] == [FACTS]
    read.clear()
    start = FACTS // 2
    monkeypatch.setattr(ladybug_parts, "FEW", 0)
    monkeypatch.setattr(ladybug_parts, "ROOM", 50 << 20)
    copy_in_parts(file, tmp_path, copy, nodes=False)
    sizes = [len(part) for part in read]
    assert max(sizes) > 200_000
    assert min(sizes) < 100_000
    assert pl.concat(read).equals(pl.read_parquet(file))
    assert not list(tmp_path.iterdir())


def test_longer_texts_take_more_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladybug_parts, "FEW", 0)
    monkeypatch.setattr(ladybug_parts, "ROOM", 1 << 20)

    def rows(*texts: str) -> int:
        ends = {"subject": ["a" * 100] * 50_000, "object": ["b"] * 50_000}
        frame = pl.DataFrame({**ends, **{f"text{n}": [text] * 50_000 for n, text in enumerate(texts)}})
        return rows_at_once(frame.lazy(), nodes=False)

    assert rows("wdt:P31") > rows("wdt:P31", "1990-01-01") > rows("dbo:birthPlace" * 8)
    assert rows_at_once(pl.LazyFrame({"id": []}), nodes=True) == 1
