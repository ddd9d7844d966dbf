"""Staging tables: ranks by column, the snapshot, and what is left when the process is killed."""

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contragraph.graph.loading.ranks import fact_ranks, id_numbers
from contragraph.graph.model import RANK_LIMIT
from contragraph.loaders.wikidata.wikidata5m import Wikidata5mFiles, released_files, stage_wikidata5m
from contragraph.samples import sample_files
from tests.fact_ranks import fact_rank

STAGE = """
import sys
from pathlib import Path
from contragraph.loaders.wikidata.wikidata5m import released_files, stage_wikidata5m
print("ready", flush=True)
stage_wikidata5m(released_files(Path(sys.argv[1])), Path(sys.argv[2]))
"""
SAMPLE_SNAPSHOT = "ad1caa1d9a6d603b"
UNDATED_SNAPSHOT = "56a392b08756603f"
"""Changes only with the sample or with the rules of labels and cleaning."""


@given(st.lists(st.tuples(st.text(), st.text(), st.text()), min_size=1, max_size=20))
def test_ranks_by_column_equal_ranks_one_by_one(facts: list[tuple[str, str, str]]) -> None:
    subjects, relations, objects = (id_numbers(fact[place] for fact in facts) for place in range(3))
    ranks = fact_ranks(subjects, relations, objects).to_list()
    assert ranks == [fact_rank(*fact) for fact in facts]
    assert all(0 <= rank < RANK_LIMIT for rank in ranks)


def test_ranks_are_the_same_for_ever() -> None:
    assert fact_rank("wd:Q142", "wdt:P36", "wd:Q90") == 1_835_326_388


def test_sample_snapshot_and_ranks(tmp_path: Path) -> None:
    files = released_files(sample_files())
    undated, _ = stage_wikidata5m(replace(files, claims=()), tmp_path / "undated")
    assert undated.snapshot == UNDATED_SNAPSHOT
    staging, _ = stage_wikidata5m(files, tmp_path / "staging")
    assert staging.snapshot == SAMPLE_SNAPSHOT
    facts = pl.read_parquet(staging.table("facts"))
    assert facts["rank"].to_list() == [
        fact_rank(*fact) for fact in facts.select("subject", "relation", "object").iter_rows()
    ]
    assert facts["rank"].n_unique() > facts.height * 0.999
    for name, columns in (
        ("literals", ["id", "value", "datatype", "label"]),
        ("literal_facts", ["subject", "object", "relation", "rank", "objects", "subjects"]),
    ):
        table = pl.read_parquet(staging.table(name))
        assert table.columns == columns
        assert table.height > 9_000 if name == "literal_facts" else table.height > 5_000
        empty = pl.read_parquet(undated.table(name))
        assert (empty.columns, empty.height) == (columns, 0)


def test_killed_at_any_point_and_run_again(tmp_path: Path) -> None:
    """Each round kills the process a bit later; the folder then holds complete tables or is not there."""
    folder = tmp_path / "staging"
    command = [sys.executable, "-c", STAGE, str(sample_files()), str(folder)]
    delays = random.Random(11)
    killed = 0
    for limit in (0.05, 0.2, 0.3, 0.4, 0.5, 0.6):
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(delays.uniform(limit / 2, limit))
            process.send_signal(signal.SIGKILL)
        killed += process.returncode == -signal.SIGKILL
        if folder.exists():
            assert len(list(folder.glob("*.parquet"))) == 5
            assert pl.read_parquet(folder / "facts.parquet").height == 59_807
    assert killed
    (tmp_path / "staging.partial").mkdir(exist_ok=True)
    (tmp_path / "staging.partial" / "facts.parquet").write_text("half")
    (tmp_path / "staging.old").mkdir(exist_ok=True)
    staging, _ = stage_wikidata5m(released_files(sample_files()), folder)
    assert staging.snapshot == SAMPLE_SNAPSHOT
    assert [path.name for path in tmp_path.iterdir()] == ["staging"]


@pytest.mark.data
@pytest.mark.skipif("CONTRAGRAPH_DATA" not in os.environ, reason="CONTRAGRAPH_DATA is not set")
def test_real_facts(tmp_path: Path) -> None:
    data = Path(os.environ["CONTRAGRAPH_DATA"]) / "wikidata"
    names = {key: f"wikidata5m_format_{key}" for key in ("triples", "entity", "text")}
    files = Wikidata5mFiles(
        (data / f"{names['triples']}.txt.gz",),
        data / f"{names['entity']}.txt.gz",
        data / "wikidata5m_format_relation.txt",
        data / f"{names['text']}.txt.gz",
    )
    _, report = stage_wikidata5m(files, tmp_path / "staging")
    assert (report.facts, report.entities, report.relations) == (355_136, 92_057, 427)
    assert (report.duplicates, report.dropped, report.unlabelled) == (0, 0, 0)
