"""Pairs of datasets that others released, as items: MAGIC, WikiContradict and ECON in the layouts of their releases.

None of them says which sentences state its conflicts, so their texts are split by a library, and models are asked and
scored on ID; what LOC would need is not known. A pair that lacks something is left out with what it lacks.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from contragraph.dataset.files.folder import sha256
from contragraph.evaluation.magic import Pair, is_magic, magic_files, magic_items, pair_triplets
from contragraph.evaluation.records import Evaluated, Item, ItemConflict, Layout
from contragraph.evaluation.sheets import Declared
from contragraph.graph.errors import InputError
from contragraph.graph.model import content_hash

Found = tuple[str, Item | str]
"""The id (or place) of a pair, and the pair, or why there is none."""
Row = Mapping[str, object]
LAYOUTS = "MAGIC's folders, WikiContradict or ECON as JSON, JSON Lines or CSV (also .gz)"
_ENDINGS = (".json", ".jsonl", ".csv")


def imported(path: Path) -> tuple[Evaluated, Iterator[Found]] | None:
    """The pairs of a folder or file that somebody else released; None if it is in no layout that we know.

    Raises:
        InputError: if the file cannot be read, or has columns of no dataset that we know.
    """
    if path.is_dir():
        if not is_magic(path):
            return None
        digest = content_hash("magic", [[name, sha256(file)] for name, file in magic_files(path)])
        return Evaluated(layout="magic", sha256=digest, items={}), _magic(path)
    if not path.is_file() or not path.name.removesuffix(".gz").endswith(_ENDINGS):
        return None
    rows = _rows(path)
    layout, read = _layout(path, rows)
    return Evaluated(layout=layout, sha256=sha256(path), items={}), _each(rows, layout, read)


def _layout(path: Path, rows: Sequence[object]) -> tuple[Layout, Callable[[Row], Item | str]]:
    columns = {key for row in rows if isinstance(row, Mapping) for key in row}
    if {"e1", "e2"} <= columns:
        return "econ", _econ
    if {"context1", "context2"} <= columns:
        return "wikicontradict", _wikicontradict
    shown = ", ".join(sorted(map(str, columns))[:12]) or "none"
    raise InputError(
        f"{path} is no dataset that we know: its columns are {shown}, but WikiContradict has context1 and context2, "
        "and ECON has e1 and e2."
    )


def _rows(path: Path) -> list[object]:
    """The rows of a file: a JSON list, JSON Lines, or CSV with a header."""
    try:
        with gzip.open(path) if path.name.endswith(".gz") else path.open("rb") as file:
            text = file.read().decode("utf-8-sig")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read as text in UTF-8: {error}.") from None
    name = path.name.removesuffix(".gz")
    if name.endswith(".csv"):
        return list(csv.DictReader(io.StringIO(text)))
    if name.endswith(".jsonl"):
        return [_parsed(line) for line in text.splitlines() if line.strip()]
    try:
        held = json.loads(text)
    except ValueError as error:
        raise InputError(f"{path} is not JSON: {error}.") from None
    for thing in (held, *(held.values() if isinstance(held, dict) else ())):
        if isinstance(thing, list):
            return thing
    raise InputError(f"{path} holds no list of pairs.")


def _parsed(line: str) -> object:
    try:
        return json.loads(line)
    except ValueError as error:
        return f"it is not JSON: {error}"


def _each(rows: Iterable[object], layout: Layout, read: Callable[[Row], Item | str]) -> Iterator[Found]:
    """ECON names pairs by their question: of several pairs on one, the later ones get a number."""
    known: dict[str, list[tuple[str, str]]] = {}
    for number, row in enumerate(rows, start=1):
        where = f"{layout}, pair {number}"
        if not isinstance(row, Mapping):
            yield where, row if isinstance(row, str) else "it is no object with the texts of a pair"
            continue
        item = read(row)
        if isinstance(item, str):
            yield where, item
            continue
        texts = known.setdefault(item.id, [])
        again = f"{item.id}#{len(texts) + 1}"
        if texts and item.texts not in texts:
            item = item.model_copy(update={"id": again})
        texts.append(item.texts)
        yield item.id, item


def _wikicontradict(row: Row) -> Item | str:
    texts = _text(row, "context1"), _text(row, "context2")
    lacks = [name for name, text in zip(("context1", "context2"), texts) if not text]
    if lacks:
        return f"it has no {' and no '.join(lacks)}"
    kind = (_text(row, "contradiction_type") or _text(row, "contradictType")).split(" ")[0].casefold() or "unknown"
    answers = [(_text(row, f"answer{n}_self_contained") or _text(row, f"answer{n}")) for n in (1, 2)]
    question = _text(row, "question") or None
    name = _text(row, "question_ID") or content_hash("wikicontradict", question, *texts)
    return _item(name, kind, "wikicontradict", texts, [answers], question)


def _econ(row: Row) -> Item | str:
    sides = [row.get("e1"), row.get("e2")]
    held = [side if isinstance(side, list) and len(side) == 3 else None for side in sides]
    lacks = [name for name, side in zip(("e1", "e2"), held) if side is None]
    if lacks:
        return f"it has no {' and no '.join(lacks)} with an answer, its facts and a text"
    one, other = (side or [] for side in held)
    factoid = isinstance(one[1], list) and isinstance(other[1], list)
    changed = [[str(a), str(b)] for a, b in zip(one[1], other[1]) if a != b] if factoid else []
    question = _text(row, "question") or None
    name = _text(row, "instance_id") or content_hash("econ", question, str(one[2]), str(other[2]))
    kind = _text(row, "kind") or ("factoid" if factoid else "answer")
    pairs = changed or [[str(one[0]), str(other[0])]]
    return _item(name, kind, "econ", (str(one[2]), str(other[2])), pairs, question)


def _text(row: Row, name: str) -> str:
    value = row.get(name)
    return str(value).strip() if isinstance(value, (str, int)) and not isinstance(value, bool) else ""


def _item(
    name: str, kind: str, layout: Layout, texts: tuple[str, str], pairs: Sequence[Sequence[str]], question: str | None
) -> Item:
    return Item(
        id=name,
        type=kind,
        control=False,
        dataset=layout,
        texts=texts,
        sentences=(_split(texts[0]), _split(texts[1])),
        conflicts=tuple(_conflict([a], [b]) for a, b in pairs),
        relations=(),
        domains=(),
        question=question,
    )


def _conflict(originals: Sequence[str], perturbed: Sequence[str], relation: str | None = None) -> ItemConflict:
    statements = [Declared(role="original", words=words, sentences=None) for words in originals]
    statements += [Declared(role="perturbed", words=words, sentences=None) for words in perturbed]
    return ItemConflict(statements=tuple(statements), minimal=(tuple(range(len(statements))),), relation=relation)


def _split(text: str) -> tuple[str, ...]:
    from sentencex import segment

    return tuple(s.strip() for s in segment("en", text) if s.strip())


def _magic(folder: Path) -> Iterator[Found]:
    for where, pair in magic_items(folder):
        if isinstance(pair, InputError):
            yield where, str(pair)
        else:
            yield f"{pair.type} {pair.id}", _magic_item(pair)


def _magic_item(pair: Pair) -> Item:
    relations = (pair.rel_id,) if isinstance(pair.rel_id, str) else tuple(pair.rel_id or ())
    named = tuple(f"wdt:{r}" for r in relations)
    sides = list(
        zip(pair_triplets(pair, pair.original_triplet), pair_triplets(pair, pair.perturb_triplet), strict=True)
    )
    each = named if len(named) == len(sides) else (None,) * len(sides)
    texts = (pair.context1, pair.context2)
    return Item(
        id=f"{pair.type} {pair.id}",
        type=pair.type,
        control=False,
        dataset="magic",
        texts=texts,
        sentences=(_split(texts[0]), _split(texts[1])),
        conflicts=tuple(_conflict(*triplets, relation) for triplets, relation in zip(sides, each)),
        relations=tuple(dict.fromkeys(named)),
        domains=(),
    )
