"""Datasets of contradicting texts as pairs, whatever their layout; what cannot be used is named and left out.

Known layouts are ECON (as released, and with both files merged), WikiContradict, passages with a stance under one
question (ConflictingQA), true and false passages of a question (ConflictNQ), questions as ConflictBank released them,
and our own and MAGIC's files. In every other table the columns of the texts are found by their usual names, or named by
the user.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from contragraph.documents.records import AGREE, TextPair
from contragraph.evaluation.memory.released import NEEDED, item_of
from contragraph.graph.errors import InputError

Row = Mapping[str, Any]
Faults = list[str]

COLUMNS = (
    ("context1", "context2"),
    ("text1", "text2"),
    ("text_a", "text_b"),
    ("passage1", "passage2"),
    ("passage_a", "passage_b"),
    ("paragraph_A_clean", "paragraph_B_clean"),
    ("paragraph_A", "paragraph_B"),
    ("evidence1", "evidence2"),
    ("document1", "document2"),
    ("doc1", "doc2"),
    ("sentence1", "sentence2"),
    ("claim1", "claim2"),
    ("premise", "hypothesis"),
    ("original", "perturbed"),
    ("positive_passage", "negative_passage"),
)
"""Columns of two texts by their usual names, the first pair that is there is taken."""
LISTS = ("texts", "passages", "contexts", "documents", "evidences", "evidence")
GROUPED = (("search_query", ("text_window", "text_raw", "text")), ("question", ("text", "passage", "evidence")))
"""One passage in a row: the column that rows of one question share, and the passage's columns."""
LABELS = {"entailment": AGREE, "neutral": AGREE, "contradiction": "contradiction"}
"""What tables of language inference say of two texts, in a column ``label`` or ``gold_label``."""
MOST_TEXTS = 6
"""Texts of one question that are compared with each other; more are left out, and said."""
MOST_FAULTS = 50


@dataclass(frozen=True, slots=True)
class Corpus:
    """A dataset's pairs, and one plain sentence for each thing that was left out."""

    name: str
    layout: str
    pairs: tuple[TextPair, ...]
    faults: tuple[str, ...]


def read_corpus(path: Path, name: str | None = None, columns: Sequence[str] = ()) -> Corpus:
    """Read a dataset from a file, or from a folder of a contragraph dataset.

    ``columns`` names the columns of the texts; without, they are found.

    :raises InputError: if the file cannot be read, or no item of it can be used.
    """
    if path.is_dir():
        path = path / "instances.jsonl"
    if not path.is_file():
        raise InputError(f"There is no file {path}: name a JSON, JSONL, CSV or Parquet file, or a dataset's folder.")
    rows = list(_rows(path))
    if not rows:
        raise InputError(f"{path} holds no items.")
    faults: Faults = []
    layout, pairs = _pairs(path, rows, tuple(columns), faults)
    pairs = _usable(pairs, faults)
    if not pairs:
        said = f" ({faults[0]})" if faults else ""
        raise InputError(f"{path} holds no item with two texts{said}.")
    stem = path.name.removesuffix(".gz").partition(".")[0]
    return Corpus(name or (path.parent.name if stem == "instances" else stem), layout, tuple(pairs), tuple(faults))


def _rows(path: Path) -> Iterator[Row]:
    """The rows of a table, whatever its kind.

    :raises InputError: if it is of no known kind, or a part of it cannot be read.
    """
    kind = path.name.removesuffix(".gz").rpartition(".")[2].lower()
    try:
        if kind in ("parquet", "csv", "tsv"):
            yield from _table(path, kind)
            return
        with (
            gzip.open(path, "rt", encoding="utf-8")
            if path.name.endswith(".gz")
            else path.open(encoding="utf-8") as file
        ):
            if kind == "json":
                held = json.load(file)
                yield from held if isinstance(held, list) else _only_list(path, held)
            elif kind in ("jsonl", "ndjson"):
                for number, line in enumerate(file, 1):
                    if line.strip():
                        yield _row(path, number, line)
            else:
                raise InputError(f"{path} is of no known kind: give JSON, JSONL, CSV, TSV or Parquet, plain or .gz.")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8: {error.reason} at byte {error.start}; save it as UTF-8.") from None
    except json.JSONDecodeError as error:
        raise InputError(f"{path}, line {error.lineno}: this is not JSON ({error.msg}).") from None
    except (OSError, EOFError, gzip.BadGzipFile) as error:
        raise InputError(f"{path} cannot be read: {error}.") from None


def _row(path: Path, number: int, line: str) -> Row:
    try:
        return dict(json.loads(line))
    except (json.JSONDecodeError, TypeError, ValueError):
        raise InputError(f"{path}, line {number}: this is not a JSON object; mend or remove the line.") from None


