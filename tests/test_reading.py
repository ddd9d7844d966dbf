"""Drawing pairs for readers, and whole rounds of finding, judging and scoring through the command line."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.cli import contragraph
from tests.made import dataset, lines_of
from tests.readings import FINE, drawn, lines, perfect, put, typed


def scores(folder: Path, *arguments: str) -> dict[tuple[str, str, str], tuple[int, int]]:
    """count and of by reader, group and measure."""
    result = contragraph("read", "score", folder.name, "--format", "json", *arguments, cwd=folder.parent)
    assert result.code == 0, result.err
    return {(r["reader"], r["group"], r["measure"]): (r["count"], r["of"]) for r in json.loads(result.out)}


# -- the draw -------------------------------------------------------------------------------------------------


def test_the_same_seed_draws_the_same_bytes(tmp_path: Path) -> None:
    for name, salt in (("one", "1"), ("two", "2")):
        arguments = ["read", "draw", str(dataset()), "--per-type", "1", "--seed", "abc", "--out", name]
        assert contragraph(*arguments, cwd=tmp_path, PYTHONHASHSEED=salt).code == 0
    for name in ("pairs.jsonl", "key.jsonl", "protocol.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert not list(tmp_path.glob("*.partial"))
    other = {k["id"] for k in lines(drawn(tmp_path, "other", 1, "abd") / "key.jsonl")}
    assert other != {k["id"] for k in lines(tmp_path / "one" / "key.jsonl")}


def test_the_draw_is_even(tmp_path: Path) -> None:
    folder = drawn(tmp_path, per_type=1)
    keys = lines(folder / "key.jsonl")
    assert set(Counter(k["type"] for k in keys).values()) == {1}
    assert len(keys) == len({line["type"] for line in lines_of(dataset())})
    assert [k["type"] for k in keys] != sorted(k["type"] for k in keys)


def test_the_sheet_is_blind_and_the_key_is_right(tmp_path: Path) -> None:
    """The sheet holds the sentences alone; every sentence that the key names states the statement in the dataset."""
    folder = drawn(tmp_path)
    pairs = {line["id"]: line for line in lines_of(dataset())}
    keys = {k["number"]: k for k in lines(folder / "key.jsonl")}
    sides = Counter(k["A"] for k in keys.values())
    assert set(sides) == {"original", "perturbed"}
    for sheet in lines(folder / "pairs.jsonl"):
        assert set(sheet) == {"number", "sheet", "A", "B"}
        key = keys[sheet["number"]]
        pair = pairs[key["id"]]
        names = {key["A"]: "A", ({"original", "perturbed"} - {key["A"]}).pop(): "B"}
        stating: dict[str, set[str]] = {}
        for side, text in names.items():
            context = pair["contexts"][side]
            assert [context["text"][s["start"] : s["end"]].strip() for s in context["sentences"]] == sheet[text]
            for number, sentence in enumerate(context["sentences"], start=1):
                for statement in sentence["statements"]:
                    stating.setdefault(statement, set()).add(f"{text}{number}")
        assert len(key["conflicts"]) == len(pair["conflicts"])
        for declared, conflict in zip(key["conflicts"], pair["conflicts"], strict=True):
            ids = [*conflict["original"], *conflict["perturbed"], *conflict["shared"]]
            assert [set(s["sentences"]) for s in declared["statements"]] == [stating[i] for i in ids]
            minimal = [{ids[i] for i in indices} for indices in declared["minimal"]]
            assert minimal == [set(m["statements"]) for m in conflict["minimal"]]
            assert any(line.startswith("Contradiction") for line in declared["proof"])


# -- a whole round --------------------------------------------------------------------------------------------


def test_a_reader_who_finds_all_and_one_who_finds_nothing(tmp_path: Path) -> None:
    folder = drawn(tmp_path)
    keys = lines(folder / "key.jsonl")
    declared = sum(len(k["conflicts"]) for k in keys)
    for reader, verdict in (("ada", "conflict"), ("bob", "none")):
        todo = contragraph("read", "find", "reading", "--reader", reader, "--todo", cwd=tmp_path)
        assert [json.loads(line) for line in todo.out.splitlines()] == lines(folder / "pairs.jsonl")
        found = [
            {
                "pair": k["number"],
                "verdict": verdict,
                "english": FINE,
                "conflicts": perfect(k) if reader == "ada" else [],
            }
            for k in keys
        ]
        source = put(tmp_path / f"{reader}.jsonl", found)
        result = contragraph("read", "find", "reading", "--reader", reader, "--from", source, cwd=tmp_path)
        assert result.out == f"{len(keys)} new findings of {reader}; 0 pairs are left to read.\n"
        todo = contragraph("read", "judge", "reading", "--reader", reader, "--todo", cwd=tmp_path)
        sheets = [json.loads(line) for line in todo.out.splitlines()]
        assert [len(s["declared"]) for s in sheets] == [len(k["conflicts"]) for k in keys]
        assert all(s["undeclared"] == [] for s in sheets)
        judged = [{"pair": k["number"], "declared": ["real"] * len(k["conflicts"])} for k in keys]
        judged[0]["declared"] = ["silly", *judged[0]["declared"][1:]]
        source = put(tmp_path / f"{reader}.jsonl", judged)
        result = contragraph("read", "judge", "reading", "--reader", reader, "--from", source, cwd=tmp_path)
        assert result.code == 0, result.err
    told = scores(folder)
    pairs = len(keys)
    assert told["ada", "all", "ID"] == told["ada", "all", "LOC"] == (pairs, pairs)
    assert told["ada", "all", "conflicts localised"] == (declared, declared)
    assert told["bob", "all", "ID"] == told["bob", "all", "LOC"] == (0, pairs)
    assert told["all", "all", "ID"] == (pairs, 2 * pairs)
    assert told["all", "all", "pair silly"] == (2, 2 * pairs)
    assert told["ada", "all", "conflict real"] == (declared - 1, declared)
    assert told["ada", "multi-hop", "pair real"][1] + told["ada", "single-hop", "pair real"][1] == pairs
    assert told["ada", "all", "English fine"] == (2 * pairs, 2 * pairs)
    by_type = scores(folder, "--by", "type", "--reader", "ada")
    assert {group for _, group, _ in by_type} == {"all", "single-hop", "multi-hop", *(k["type"] for k in keys)}
    agreed = contragraph("read", "score", "reading", "--agreement", "--format", "json", cwd=tmp_path)
    rows = {r["question"]: r for r in json.loads(agreed.out)}
    assert rows["a declared conflict found"]["same"] == 0
    assert rows["the pair (worst conflict)"]["kappa"] == rows["the pair (worst conflict)"]["alpha"] == 1
    assert rows["English of each text"]["kappa"] is None
    assert agreed.err == ""


def test_the_report_has_every_judgement_and_is_the_same_each_time(tmp_path: Path) -> None:
    folder = drawn(tmp_path, per_type=1)
    keys = lines(folder / "key.jsonl")
    found = [
        {"pair": k["number"], "verdict": "unsure", "conflicts": perfect(k), "english": FINE, "remarks": "a | b"}
        for k in keys
    ]
    judged = [{"pair": k["number"], "declared": ["debatable"] * len(k["conflicts"])} for k in keys[:-1]]
    for command, answers in (("find", found), ("judge", judged)):
        source = put(tmp_path / "answers.jsonl", answers)
        assert contragraph("read", command, "reading", "--reader", "ada", "--from", source, cwd=tmp_path).code == 0
    texts = []
    for _ in range(2):
        result = contragraph("read", "report", "reading", "--out", "report.md", "--texts", cwd=tmp_path)
        assert result.code == 0, result.err
        texts.append((tmp_path / "report.md").read_text("utf-8"))
    assert texts[0] == texts[1]
    table = texts[0].split("## Every judgement")[1].split("## The pairs")[0]
    for key in keys:
        (row,) = [line for line in table.splitlines() if key["id"] in line]
        assert row.startswith(f"| {key['number']} | {key['type']} |")
        assert ("debatable" in row) == (key is not keys[-1])
        assert "a \\| b" in row
    assert f"| ada | {len(keys)} | {len(keys) - 1} |" in texts[0]
    for sheet in lines(folder / "pairs.jsonl"):
        assert all(sentence in texts[0] for sentence in (*sheet["A"], *sheet["B"]))
    put(tmp_path / "mine.md", [{}])
    refused = contragraph("read", "report", "reading", "--out", "mine.md", cwd=tmp_path)
    assert (refused.code, (tmp_path / "mine.md").read_text()) == (2, "{}\n")


def test_reading_at_a_terminal_and_stopping(tmp_path: Path) -> None:
    """Answers are asked for again until they can be read, recorded one by one, and taken up where they were left."""
    folder = drawn(tmp_path, per_type=1)
    keys = lines(folder / "key.jsonl")
    words = f"A99-B1\n{perfect(keys[0])[0]}\n\nfine\nx\nclu\nodd\n\n"
    result = typed(words, "read", "find", "reading", "--reader", "ada", cwd=tmp_path)
    assert result.code == 130
    assert "names sentence A99" in result.out
    assert "'x' is none of fine, clumsy, wrong" in result.out
    assert "recorded: 1" in result.err
    assert not any(k["id"] in result.out or k["type"] in result.out for k in keys)
    (finding,) = lines(folder / "findings-ada.jsonl")
    assert finding["pair"] == 1
    assert (finding["english"], finding["verdict"], finding["remarks"]) == (
        {"A": "fine", "B": "clumsy"},
        "conflict",
        "odd",
    )
    judging = "r\n" * len(keys[0]["conflicts"]) + "\ny\n"
    result = typed(judging, "read", "judge", "reading", "--reader", "ada", cwd=tmp_path)
    assert result.code == 0, result.err
    assert keys[0]["conflicts"][0]["proof"][-1] in result.out
    (judgement,) = lines(folder / "judgements-ada.jsonl")
    assert judgement["declared"] == ["real"] * len(keys[0]["conflicts"])
    rest = "\nf\nf\n\ny\n" * (len(keys) - 1)
    result = typed(rest, "read", "find", "reading", "--reader", "ada", cwd=tmp_path)
    assert result.code == 0, result.err
    assert "Pair 1 of" not in result.out
    findings = lines(folder / "findings-ada.jsonl")
    assert [f["verdict"] for f in findings] == ["conflict"] + ["none"] * (len(keys) - 1)


# -- MAGIC's layout -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def magic(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small dataset in MAGIC's layout, with a reading folder drawn from it."""
    folder = tmp_path_factory.mktemp("magic")
    assert contragraph("export", dataset(), "--to", "magic", "--out", "magic", cwd=folder).code == 0
    result = contragraph("read", "draw", "magic", "--per-type", "1", "--seed", "f00", "--out", "reading", cwd=folder)
    assert result.code == 0, result.err
    return folder


