"""What tests of the pages share: datasets that are longer or more hostile than real ones, and reading of HTML."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

from tests.cli import contragraph
from tests.forge import rewrite
from tests.made import Line, dataset, lines_of, sets

NASTY = [
    "<script>document.title='owned'</script>",
    "\"><img src=x onerror=alert(1)> ' & &amp; {{ 7*7 }} {% raw %}",
    "שלום \u202eevil\u202d\u2066 עולם",
    "x" * 10_000,
    "--></svg></title><style>*{display:none}</style>",
    "nul \u0000 bell \u0007",
    "javascript:alert(1)",
    "",
]
"""Labels that would do harm if they were taken for anything but text."""


def exported(folder: Path, source: Path) -> Path:
    """The pages of a dataset, written by the command into a folder."""
    done = contragraph("export", source, "--to", "html", "--out", "site", cwd=folder)
    assert done.code == 0, done.err
    return folder / "site"


def kinds_of_sets(site: Path) -> list[Path]:
    """The pages of a set of each type."""
    first = {line["type"]: line["id"] for line in reversed(lines_of(sets()))}
    return [site / "set" / f"{name}.html" for name in first.values()]


def longer(folder: Path, count: int) -> Path:
    """A dataset of ``count`` pairs: those of the small one over and over, with ids of their own."""
    target = _copied(folder)
    lines = lines_of(target)
    repeated = [{**lines[i % len(lines)], "id": f"{i:016x}"} for i in range(count)]
    rewrite(target, repeated)
    return target


def hostile(folder: Path, source: Path | None = None) -> Path:
    """The small dataset, or another, with labels, texts, ids and names that do harm where taken for more than text."""
    target = _copied(folder, source)
    rewrite(target, [_spoilt(line, number) for number, line in enumerate(lines_of(target))])
    return target


def _copied(folder: Path, source: Path | None = None) -> Path:
    target = folder / "dataset"
    shutil.copytree(source or dataset(), target)
    return target


def _spoilt(line: Line, number: int) -> Line:
    text = json.dumps(line, ensure_ascii=False)
    spoilt: Line = json.loads(text)
    for context in spoilt["documents"] if "documents" in spoilt else spoilt["contexts"].values():
        pieces = [f"{NASTY[(number + i) % len(NASTY)]} end. " for i in range(len(context["sentences"]))]
        place = 0
        for sentence, piece in zip(context["sentences"], pieces, strict=True):
            sentence["start"], sentence["end"] = place, place + len(piece)
            place += len(piece)
        context["text"] = "".join(pieces)
        for i, statement in enumerate(context["statements"]):
            for j, part in enumerate(("subject", "relation", "object")):
                statement[part]["label"] = NASTY[(i + j + number) % len(NASTY)]
        context["title" if "documents" in spoilt else "version"] = NASTY[number % len(NASTY)]
    spoilt["type"] = NASTY[number % 3]
    spoilt["domains"] = [NASTY[(number + 1) % len(NASTY)], "../../etc"]
    spoilt["relations"] = ["wdt:P36/../../../x", NASTY[number % len(NASTY)]]
    for conflict in spoilt["conflicts"][:1]:
        if "contexts" in spoilt:
            conflict["id"] = "$(touch owned)'; --"
        minimal = conflict["minimal"][0]
        minimal["axioms"] = [*minimal["axioms"], NASTY[number % len(NASTY)]]
    spoilt["provenance"]["run"] = NASTY[0]
    return spoilt


@dataclass
class Html(HTMLParser):
    """A page as a test needs it: links, ids, headings, marks, entries of a list."""

    text: str
    links: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    headings: list[int] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    attributes: set[str] = field(default_factory=set)
    entries: int = 0
    words: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self.attributes |= set(given)
        self.links += [given[name] or "" for name in ("href", "src") if name in given]
        if given.get("id"):
            self.ids.append(given["id"] or "")
        if tag in ("h1", "h2", "h3", "h4"):
            self.headings.append(int(tag[1]))
        self.entries += tag == "li" and "value" in given

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read(path: Path) -> Html:
    """A page of an export."""
    return Html(path.read_text("utf-8"))


_HEADING = re.compile(r"<h([1-6])[^>]*>(.*?)</h[1-6]>", re.DOTALL)


def empty_headings(text: str) -> list[str]:
    """The headings of a page after which nothing comes before the next one that is not deeper."""
    found = list(_HEADING.finditer(text))
    ends = [*(its.start() for its in found[1:]), text.find("</main>")]
    deeper = [int(b[1]) > int(a[1]) for a, b in pairwise(found)]
    return [
        its[2]
        for its, end, leads in zip(found, ends, [*deeper, False], strict=True)
        if not leads and not re.sub(r"<[^>]*>", "", text[its.end() : end]).strip()
    ]
