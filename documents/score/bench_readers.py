"""The parts of ConflictBench (arXiv 2606.26437) as items, in the layouts of their sources; and items of our own.

The benchmark itself is not out. What the paper leaves open is drawn by the seed: of each question one item, half of
them of conflict (the claim of the question and an answer, with all its documents), half of none (the claim, a document
that supports it, and two of other questions).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from contragraph.dataset.files.folder import CLAIMS, INSTANCES, SETS
from contragraph.dataset.records.claims import ClaimDocument, ClaimItem, DocumentLabel
from contragraph.documents.score.bench_files import Row, files_of, rows_of
from contragraph.evaluation.answers.likeness import words_of
from contragraph.graph.errors import InputError
from contragraph.graph.model import id_number

PAPER = {
    "ContraQA": (424, 374),
    "MacNoise-NQ": (94, 105),
    "MacNoise-TQA": (116, 95),
    "AmbigDocs": (291, 360),
    "ConflictingQA": (355, 79),
}
"""Items of conflict and of none, as the paper counts them."""
STRANGERS = 2
"""Documents of other questions in an item of none."""
LOTS = 50
"""How often other questions are drawn for them, at most."""
FAKE = "-FAKE"
"""How the ids of ContraQA's false paragraphs end."""
_STANCES: Mapping[str, DocumentLabel] = {"yes": "supports", "no": "contradicts"}
_LAYOUTS = {
    "own": {"claim", "documents", "conflict"},
    "ambigdocs": {"question", "documents", "ambiguous_entity"},
    "macnoise": {"question", "answers", "ctxs"},
    "conflictingqa": {"search_query", "stance"},
    "contraqa": {"id", "contents"},
}


