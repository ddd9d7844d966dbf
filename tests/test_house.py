"""The house: the public API, the documents, the make targets."""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp
import pytest
from networkx import DiGraph, strongly_connected_components

import contragraph
from tests import cli
from tests.cli import Result, environment

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [
    *(
        ROOT / name
        for name in (
            "README.md",
            "CONTRIBUTING.md",
            "CHANGELOG.md",
            "SECURITY.md",
            "examples/README.md",
        )
    ),
    *sorted((ROOT / "docs").rglob("*.md")),
]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TOOLS = {"make", "pip", "git", "cd", "docker", "export", "source"}
"""What a ``sh`` block may call: it is for set-up, and not run by tests."""


def blocks(path: Path, language: str) -> list[str]:
    """The code blocks of one language in a document."""
    return [body for name, body in FENCE.findall(path.read_text("utf-8")) if name == language]


# -- the Python API ------------------------------------------------------------------------------------------


def test_all_is_the_public_api() -> None:
    """What can be imported, what type checkers see and ``__all__`` are the same names."""
    assert sorted(contragraph.__all__) == contragraph.__all__
    for name in contragraph.__all__:
        assert getattr(contragraph, name) is not None
    tree = ast.parse((ROOT / "api" / "__init__.py").read_text("utf-8"))
    typed = {"__version__"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("contragraph."):
            typed |= {alias.asname or alias.name for alias in node.names}
    assert typed == set(contragraph.__all__)
    public = {n for n in dir(contragraph) if not n.startswith("_") and n in contragraph.__all__}
    assert public == {n for n in contragraph.__all__ if not n.startswith("_")}


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        contragraph.__getattr__("nonsense")


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = (
        "import sys, contragraph\n"
        "print({'neo4j', 'ladybug', 'rdflib', 'litellm', 'polars', 'pyarrow', 'pydantic', 'click'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_prove_statements_of_ones_own() -> None:
    """Each side alone is consistent, both together are not; the same side twice is."""
    inside = contragraph.Statement("wd:Q649", "wdt:P131", "wd:Q159")
    outside = contragraph.Statement("wd:Q159", "wdt:P131", "wd:Q649")
    proof = contragraph.prove([inside], [outside])
    assert proof
    assert proof.conflicts[0].hops == 1
    assert set(proof.conflicts[0].minimal[0].statements) == {inside.id, outside.id}
    nothing = contragraph.prove([inside], [inside])
    assert not nothing
    assert nothing.conflicts == ()


# -- documents -------------------------------------------------------------------------------------------------


def console_lines() -> list[tuple[str, str]]:
    """Every command of a ``console`` block with the name of its document; the readme comes first."""
    return [
        (path.name, line.removeprefix("$ "))
        for path in DOCUMENTS
        for block in blocks(path, "console")
        for line in block.splitlines()
        if line.startswith("$ ")
    ]


FORKED = re.compile(r"""contragraph\b((?: (?:"[^"]*"|'[^']*'|\$\([^)]*\)|[^\s|<>;&"'$`\\])+)+)(?: >(\S+))?""")
"""A call of the command line alone: its words, and the file that takes what it prints."""


def run_line(line: str, folder: Path, path: str) -> Result:
    """Run a line as a shell does that finds tools along ``path``.

    Of a call of the command line alone the shell makes the words, and a fork does the rest: it starts at once.
    """
    alone = FORKED.fullmatch(line)
    script = f"printf '%s\\0' {alone[1]}" if alone else line
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=environment(PATH=path), capture_output=True, text=True, check=False
    )
    if alone is None or done.returncode:
        return Result(done.returncode, done.stdout, done.stderr)
    result = cli.contragraph(*done.stdout.split("\0")[:-1], cwd=folder)
    if alone[2]:
        (folder / alone[2]).write_text(result.out, "utf-8")
    return result


def test_every_command_in_the_documents_works(tmp_path: Path) -> None:
    """All console blocks, in order, in one empty folder; then the Python blocks of the readme."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = environment(PATH=path)
    lines = console_lines()
    assert len(lines) > 15
    for name, line in lines:
        done = run_line(line, tmp_path, path)
        assert done.code == 0, f"{name}: {line}\n{done.err}"
        if name == "README.md" and line.startswith("contragraph cypher"):
            assert done.out.strip() not in ("", "[]", "(none)"), f"{line} gives no row"
    for block in blocks(ROOT / "README.md", "python"):
        subprocess.run([sys.executable, "-c", block], cwd=tmp_path, env=env, check=True, capture_output=True)


def test_documents_show_commands_only_where_they_are_run() -> None:
    """``sh`` blocks are set-up with known tools, whose make targets exist; there are no other shell blocks."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for path in DOCUMENTS:
        assert not blocks(path, "bash"), path
        for block in blocks(path, "sh"):
            for line in block.splitlines():
                words = shlex.split(line, comments=True)
                if not words:
                    continue
                assert words[0] in TOOLS, f"{path.name}: {line}"
                if words[0] == "make":
                    assert next(w for w in words[1:] if "=" not in w) in targets, f"{path.name}: {line}"


def test_links_between_documents_lead_somewhere() -> None:
    for path in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text("utf-8")):
            if "://" not in target:
                assert (path.parent / target).exists(), f"{path.name} links to {target}"