def _only_list(path: Path, held: object) -> Iterable[Row]:
    if isinstance(held, dict):
        lists = [value for value in held.values() if isinstance(value, list) and value and isinstance(value[0], dict)]
        if len(lists) == 1:
            return lists[0]
    raise InputError(f"{path} holds no list of items.")


def _table(path: Path, kind: str) -> Iterator[Row]:
    import polars as pl

    try:
        if kind == "parquet":
            frame = pl.read_parquet(path)
        else:
            frame = pl.read_csv(path, separator="\t" if kind == "tsv" else ",", infer_schema=False)
    except pl.exceptions.PolarsError as error:
        raise InputError(f"{path} cannot be read: {str(error).splitlines()[0]}.") from None
    yield from frame.iter_rows(named=True)


def _pairs(path: Path, rows: Sequence[Row], columns: tuple[str, ...], faults: Faults) -> tuple[str, list[TextPair]]:
    """The layout and the pairs of it."""
    keys = set().union(*(row.keys() for row in rows[:50] if isinstance(row, Mapping)))
    if columns:
        if missing := [c for c in columns if c not in keys]:
            raise InputError(f"{path} has no column {missing[0]}; it has {', '.join(sorted(keys))}.")
        return "generic", list(_generic(rows, columns, faults))
    if {"e1", "e2"} <= keys:
        return "econ", list(_econ(path, rows, faults))
    if {"contexts", "conflicts"} <= keys:
        return "contragraph", list(_ours(rows, faults))
    if {"context1", "context2", "contradiction_type"} <= keys:
        return "wikicontradict", [_wiki(row, n) for n, row in enumerate(rows, 1)]
    if {"real_passages", "fake_passages"} <= keys:
        return "conflictnq", list(_sided(rows))
    if keys >= NEEDED:
        return "conflictbank", list(_released(rows, faults))
    for names in COLUMNS:
        if set(names) <= keys:
            return "generic", list(_generic(rows, names, faults))
    for name in LISTS:
        if any(isinstance(row.get(name), list) for row in rows[:50]):
            return "generic", list(_listed(rows, name, faults))
    for shared, texts in GROUPED:
        found = next((t for t in texts if t in keys), None)
        if shared in keys and found:
            return "conflictingqa", list(_grouped(rows, shared, found, faults))
    raise InputError(
        f"{path} has no two columns of texts that are known by name; it has {', '.join(sorted(map(str, keys)))}: "
        "name them with --texts A,B."
    )