def test_a_draw_from_the_layout_of_magic(magic: Path) -> None:
    """The texts split by a library hold the same words, and every triplet of every conflict is in the key."""
    items: dict[str, Any] = {}
    for path in magic.glob("magic/*/*.json"):
        items.update({item["id"]: item for item in json.loads(path.read_text("utf-8"))})
    sheets = {s["number"]: s for s in lines(magic / "reading" / "pairs.jsonl")}
    for key in lines(magic / "reading" / "key.jsonl"):
        item, sheet = items[key["id"]], sheets[key["number"]]
        first, second = ("A", "B") if key["A"] == "original" else ("B", "A")
        assert " ".join(sheet[first]).split() == item["context1"].split()
        assert " ".join(sheet[second]).split() == item["context2"].split()
        assert len(key["conflicts"]) == int(key["type"][0])
        for role, name in (("original", "original_triplet"), ("perturbed", "perturb_triplet")):
            listed = [s["words"] for c in key["conflicts"] for s in c["statements"] if s["role"] == role]
            assert json.dumps(listed) == json.dumps(flat(item[name]))


def flat(triplets: str | list[Any]) -> list[str]:
    """All triplets of an item."""
    return [triplets] if isinstance(triplets, str) else [t for part in triplets for t in flat(part)]


TEXT = "Dr. {0} was born in St. {0} in 1.5 km from U.S. land. {0} lives there. {0} has a dog."


