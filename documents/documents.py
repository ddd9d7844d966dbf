"""Documents to compare: a folder of text, Markdown and HTML files, or the passages that a retriever gave."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

from contragraph.documents.passages import documents_of
from contragraph.graph.errors import InputError

KINDS = (".txt", ".text", ".md", ".markdown", ".html", ".htm")
_SILENT = frozenset(["script", "style", "head", "nav", "noscript", "template", "svg"])
_BLOCKS = re.compile("p|div|br|li|ul|ol|tr|td|th|table|section|article|header|footer|dl|dt|dd|h[1-6]|blockquote|pre")


@dataclass(frozen=True, slots=True)
class NamedText:
    """A text with the name that it is shown by. Documents of different ``group`` are never compared."""

    name: str
    text: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class Collection:
    """Documents, and one plain sentence for each that was left out."""

    documents: tuple[NamedText, ...]
    faults: tuple[str, ...]


def read_documents(path: Path) -> Collection:
    """The documents of a folder (with its subfolders, in the order of their names), or of a trace in JSONL.

    :raises InputError: if there is none.
    """
    faults: list[str] = []
    if path.is_dir():
        found = list(read_folder(path, faults))
    elif path.is_file() and path.suffix in (".jsonl", ".ndjson"):
        found = list(_trace(path, faults))
    else:
        raise InputError(f"{path} is neither a folder nor a JSONL file of questions with their passages.")
    kept = [document for document in found if document.text.strip()]
    if empty := len(found) - len(kept):
        faults.append(f"{empty} {'document has' if empty == 1 else 'documents have'} no text and were left out")
    if len(kept) < 2:
        raise InputError(f"{path} holds {len(kept)} documents with text; there must be two ({', '.join(KINDS)}).")
    return Collection(tuple(kept), tuple(faults))


def read_folder(path: Path, faults: list[str]) -> Iterator[NamedText]:
    """The documents of a folder and its subfolders, in the order of their names."""
    others = 0
    for file in sorted(p for p in path.rglob("*") if p.is_file()):
        name = file.relative_to(path).as_posix()
        if file.suffix.lower() not in KINDS:
            others += 1
        elif (text := read_file(file, name, faults)) is not None:
            yield NamedText(name, text)
    if others:
        faults.append(f"{others} {'file is' if others == 1 else 'files are'} no text, Markdown or HTML")


def read_file(file: Path, name: str, faults: list[str]) -> str | None:
    """The text of a file without its marks; None, and why, if it cannot be read."""
    try:
        return plain(file.read_text("utf-8"), file.suffix.lower())
    except UnicodeDecodeError:
        faults.append(f"{name} is not UTF-8 and was left out")
    except OSError as error:
        faults.append(f"{name} cannot be read ({error.strerror}) and was left out")
    return None


def plain(raw: str, suffix: str) -> str:
    """The text of a file without its marks."""
    if suffix in (".html", ".htm"):
        return _of_html(raw)
    if suffix in (".md", ".markdown"):
        from markdown_it import MarkdownIt

        return _of_html(MarkdownIt("commonmark").enable("table").render(raw))
    return raw


class _Text(HTMLParser):
    """Collects the words of a page; blocks end lines."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self.silent += tag in _SILENT
        if _BLOCKS.fullmatch(tag):
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self.silent = max(0, self.silent - (tag in _SILENT))
        if _BLOCKS.fullmatch(tag):
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.parts.append(data)


def _of_html(raw: str) -> str:
    reader = _Text()
    reader.feed(raw)
    reader.close()
    lines = (" ".join(line.split()) for line in "".join(reader.parts).splitlines())
    return "\n\n".join(line for line in lines if line)


def _trace(path: Path, faults: list[str]) -> Iterator[NamedText]:
    """Each line a question with its passages: they are compared with each other, not with those of other questions."""
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except json.JSONDecodeError:
                faults.append(f"line {number} is not JSON and was left out")
                continue
            passages = documents_of(row)
            if passages is None:
                faults.append(f"line {number} has no list of passages, contexts or documents and was left out")
                continue
            for place, passage in enumerate(passages, 1):
                shown = f"question {number}, {passage.name or f'passage {place}'}"
                yield NamedText(shown, passage.text, str(number))
