"""What the pages of ``make site`` show beside ``docs/``: documents from elsewhere, and every public name.

``extra.brought`` of ``mkdocs.yml`` says which page is made of which file of the repository. Documents link to each
other as they lie in the repository; here these links are turned into those between pages. What has no page, such as a
test that a document names, stands as its bare name.
"""

from __future__ import annotations

import ast
import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^()\s#]+)(#[^()\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made of files outside ``docs/``."""
    for page, source in config.extra["brought"].items():
        text = (ROOT / source).read_text("utf-8")
        files.append(File.generated(config, page, content=names(text) if source.endswith(".py") else text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links between files of the repository into links between pages; a link to no file stays, and is reported."""
    del files
    brought: dict[str, str] = config.extra["brought"]
    pages = {source: name for name, source in brought.items()}
    own = page.file.src_uri
    folder = posixpath.dirname(brought.get(own, f"docs/{own}"))

    def turned(link: re.Match[str]) -> str:
        text, target, part = link.groups()
        source = posixpath.normpath(posixpath.join(folder, target))
        if "://" in target or not (ROOT / source).is_file():
            return link[0]
        if source.startswith("docs/"):
            name = source.removeprefix("docs/")
        elif source in pages:
            name = pages[source]
        else:
            return text
        return f"[{text}]({posixpath.relpath(name, posixpath.dirname(own) or '.')}{part or ''})"

    return LINK.sub(turned, markdown)


def names(module: str) -> str:
    """The page of all names that a module declares public, from their docstrings; functions first, then classes."""
    (public,) = (
        ast.literal_eval(node.value)
        for node in ast.parse(module).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    )
    shown = [name for name in public if not name.startswith("_")]
    lines = [
        "# Every public name",
        "",
        "As `import contragraph as cg` gives them; [the Python API](api.md) tells what they are for.",
        "",
    ]
    for title, chosen in (
        ("Functions", [name for name in shown if name[0].islower()]),
        ("Classes", [name for name in shown if name[0].isupper()]),
    ):
        lines += [f"## {title}", ""]
        for name in chosen:
            lines += [f"::: contragraph.{name}", "    options:", "      heading_level: 3", ""]
    return "\n".join(lines)