def test_every_decision_is_in_the_index() -> None:
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text("utf-8")
    for page in folder.glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in index, page.name


# -- modules ---------------------------------------------------------------------------------------------------

ROOMS = (
    "adapters",
    "annotation",
    "api",
    "app",
    "cypher",
    "dataset",
    "documents",
    "evaluation",
    "generation",
    "graph",
    "kgs",
    "llm",
    "loaders",
    "ontology",
    "reasoning",
    "samples",
)


def modules() -> list[Path]:
    return [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


def test_modules_are_small_and_say_what_they_are_for() -> None:
    for path in modules():
        text = path.read_text("utf-8")
        assert len(text.splitlines()) <= 400, path
        assert ast.get_docstring(ast.parse(text)), path


def imports() -> DiGraph[str]:
    """Which module imports which, within functions and for type checkers as well."""
    graph = grimp.build_graph("contragraph", exclude_type_checking_imports=False, cache_dir=None)
    return DiGraph((one, other) for one in graph.modules for other in graph.find_modules_directly_imported_by(one))


def test_no_modules_import_each_other() -> None:
    assert [sorted(circle) for circle in strongly_connected_components(imports()) if len(circle) > 1] == []


def test_no_packages_import_each_other() -> None:
    """A package is its own modules here; it may use the packages in it, and they it, as long as no modules do."""
    found = imports()
    folders = {module.rpartition(".")[0] for module in found}
    place = {module: module if module in folders else module.rpartition(".")[0] for module in found}
    apart = ((place[one], place[other]) for one, other in found.edges)
    packages = DiGraph((a, b) for a, b in apart if not f"{a}.".startswith(f"{b}.") and not f"{b}.".startswith(f"{a}."))
    assert [sorted(circle) for circle in strongly_connected_components(packages) if len(circle) > 1] == []


def test_no_two_classes_have_one_name() -> None:
    named: dict[str, list[Path]] = {}
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                named.setdefault(node.name, []).append(path)
    assert {name: paths for name, paths in named.items() if len(paths) > 1} == {}


def test_every_package_is_declared() -> None:
    """A folder with modules that ``pyproject.toml`` does not name would be missing in a wheel."""
    declared = (ROOT / "pyproject.toml").read_text("utf-8")
    for folder in {path.parent.relative_to(ROOT) for path in modules()} - {Path("api")}:
        assert f'"contragraph.{".".join(folder.parts)}" = "{folder}"' in declared, folder


def test_cypher_stands_in_cypher_files_only() -> None:
    """No module but the examples of the command line and the compiler of patterns holds a query."""
    query = re.compile(r"\b(MATCH|MERGE|UNWIND)\s*\(|\bRETURN\s+\w+\.\w+|\bCREATE\s+\(")
    for path in modules():
        if path not in (ROOT / "app" / "commands" / "cypher.py", ROOT / "cypher" / "matching.py"):
            assert not query.search(path.read_text("utf-8")), path


IDS = re.compile(r"\b(?:wdt?|dbo|dbp|dbr|yago|schema):\w+|\b[PQ][1-9]\d*\b|^(?:wdt?|dbo|dbp|dbr|yago):$")
"""Ids of the graphs that ship, and the prefixes that make one of a name or a number."""
IDS_ALLOWED = {
    # How each family of sources writes its ids, said in one place.
    "loaders/dbpedia/terms.py": {"dbo:", "dbp:", "dbr:"},
    "loaders/wikidata/terms.py": {"wd:Q", "wdt:P"},
    "loaders/yago/terms.py": {"yago:", "dbr:", "dbo:"},
    # What people write short (Q64, P36), types of relationships in Neo4j, and files of MAGIC, which have P36.
    "evaluation/imports/magic.py": {"wdt:"},
    "graph/engines/names.py": {"dbp:"},
    # The vocabulary of schema.org that RDF of any graph may have.
    "loaders/rdf/links.py": {"schema:sameAs"},
    "loaders/rdf/tables.py": {
        *("schema:name", "schema:alternateName", "schema:description", "schema:sameAs", "schema:mainEntityOfPage"),
        *("schema:url", "schema:image"),
    },
    "loaders/wikidata/truthy_lines.py": {"schema:name"},
    # Examples in messages and help, and what a message calls a relation.
    "app/commands/load_links.py": {"schema:sameAs"},
    "graph/lookup/resolve.py": {"wd:Q64", "wd:", "wdt:"},
    "kgs/reading.py": {"wdt:P31"},
    "loaders/report.py": {"P31"},
    "ontology/triples.py": {"wdt:P131", "wdt:P17"},
    "ontology/lexicon.py": {"wdt:P36"},
}
"""The ids that Python may hold, by module."""


def ids_in(path: Path) -> set[str]:
    """The ids of graphs in the strings of a module that are no docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    strings = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in docstrings)
    return {found for node in strings if isinstance(node.value, str) for found in IDS.findall(node.value)}


def test_no_id_of_a_graph_stands_in_python() -> None:
    """What is known of a graph is data in ``kgs/``; Python asks for its roles and classes."""
    folders = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["package-dir"].values()
    paths = (path for folder in folders for path in sorted((ROOT / folder).glob("*.py")))
    assert {str(path.relative_to(ROOT)): ids for path in paths if (ids := ids_in(path))} == IDS_ALLOWED
