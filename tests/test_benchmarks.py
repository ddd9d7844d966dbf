"""Each benchmark runs on a tiny input; the made-up graph is what it says it is. Nothing here is timed."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from benchmarks.__main__ import main
from benchmarks.scoring import compare as scoring
from benchmarks.synthetic import RELATIONS, size, write
from benchmarks.synthetic import main as make_graph
from contragraph.loaders.wikidata.wikidata5m import read_wikidata5m, released_files


def test_every_benchmark_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Load and paths on a made-up graph, proving and generation on the sample."""
    main(["--sample", "--facts", "1000", "--repeats", "1", "--path-pairs", "5", "--work", str(tmp_path)])
    some = [each for name in ("proving", "generation", "scale") for each in ("--only", name)]
    main(["--sample", *some, "--pairs", "2", "--plan", "1-single-hop=1", "--sizes", "1"])
    told = capsys.readouterr().out
    for title in (
        "Load: 1,000 made-up facts",
        "Parsing: made-up facts",
        "Paths of at most 4 hops: 1,000 made-up",
        "Proving: 2 real",
        "Generation: the sample",
    ):
        assert f"## {title}" in told
    assert "1 pairs in" in told
    assert "| 1       |    1 |" in told
    timed = {line.split("|")[1].strip(): line.split("|")[2:4] for line in told.splitlines() if line.startswith("|")}
    assert {"search: queries of patterns", "search: filters and proof", "pairs: filled and proven"} <= timed.keys()
    assert all(float(seconds) >= 0 for seconds in timed["search: filters and proof"])
    assert sum(float(timed[step][0]) for step in timed if step.startswith("search")) > 0
    assert list(tmp_path.iterdir()) == []


def test_a_made_up_graph_is_the_same_each_time_and_has_the_shape_it_should(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(tmp_path / name, 20_000)
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert len(files) == 4
    for name in files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    graph, report = read_wikidata5m(released_files(tmp_path / "one"))
    assert all(not tally.dropped for tally in report.files)
    assert report.facts + report.duplicates == 20_000
    assert report.duplicates < 20
    assert report.unlabelled == report.unused_entities == 0
    assert report.entities == size(20_000)
    used = Counter(dict(graph.relations.select("id", "facts").iter_rows()))
    assert len(used) > RELATIONS / 2
    assert used.most_common(1)[0][0] == "wdt:P31"
    assert graph.entities.filter(graph.entities["types"].list.len() == 1).height >= 0.99 * report.entities
    degrees = sorted(graph.entities["degree"].to_list())
    assert degrees[-1] > 30 * degrees[len(degrees) // 2]


def test_scoring_is_held_against_bare_litellm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.scoring.ROUNDS", 1)
    table = scoring(0.0, 1, 2).markdown()
    assert "1 responses with 2 passages: 7 requests" in table
    assert "| score " in table


def test_folders_in_use_and_wrong_options_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command, options, said in (
        (make_graph, ["--out", str(tmp_path)], "is there already"),
        (main, ["--facts", "10", "--only", "proving"], "needs real facts"),
    ):
        with pytest.raises(SystemExit, match="2"):
            command(options)
        assert said in capsys.readouterr().err


@pytest.mark.parametrize("module", ["classified", "coverage", "graph_reader", "localisation", "surface", "validated"])
def test_usage_and_missing_folders_are_told_without_a_traceback(
    module: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = import_module(f"benchmarks.{module}").main
    for given, code in ((["--help"], 0), ([], 2)):
        with pytest.raises(SystemExit, match=str(code)):
            run(given)
        told = capsys.readouterr()
        assert (told.out or told.err).startswith(f"usage: python -m benchmarks.{module} [-h]")
    assert run([str(tmp_path / "nowhere")]) == 2
    assert "nowhere" in capsys.readouterr().err