@dataclass(frozen=True, slots=True)
class Bench:
    """Items, and how many were left out for each reason."""

    items: tuple[ClaimItem, ...]
    left_out: Mapping[str, int]

    @property
    def counts(self) -> dict[str, tuple[int, int]]:
        """Of each part the items of conflict and of none."""
        found: dict[str, tuple[int, int]] = {}
        for item in self.items:
            some, none = found.get(item.split, (0, 0))
            found[item.split] = (some + item.conflict, none + (not item.conflict))
        return found


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question with an answer, what supports it, and all its documents."""

    id: str
    split: str
    question: str
    answer: str
    supporting: tuple[ClaimDocument, ...]
    documents: tuple[ClaimDocument, ...]


@dataclass(slots=True)
class _BenchReading:
    seed: int
    items: list[ClaimItem] = field(default_factory=list)
    asked: dict[str, list[_Asked]] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)

    def draw(self, *of: object) -> int:
        """A large number that the seed and these decide."""
        return id_number("|".join(map(str, (self.seed, *of))))


def holds_claims(path: Path) -> bool:
    """Whether a file or folder has items of claims and documents, in a layout that is known.

    :raises InputError: if it is a pickle.
    """
    if path.is_dir():
        if (path / CLAIMS).is_file():
            return True
        if any((path / name).exists() for name in (INSTANCES, SETS)):
            return False
    elif not path.is_file():
        return False
    try:
        return any(_layout(file) not in (None, "contraqa") for file in files_of(path)) or _corpus(path) is not None
    except InputError as error:
        if "pickle" in str(error) or "LFS" in str(error):
            raise
        return False


def read_bench(path: Path, seed: int = 7) -> Bench:
    """The items of a file or folder.

    :raises InputError: if there are none, a file cannot be read, or two have one id.
    """
    reading = _BenchReading(seed)
    corpus = _corpus(path)
    files = [path / CLAIMS] if (path / CLAIMS).is_file() else [corpus] if corpus else files_of(path)
    for file in files:
        layout = "own" if file.name == CLAIMS else _layout(file)
        try:
            if layout in _READERS:
                _READERS[layout](file, reading)
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"{file}: a row is not like those of {layout}: {type(error).__name__} {error}.") from None
    for split, asked in reading.asked.items():
        reading.items += _drawn(asked, reading, split)
    if not reading.items:
        told = "; ".join(f"{count} {why}" for why, count in reading.left_out.items())
        raise InputError(f"{path} holds no claim with documents{f': {told}' if told else ''}.")
    twice = [name for name, count in Counter(item.id for item in reading.items).items() if count > 1]
    if twice:
        raise InputError(f"{path} holds the item {twice[0]} twice; give each an id of its own.")
    return Bench(tuple(reading.items), dict(reading.left_out))


def _layout(file: Path) -> str | None:
    first = next(iter(rows_of(file)), {})
    return next((name for name, keys in _LAYOUTS.items() if keys <= first.keys()), None)


def claim_of(question: str, answer: str) -> str:
    """The claim that an answer to a question makes."""
    return f"The answer to the question “{question.strip()}” is: {answer.strip().rstrip('.')}."


# -- layouts -------------------------------------------------------------------------------------------------


def _own(file: Path, reading: _BenchReading) -> None:
    for number, row in enumerate(rows_of(file), 1):
        try:
            reading.items.append(ClaimItem.model_validate(row))
        except ValueError as error:
            told = str(error).splitlines()
            raise InputError(f"{file}, item {number} is no claim with documents: {' '.join(told[1:3])}.") from None


def _ambigdocs(file: Path, reading: _BenchReading) -> None:
    """Each document has an answer of its own, about another thing of the same name."""
    for number, row in enumerate(rows_of(file)):
        name, question = str(row.get("qid") or number), str(row["question"])
        given = [d for d in _records(row["documents"]) if str(d.get("answer") or "").strip()]
        if len(given) < 2 or len({_folded(d["answer"]) for d in given}) < 2:
            reading.left_out["questions have no two answers"] += 1
            continue
        answer = str(given[reading.draw("answer", name) % len(given)]["answer"])
        documents = tuple(
            ClaimDocument(
                id=f"{name}-{place}",
                title=str(d.get("title") or ""),
                text=str(d["text"]),
                label="supports" if _folded(d["answer"]) == _folded(answer) else "contradicts",
            )
            for place, d in enumerate(given, 1)
        )
        _ask(reading, "AmbigDocs", name, question, answer, documents)


def _macnoise(file: Path, reading: _BenchReading) -> None:
    """A text that has an answer supports it; the same text perturbed contradicts it; of others nothing is known."""
    small = file.name.lower()
    split = "MacNoise-TQA" if any(mark in small for mark in ("tqa", "trivia")) else "MacNoise-NQ"
    for number, row in enumerate(rows_of(file)):
        name, answers = f"{file.stem}-{number}", [str(a) for a in row["answers"] if str(a).strip()]
        documents: list[ClaimDocument] = []
        for place, d in enumerate(_records(row["ctxs"]), 1):
            title, text, other = (str(d.get(key) or "") for key in ("title", "text", "text_pert"))
            right = any(f" {_folded(a)} " in f" {_folded(text)} " for a in answers)
            label: DocumentLabel | None = "supports" if right else None
            documents.append(ClaimDocument(id=f"{name}-{place}", title=title, text=text, label=label))
            if right and other.strip() and _folded(other) != _folded(text):
                false = ClaimDocument(id=f"{name}-{place}-false", title=title, text=other, label="contradicts")
                documents.append(false)
        if not answers or not any(d.label == "supports" for d in documents):
            reading.left_out["questions have no text with their answer"] += 1
            continue
        _ask(reading, split, name, str(row["question"]), answers[0], tuple(documents))


def _conflictingqa(file: Path, reading: _BenchReading) -> None:
    """Pages with their stance on a question of yes and no; documents and labels stay as they are."""
    queries: dict[str, list[Row]] = {}
    for row in rows_of(file):
        queries.setdefault(str(row["search_query"]), []).append(row)
    for number, (query, rows) in enumerate(queries.items()):
        documents = tuple(
            ClaimDocument(
                id=f"{number}-{place}",
                title=str(row.get("title") or row.get("url") or ""),
                text=str(row.get("text_window") or row.get("text_raw") or ""),
                label=_STANCES.get(str(row["stance"]).strip().lower()),
            )
            for place, row in enumerate(rows, 1)
        )
        stated = [str(row["claim"]) for row in rows if str(row.get("claim") or "").strip()]
        stated += [
            str(row["search_engine_input"])
            for row in rows
            if row.get("search_type") == "yes_statement" and isinstance(row.get("search_engine_input"), str)
        ]
        reading.items.append(
            ClaimItem(
                id=f"ConflictingQA-{number}",
                split="ConflictingQA",
                claim=stated[0] if stated else claim_of(query, "yes"),
                question=query,
                documents=documents,
                conflict={"supports", "contradicts"} <= {d.label for d in documents},
            )
        )


def _corpus(path: Path) -> Path | None:
    """The file of ContraQA's paragraphs in a folder that also has questions."""
    if not path.is_dir():
        return None
    found = sorted(file for file in path.rglob("corpus.json*") if file.is_file())
    beside = (file for file in found if any(file.parent.glob("queries.json*")))
    return next((file for file in beside if _layout(file) == "contraqa"), None)