def _text(value: object) -> str:
    """A text of a row: itself, or the part of a map or list that holds it."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return next((str(value[k]) for k in ("text", "passage", "body", "content", "snippet") if value.get(k)), "")
    return ""


def _id(row: Row, number: int) -> str:
    return next(
        (
            str(row[k])
            for k in ("instance_id", "question_ID", "question_id", "id", "uid")
            if row.get(k) not in (None, "")
        ),
        str(number),
    )


def _question(row: Row) -> str | None:
    return next((str(row[k]) for k in ("question", "query", "search_query", "question1") if row.get(k)), None)


def _answers(row: Row) -> tuple[str, ...]:
    return tuple(str(row[k]) for k in ("answer1", "answer2") if row.get(k))


def _econ(path: Path, rows: Sequence[Row], faults: Faults) -> Iterator[TextPair]:
    """ECON: a side is [answer, …, text]; where facts were changed they stand as a list in the middle."""
    for number, row in enumerate(rows, 1):
        one, other = row.get("e1"), row.get("e2")
        if not (isinstance(one, list) and isinstance(other, list) and len(one) == len(other) == 3):
            _fault(faults, f"item {number} has no e1 and e2 of three parts")
            continue
        facts = [side[1] if isinstance(side[1], list) else [] for side in (one, other)]
        kind = row.get("kind") or ("factoid" if facts[0] or facts[1] else "answer")
        changed = len(set(facts[0]) - set(facts[1])) if kind == "factoid" else 1
        types = row.get("types") or []
        gold = (("kind", str(kind)), ("count", str(changed)), ("types", ", ".join(map(str, types))))
        # The released answers of models repeat one pair for each model that was asked.
        yield TextPair(
            _id(row, number), (_text(one[2]), _text(other[2])), _question(row), (str(one[0]), str(other[0])), gold
        )


def _wiki(row: Row, number: int) -> TextPair:
    kind = str(row.get("contradiction_type") or "")
    gold = (("kind", "explicit" if kind.lower().startswith("explicit") else "implicit"),) if kind else ()
    return TextPair(
        _id(row, number), (_text(row.get("context1")), _text(row.get("context2"))), _question(row), _answers(row), gold
    )


def _ours(rows: Sequence[Row], faults: Faults) -> Iterator[TextPair]:
    for number, row in enumerate(rows, 1):
        contexts = row.get("contexts")
        sides = [contexts.get(side) for side in ("original", "perturbed")] if isinstance(contexts, Mapping) else []
        if not sides or not all(isinstance(side, Mapping) for side in sides):
            _fault(faults, f"item {number} has no original and perturbed context")
            continue
        gold = (("kind", str(row.get("type", ""))), ("count", str(len(row.get("conflicts") or ()))))
        yield TextPair(_id(row, number), (_text(sides[0]), _text(sides[1])), gold=gold)


def _sided(rows: Sequence[Row]) -> Iterator[TextPair]:
    for number, row in enumerate(rows, 1):
        real, fake = ("\n".join(filter(None, map(_text, row.get(k) or ()))) for k in ("real_passages", "fake_passages"))
        answers = tuple(str(row[k]) for k in ("real_short_answer", "fake_short_answer") if row.get(k))
        yield TextPair(_id(row, number), (real, fake), _question(row), answers)


def _released(rows: Sequence[Row], faults: Faults) -> Iterator[TextPair]:
    """ConflictBank: the text of the fact against that of each claim, one pair a cause."""
    for number, row in enumerate(rows, 1):
        item = item_of(row)
        if isinstance(item, str):
            _fault(faults, f"item {number} {item}")
            continue
        fact, *claims = item.passages
        answers = tuple(option.text for option in item.options if option.role in ("original", "replacement"))
        for claim in claims:
            texts = fact.texts[0][1], claim.texts[0][1]
            yield TextPair(f"{number}-{claim.cause}", texts, item.question, answers, (("released as", claim.cause),))


def _generic(rows: Sequence[Row], columns: Sequence[str], faults: Faults) -> Iterator[TextPair]:
    for number, row in enumerate(rows, 1):
        if absent := [c for c in columns if c not in row]:
            _fault(faults, f"item {number} has no {absent[0]}")
            continue
        label = LABELS.get(str(row.get("label", row.get("gold_label"))).lower())
        gold = (("kind", label),) if label else ()
        yield TextPair(_id(row, number), tuple(_text(row[c]) for c in columns), _question(row), _answers(row), gold)


def _listed(rows: Sequence[Row], name: str, faults: Faults) -> Iterator[TextPair]:
    for number, row in enumerate(rows, 1):
        given = row.get(name)
        if not isinstance(given, list):
            _fault(faults, f"item {number} has no list of {name}")
            continue
        yield TextPair(_id(row, number), tuple(map(_text, given)), _question(row), _answers(row))


def _grouped(rows: Sequence[Row], shared: str, column: str, faults: Faults) -> Iterator[TextPair]:
    """Rows of one question as one item; of several stances the first passages of each, in turn."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(str(row.get(shared)), []).append(row)
    for number, (question, its) in enumerate(groups.items(), 1):
        seen: Counter[str] = Counter()
        order: list[tuple[int, int, Row]] = []
        for row in its:
            stance = str(row.get("stance", row.get("label", "")))
            order.append((seen[stance], len(order), row))
            seen[stance] += 1
        ordered = [row for _, _, row in sorted(order, key=lambda each: each[:2])]
        if len(ordered) > MOST_TEXTS:
            _fault(faults, f"of the {len(ordered)} texts of item {number} only {MOST_TEXTS} are compared")
        yield TextPair(str(number), tuple(_text(row.get(column)) for row in ordered[:MOST_TEXTS]), question)


def _usable(pairs: Iterable[TextPair], faults: Faults) -> list[TextPair]:
    """The pairs with at least two texts, ids made different."""
    seen: Counter[str] = Counter()
    kept = []
    for pair in pairs:
        texts = tuple(text for text in pair.texts if text.strip())
        if len(texts) < 2:
            _fault(faults, f"item {pair.id} has {'one text' if texts else 'no text'} and is left out")
            continue
        seen[pair.id] += 1
        again = seen[pair.id]
        kept.append(replace(pair, id=pair.id if again == 1 else f"{pair.id}#{again}", texts=texts))
    if twice := [name for name, times in seen.items() if times > 1]:
        shown = ", ".join(twice[:5]) + (", …" if len(twice) > 5 else "")
        _fault(faults, f"{len(twice)} ids stand several times ({shown}); the second is called {twice[0]}#2, and so on")
    return kept


def _fault(faults: Faults, said: str) -> None:
    if len(faults) < MOST_FAULTS:
        faults.append(said)
    elif len(faults) == MOST_FAULTS:
        faults.append("and more of the kind")
