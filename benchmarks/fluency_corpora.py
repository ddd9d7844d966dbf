"""The texts that are measured side by side: a dataset's, WikiContradict's, and the human texts of WebNLG."""

from __future__ import annotations

import gzip
import json
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from xml.etree import ElementTree

from contragraph.dataset.records.pairs import read_instances
from contragraph.graph.errors import InputError

WEBNLG = Path("webnlg", "release_v2_constrained.tar.gz")
WIKICONTRADICT = Path("conflicts", "wikicontradict", "wiki_contradict_half.jsonl.gz")
LEAST_TRIPLES = 4
"""WebNLG's shorter texts are single sentences."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text, the group within which texts resemble each other (a pair, an entry), and the labels it had to use."""

    text: str
    group: str
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Corpus:
    """Texts of one origin."""

    name: str
    documents: tuple[Document, ...]


def ours(dataset: Path) -> Corpus:
    """Both texts of every pair of a dataset; the labels are those of its entities and literals.

    Raises:
        InputError: if the folder holds no dataset.
    """
    documents = []
    for _, record in read_instances(dataset):
        for side in (record.contexts.original, record.contexts.perturbed):
            ends = (end for s in side.statements for end in (s.subject, s.object))
            documents.append(Document(side.text, record.id, tuple(sorted({end.label for end in ends if end.label}))))
    return Corpus("ours", tuple(documents))


def webnlg(data: Path) -> Corpus:
    """One human text (the first that its reviewers called good) of each entry with enough triples, dev and test."""
    with tarfile.open(_there(data / WEBNLG)) as archive:
        names = sorted(name for name in archive.getnames() if name.endswith(".xml") and _wanted(name))
        documents = tuple(d for name in names if (file := archive.extractfile(name)) for d in _entries(name, file))
    return Corpus("WebNLG, human", documents)


def _wanted(name: str) -> bool:
    *_, split, size, _ = name.split("/")
    return split in ("dev", "test") and int(size.removesuffix("triples")) >= LEAST_TRIPLES


def _entries(name: str, file: IO[bytes]) -> Iterator[Document]:
    for entry in ElementTree.parse(file).iter("entry"):
        texts = [(lex.text or "").strip() for lex in entry.iter("lex") if lex.get("comment") == "good"]
        triples = [(triple.text or "").split(" | ") for triple in entry.iter("mtriple")]
        labels = {end.strip('"').replace("_", " ") for s, _, o in triples for end in (s, o)}
        if texts and texts[0]:
            yield Document(texts[0], f"{name}#{entry.get('eid')}", tuple(sorted(labels)))


def wikicontradict(data: Path) -> Corpus:
    """The self-contained contexts (from Wikipedia, edited by people), each once."""
    with gzip.open(_there(data / WIKICONTRADICT), "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    texts = [row[f"context{n}_self_contained"].strip() for row in rows for n in (1, 2)]
    return Corpus("WikiContradict", tuple(Document(text, text) for text in dict.fromkeys(texts) if text))


def _there(path: Path) -> Path:
    if not path.is_file():
        raise InputError(f"{path} is missing: the texts to compare with are read from the shared data.")
    return path