def _contraqa(corpus: Path, reading: _BenchReading) -> None:
    """Paragraphs, the false ones with ids that end with -FAKE; questions name theirs, or a table of relevance does."""
    queries = next(iter(sorted(corpus.parent.glob("queries.json*"))), None)
    if queries is None:
        raise InputError(f"{corpus} has no queries.json beside it, which asks about its paragraphs.")
    relevant: dict[str, str] = {}
    for table in corpus.parent.glob("*rel*.tsv"):
        for row in rows_of(table):
            cells = list(row.values())
            relevant.setdefault(cells[0], next((c for c in cells[1:] if ":::" in c), cells[-1]))
    wanted: dict[str, list[tuple[str, Row]]] = {}
    for number, row in enumerate(rows_of(queries)):
        name = str(row.get("id") or row.get("_id") or number)
        named = [row.get(key) for key in ("paragraph_id", "context_id", "doc_id", "pid")]
        paragraph = str(next((n for n in (*named, relevant.get(name)) if n), "")).removesuffix(FAKE)
        if paragraph:
            wanted.setdefault(paragraph, []).append((name, row))
        else:
            reading.left_out["questions name no paragraph"] += 1
    texts = {str(r["id"]): str(r["contents"]) for r in rows_of(corpus) if _plain(r["id"]) in wanted}
    for paragraph, questions in wanted.items():
        documents = tuple(
            ClaimDocument(
                id=name,
                title=_plain(name).rpartition(":::")[2].replace("_", " "),
                text=text,
                label="contradicts" if name.endswith(FAKE) else "supports",
            )
            for name, text in ((n, texts[n]) for n in (paragraph, paragraph + FAKE) if n in texts)
        )
        for name, row in questions:
            answers = _answers(row)
            if not answers or not any(d.label == "supports" for d in documents):
                reading.left_out["questions have no answer or no paragraph"] += 1
            else:
                _ask(reading, "ContraQA", name, str(row.get("question") or row.get("text")), answers[0], documents)


def _plain(name: object) -> str:
    return str(name).removesuffix(FAKE)


def _answers(row: Row) -> list[str]:
    given: Any = row.get("answers") or row.get("answer") or ()
    if isinstance(given, Mapping):
        given = given.get("text") or ()
    listed = [given] if isinstance(given, str) else list(given)
    return [str(a.get("text") if isinstance(a, Mapping) else a) for a in listed]


def _records(given: object) -> list[Row]:
    """Records, be it a list of them or lists by column."""
    if isinstance(given, Mapping):
        return [dict(zip(given, values, strict=True)) for values in zip(*given.values(), strict=True)]
    return [d for d in given if isinstance(d, Mapping)] if isinstance(given, Iterable) else []


def _folded(text: object) -> str:
    return " ".join(words_of(str(text)))


_READERS: Mapping[str | None, Callable[[Path, _BenchReading], None]] = {
    "own": _own,
    "ambigdocs": _ambigdocs,
    "macnoise": _macnoise,
    "conflictingqa": _conflictingqa,
    "contraqa": _contraqa,
}


# -- items ---------------------------------------------------------------------------------------------------


def _ask(
    reading: _BenchReading, split: str, name: str, question: str, answer: str, documents: Sequence[ClaimDocument]
) -> None:
    supporting = tuple(d for d in documents if d.label == "supports")
    asked = _Asked(name, split, question, answer, supporting, tuple(documents))
    reading.asked.setdefault(split, []).append(asked)


def _drawn(asked: Sequence[_Asked], reading: _BenchReading, split: str) -> Iterator[ClaimItem]:
    """An item of each question."""
    for place, each in enumerate(asked):
        may = any(d.label == "contradicts" for d in each.documents)
        conflict = may and reading.draw("conflict", split, each.id) % 2 == 0
        documents = each.documents
        if not conflict:
            support = each.supporting[reading.draw("support", split, each.id) % len(each.supporting)]
            documents = (support, *_strangers(asked, place, reading))
            if len(documents) <= STRANGERS:
                reading.left_out["questions have no others beside them"] += 1
                continue
        yield ClaimItem(
            id=f"{split}-{each.id}",
            split=split,
            claim=claim_of(each.question, each.answer),
            question=each.question,
            documents=documents,
            conflict=conflict,
        )


def _strangers(asked: Sequence[_Asked], place: int, reading: _BenchReading) -> Iterator[ClaimDocument]:
    """Documents of other questions, none of which is about the same text."""
    own = {d.text for d in asked[place].documents}
    name = asked[place].id
    turns = (reading.draw("other", name, turn) % len(asked) for turn in range(LOTS))
    others = (asked[n].documents for n in dict.fromkeys(turns) if n != place)
    drawn = (its[reading.draw("document", name, len(its)) % len(its)] for its in others)
    for each in islice((d for d in drawn if d.text not in own), STRANGERS):
        yield each.model_copy(update={"label": "irrelevant"})