def written(folder: Path) -> Path:
    """A folder in MAGIC's layout, with four pairs of two types, and a reading folder drawn from it."""
    for pair_type, triplets in (("1-single-hop", "(a | b | c)"), ("2-multi-hop", ["(a | b | c)", ["(d | e | f)"] * 2])):
        path = folder / "magic" / pair_type[2:] / f"{pair_type}_conflict.json"
        path.parent.mkdir(parents=True)
        items = [
            {"id": n, "original_triplet": triplets, "perturb_triplet": triplets, "subgraph": [], "rel_id": "P1"}
            | {"context1": TEXT.format(f"Old{n}"), "context2": TEXT.format(f"New{n}")}
            for n in range(4)
        ]
        path.write_text(json.dumps(items), "utf-8")
    result = contragraph("read", "draw", "magic", "--per-type", "4", "--seed", "f00", "--out", "reading", cwd=folder)
    assert result.code == 0, result.err
    return folder / "reading"


def test_a_round_in_the_layout_of_magic(tmp_path: Path) -> None:
    """The judge names the declared sentences; what was found and localised is told from them."""
    magic, folder = tmp_path, written(tmp_path)
    assert {(len(s["A"]), len(s["B"])) for s in lines(folder / "pairs.jsonl")} == {(3, 3)}
    keys = lines(folder / "key.jsonl")
    found = [{"pair": k["number"], "verdict": "conflict", "conflicts": ["A1-B1"], "english": FINE} for k in keys]
    source = put(magic / "found.jsonl", found)
    assert contragraph("read", "find", "reading", "--reader", "ada", "--from", source, cwd=magic).code == 0
    todo = contragraph("read", "judge", "reading", "--reader", "ada", "--todo", cwd=magic)
    assert {json.loads(line)["undeclared"] for line in todo.out.splitlines()} == {None}
    assert scores(folder)["all", "all", "ID"] == (0, 0)
    judged: list[dict[str, object]] = []
    for index, key in enumerate(keys):
        count = len(key["conflicts"])
        named: list[str | None] = [("A1-B1", "A1-B1+B2", "A2-B1", None)[index % 4]] * count
        beyond = {"A1-B1": "no"} if index % 4 > 1 else {}
        answer = {"pair": key["number"], "declared": ["real"] * count, "sentences": named, "undeclared": beyond}
        judged.append(answer)
    without = [{k: v for k, v in answer.items() if k != "sentences"} for answer in judged]
    for answers, said in ((without, "name them under sentences"), (judged, "")):
        source = put(magic / "judged.jsonl", answers)
        result = contragraph("read", "judge", "reading", "--reader", "ada", "--from", source, cwd=magic)
        assert (said in result.err, result.code) == (True, 2 if said else 0), result.err
    told = scores(folder)
    assert len(keys) == 8
    assert told["all", "all", "ID"] == (4, 8)
    assert told["all", "all", "LOC"] == (2, 8)
    assert told["all", "all", "undeclared conflict"] == (0, 8)


def test_one_writes_the_sentences_of_a_conflict_in_magic_at_a_terminal(tmp_path: Path) -> None:
    magic, folder = tmp_path, written(tmp_path)
    put(
        magic / "eve.jsonl",
        [{"pair": 1, "verdict": "conflict", "conflicts": ["A2-B2"], "english": FINE}],
    )
    assert contragraph("read", "find", "reading", "--reader", "eve", "--from", "eve.jsonl", cwd=magic).code == 0
    count = len(lines(folder / "key.jsonl")[0]["conflicts"])
    words = "A1+A2\nA1-B1\nreal\n" + "\nnone\n" * (count - 1) + "real\nlate\n\n"
    result = typed(words, "read", "judge", "reading", "--reader", "eve", cwd=magic)
    assert result.code == 0, result.err
    assert "sentences of both texts" in result.out
    (judgement,) = lines(folder / "judgements-eve.jsonl")
    assert judgement["sentences"] == ["A1-B1", *[None] * (count - 1)]
    assert judgement["undeclared"] == {"A2-B2": "real"}
    assert scores(folder, "--reader", "eve")["all", "all", "undeclared conflict"] == (1, 1)
