"""What people look for before they join or cite: shelves of pages, change log, citation, workflows."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.test_house import DOCUMENTS, ROOT

SHELVES = ["Tutorial", "How-to", "Reference", "Explanation"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def read(path: str | Path) -> Any:  # noqa: ANN401
    """What a YAML file of the repository holds; no value of it may be an object of Python."""
    return yaml.safe_load((ROOT / path).read_text("utf-8"))


# -- pages -----------------------------------------------------------------------------------------------------


def pages(shelf: object) -> Iterator[str]:
    """All pages of a part of the navigation."""
    if isinstance(shelf, str):
        yield shelf
    for part in shelf.values() if isinstance(shelf, dict) else shelf if isinstance(shelf, list) else ():
        yield from pages(part)


def test_every_page_stands_on_one_shelf_once() -> None:
    """The pages are those of ``docs/`` and what is brought from elsewhere; nothing else is named."""
    site = read("mkdocs.yml")
    first, *shelves = site["nav"]
    assert list(pages(first)) == ["index.md"]
    assert [name for shelf in shelves for name in shelf] == SHELVES
    brought = site["extra"]["brought"]
    folder = ROOT / site["docs_dir"]
    there = [path.relative_to(folder).as_posix() for path in folder.rglob("*.md")]
    shown, wanted = Counter(pages(site["nav"])), Counter([*there, *brought])
    assert not wanted - shown, "pages that mkdocs.yml puts on no shelf"
    assert not shown - wanted, "shelves of mkdocs.yml hold what is no page, or a page twice"
    for source in brought.values():
        assert (ROOT / source).is_file(), source
    for hook in site["hooks"]:
        assert (ROOT / hook).is_file(), hook


def test_the_page_of_the_architecture_names_what_there_is() -> None:
    """Each path on it exists, and a module of a walk defines the name behind it; each of its rooms says what it is."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rooms = re.findall(r"^\| (`.+?) \|", text, re.MULTILINE)
    for path in re.findall(r"`([a-z_]+/[a-z0-9_/.]*)`", text):
        assert (ROOT / path).exists(), path
    stops = re.findall(r"^\d\. `(.+?\.py)`, `(\w+)`", text, re.MULTILINE)
    assert len(stops) == 24
    for path, name in stops:
        assert re.search(rf"^(?:async )?(?:def|class) {name}\b", (ROOT / path).read_text("utf-8"), re.MULTILINE), (
            f"{path}: {name}"
        )
    for room in re.findall(r"`([a-z]+)/`", " ".join(rooms)):
        page = (ROOT / room / "README.md").read_text("utf-8")
        for name in re.findall(r"`([a-z0-9_/]+\.py|[a-z_]+/|[a-z0-9_]+/[a-z0-9_]+\.toml)`", page):
            assert (ROOT / room / name).exists(), f"{room}/README.md names {name}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_lists_and_tables_are_such_for_every_reader_of_markdown(path: Path) -> None:
    """Readers agree on a list after a blank line, on one in it that is set in by four columns, on tables with heads."""
    text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    lines = ["", *(line.rstrip() for line in text.splitlines()), ""]
    for before, line, after in zip(lines, lines[1:], lines[2:], strict=False):
        item = re.match(r"( *)([-*]|\d+\.) ", line)
        if item:
            assert len(item[1]) % 4 == 0, line
            assert not before or re.match(r" *([-*]|\d+\.) | {2}", before), line
        if line.startswith("|") and not before.startswith("|"):
            assert not before, line
            assert re.match(r"\|[ :-]*-", after), line


# -- releases --------------------------------------------------------------------------------------------------


def test_citation_and_change_log_are_of_this_version() -> None:
    """The citation has what its format asks for; the change log has the version, or what will be in it."""
    citation = read("CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= citation.keys()
    assert citation["version"] == PROJECT["project"]["version"]
    assert citation["license"] == PROJECT["project"]["license"]
    log = (ROOT / "CHANGELOG.md").read_text("utf-8")
    releases = re.findall(r"^## \[(.+?)\](?: - (\d{4}-\d{2}-\d{2}))?$", log, re.MULTILINE)
    assert releases[0] in [("Unreleased", ""), (citation["version"], releases[0][1])]
    assert all(date for name, date in releases if name != "Unreleased")
    assert set(re.findall(r"^### (.+)$", log, re.MULTILINE)) <= {
        *("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"),
    }


def test_the_locked_versions_are_allowed() -> None:
    """Each package that is asked for is locked, by name alone, at a version that ``pyproject.toml`` allows."""
    lines = [line for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    locked = [Requirement(line) for line in lines]
    assert not [requirement for requirement in locked if requirement.url]
    groups = PROJECT["dependency-groups"]
    for asked in map(Requirement, [*PROJECT["project"]["dependencies"], *groups["dev"], *groups["site"]]):
        versions = [r.specifier for r in locked if canonicalize_name(r.name) == canonicalize_name(asked.name)]
        assert versions, f"{asked.name} is not in constraints.txt; run: make lock"
        for (version,) in versions:
            assert version.operator == "=="
            assert version.version in asked.specifier, f"{asked}, but {version} is locked; run: make lock"


def test_workflows_run_what_there_is() -> None:
    """Each action at a major version, each ``make`` target and script there is, each Python that the package names."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = [c.rpartition(" ")[2] for c in PROJECT["project"]["classifiers"] if re.search(r":: 3\.\d+$", c)]
    assert WORKFLOWS
    for path in WORKFLOWS:
        workflow = read(path)
        assert "permissions" in workflow, path.name
        for name, job in workflow["jobs"].items():
            assert job["timeout-minutes"] <= 90, name
            for step in job["steps"]:
                if "uses" in step:
                    assert re.fullmatch(r"[\w-]+/[\w-]+@(release/)?v\d+", step["uses"]), step["uses"]
                run = step.get("run", "")
                assert set(re.findall(r"\bmake ([a-z-]+)", run)) <= targets, run
                for script in re.findall(r"\bbash (\S+)", run):
                    assert (ROOT / script).is_file(), script
            pythons = job.get("strategy", {}).get("matrix", {}).get("python", named)
            assert pythons == named, name


def test_hooks_of_git_check_what_make_checks() -> None:
    """Together they run what ``make lint`` runs, at commit or at push."""
    hooks = [hook for repo in read(".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]]
    assert {stage for hook in hooks for stage in hook["stages"]} == {"pre-commit", "pre-push"}
    assert [hook["entry"].split()[0] for hook in hooks] == ["make"] * len(hooks)
    assert hooks[-1]["entry"].split()[-1] == "lint"


def test_forms_for_issues_are_whole() -> None:
    """Each form has what is shown in the list of forms, and asks for something by an id of its own."""
    forms = [path for path in sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")) if path.name != "config.yml"]
    assert len(forms) >= 3
    for path in forms:
        form = read(path)
        assert {"name", "description", "body"} <= form.keys(), path.name
        ids = [part["id"] for part in form["body"]]
        assert len(ids) == len(set(ids)), path.name
        assert any(part.get("validations", {}).get("required") for part in form["body"]), path.name
        assert all(part["attributes"]["label"] for part in form["body"]), path.name
