"""A small dataset from the sample, made once for all tests, and axioms in a few words."""

from __future__ import annotations

import atexit
import fcntl
import gzip
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TextIO

from contragraph.dataset.folder.content import content_of
from contragraph.graph.model import Strength
from contragraph.kgs import kg_of
from contragraph.ontology.axioms import Axiom, Kind, Ontology, Role, Term
from contragraph.ontology.turtle import format_ontology
from tests.cli import contragraph
from tests.staged_kgs import Triple

Line = dict[str, Any]
CLAIMS_WANTED = 12
FACTS_WANTED = 40
MIXED_PLAN = "1-single-hop=3,4-single-hop=1,1-multi-hop=3"
CLAIMS = ("--benchmark", "conflictbench", "--claims", str(CLAIMS_WANTED), "--documents", "4", "--lengths", "1-50")
BANK = ("--benchmark", "conflictbank", "--facts", str(FACTS_WANTED), "--controls", "1:1", "--allow-unproven")
SETS_PLAN = "self=3,pair=3,conditional=3,none=9"


@cache
def sample_world() -> Path:
    """A folder with the sample in ``contragraph.lbug`` and a dataset of two pairs per type in ``dataset``.

    ``loaded.lbug`` holds the sample alone.

    Processes of one test run share it: the first one makes it, the others wait.
    """
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    if run is None:
        folder = Path(tempfile.mkdtemp(prefix="contragraph-made-"))
    else:
        folder = Path(tempfile.gettempdir()) / f"contragraph-made-{run}"
        folder.mkdir(exist_ok=True)
    users = (folder / "users").open("w")  # open until the process ends
    fcntl.flock(users, fcntl.LOCK_SH)
    with (folder / "making").open("w") as making:
        fcntl.flock(making, fcntl.LOCK_EX)
        if not (folder / "dataset").exists():
            for arguments in (("load", "sample"), ("generate", "--plan", "small", "--out", "dataset", "--overwrite")):
                result = contragraph(*arguments, cwd=folder, PYTHONHASHSEED="0")
                assert result.code == 0, result.err
                if arguments[0] == "load":
                    shutil.copy(folder / "contragraph.lbug", folder / "loaded.lbug")
    atexit.register(_leave, folder, users)
    return folder


def _once(name: str, store: str, *arguments: str | Path) -> Path:
    """What a command makes of a copy of the loaded sample, or without one: the first process makes it, others wait."""
    folder = sample_world()
    with (folder / f"making-{name}").open("w") as making:
        fcntl.flock(making, fcntl.LOCK_EX)
        if not (folder / name).exists():
            if store != name:
                shutil.copy(folder / "loaded.lbug", folder / store)
            result = contragraph(*arguments, "--store", f"ladybug:{store}", cwd=folder)
            assert result.code == 0, result.err
    return folder / name


@cache
def sets() -> Path:
    """A dataset of sets of documents over the sample, also in ``sets.lbug``."""
    plan = ("--benchmark", "context-validation", "--plan", SETS_PLAN, "--lengths", "1-50,51-100")
    return _once("sets", "sets.lbug", "generate", *plan, "--out", "sets")


@cache
def claims() -> Path:
    """A dataset of claims with documents over the sample."""
    return _once("claims", "claims.lbug", "generate", *CLAIMS, "--out", "claims")


@cache
def bank() -> Path:
    """A bank of facts over the sample, also in ``bank.lbug``."""
    return _once("bank", "bank.lbug", "generate", *BANK, "--out", "bank")


@cache
def mixed() -> Path:
    """A dataset of the sample with one control for each pair."""
    return _once("mixed", "mixed.lbug", "generate", "--plan", MIXED_PLAN, "--controls", "1:1", "--out", "mixed")


@cache
def real_facts(data: Path) -> Path:
    """A store of the shared real facts with their dates."""
    named = {"triples": "wikidata5m_format_triples.txt.gz", "entities": "wikidata5m_format_entity.txt.gz"}
    named |= {"relations": "wikidata5m_format_relation.txt", "claims": "claims.time.kgtk.tsv.gz"}
    files = [word for key, name in named.items() for word in (f"--{key}", data / "wikidata" / name)]
    return _once("facts.lbug", "facts.lbug", "load", "wikidata5m", *files)


def _leave(folder: Path, users: TextIO) -> None:
    """Remove the folder, unless another process of the run still uses it."""
    with users, suppress(BlockingIOError):
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)


def dataset() -> Path:
    """The folder of the small dataset."""
    return sample_world() / "dataset"


def lines_of(folder: Path) -> list[Line]:
    """The pairs or sets of a dataset as plain JSON."""
    # Not splitlines: a label may hold one of the line separators of Unicode.
    return [json.loads(line) for line in (folder / content_of(folder).file).read_text("utf-8").split("\n") if line]


@cache
def raw_facts() -> frozenset[Triple]:
    """The facts of the sample, read from its file."""
    packed = files("contragraph.samples").joinpath("wikidata5m/wikidata5m_all_triplet.txt.gz")
    rows = (line.split("\t") for line in gzip.decompress(packed.read_bytes()).decode().splitlines())
    return frozenset((f"wd:{s}", f"wdt:{r}", f"wd:{o}") for s, r, o in rows)


def few_axioms(folder: Path) -> Path:
    """A file of the few axioms of Wikidata that suffice where it does not matter what a run finds.

    Each axiom is searched for, so that a run takes half of the time, and less on a server.
    """
    every = kg_of("wikidata").ontology
    path = folder / "few.ttl"
    path.write_text(format_ontology(every.only(a for a in every.axioms if a.kind is Kind.FUNCTIONAL)), "utf-8")
    return path


# -- axioms -----------------------------------------------------------------------------------------------


def axiom(kind: Kind, *terms: str | Role, strength: Strength = "strict") -> Axiom:
    """An axiom over relations; ``~P`` is the inverse of P."""
    roles: list[Term] = []
    for term in terms:
        if isinstance(term, Role) or kind in (Kind.SUB_CLASS, Kind.DISJOINT_CLASSES):
            roles.append(term)
        else:
            roles.append(Role(term.lstrip("~"), inverse=term.startswith("~")))
    name = "_".join(str(t).partition(":")[2] for t in roles)
    return Axiom(f"cg:ax_{kind.name.lower()}_{name}", kind, tuple(roles), strength)


def ontology(*axioms: Axiom, domains: Mapping[str, str], statable: Iterable[str] = ()) -> Ontology:
    """An ontology of these axioms, in which all relations of a KG may be said."""
    said = {r for a in axioms for r in a.relations if r.startswith("wdt:")} | {*domains, *statable}
    return Ontology(tuple(sorted(axioms, key=lambda a: a.id)), domains=domains, statable=frozenset(said))
