"""The steps of a soak: every command that writes, what is there before it, and what a user does after a stop."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from contragraph.samples import sample_files
from tests.made import few_axioms
from tests.soak_place import STORE, Place, run, told

Base = Literal["empty", "loaded", "two", "made", "old"]
"""What is there before a step: no store; the sample; the sample and a small graph; the sample, a run and its folders;
a store of the first layout."""
PLAN = "1-single-hop=3"
EX = "http://example.org/"


@dataclass(frozen=True, slots=True)
class Step:
    """A command. In ``words``, ``{name}`` stands for what the base knows under that name.

    ``again`` are the commands that a user gives one after the other after a stop, until one is not refused: the same
    one, unless its own words say otherwise. ``store`` is whether it has to do with the store, whichever engine that is.
    """

    name: str
    base: Base
    words: str
    again: tuple[str, ...] = ()
    store: bool = True

    def tries(self) -> tuple[str, ...]:
        """What is given after a stop."""
        return self.again or (self.words,)


def _resumed(name: str, base: Base, words: str) -> Step:
    return Step(name, base, words, (f"{words} --resume",))


_GENERATE = f"generate --plan {PLAN} --ontology few.ttl --processes 1 --out"
_SETS = "generate --benchmark context-validation --plan self=1,pair=1 --documents 5 --lengths 1-50 --processes 1 --out"
_MODEL = "--model openai/scripted --api-base {url} --cache answers.sqlite"
STEPS = (
    Step("load sample", "empty", "load sample --report report.json"),
    Step("load wikidata5m", "empty", "load wikidata5m {sample} --work work"),
    Step("load sample again", "made", "load sample"),
    Step("load rdf", "empty", "load rdf graph.nt --kg mine --report report.json"),
    Step("load rdf beside a graph", "made", "load rdf graph.nt --kg mine --work work"),
    Step("load links", "two", "load links links.nt"),
    Step("load for import", "empty", "load rdf graph.nt --kg mine --store import:bundle", store=False),
    _resumed("generate pairs", "loaded", f"{_GENERATE} other"),
    _resumed("generate sets", "loaded", f"{_SETS} other"),
    Step(
        "generate in its place",
        "made",
        f"{_GENERATE} dataset --seed 8 --overwrite",
        (f"{_GENERATE} dataset --seed 8 --resume", f"{_GENERATE} dataset --seed 8 --overwrite"),
    ),
    *(
        Step(f"export to {name}", "made", f"export dataset --to {name} --out exported", store=False)
        for name in ("magic", "html", "jsonl", "parquet", "hf", "rdf", "rag --passages 2", "neo4j")
    ),
    Step("export in parts", "made", "export dataset --to jsonl --split 50/50 --out exported", store=False),
    Step(
        "evaluate baselines",
        "made",
        "evaluate dataset --baseline always --baseline negation --out results",
        store=False,
    ),
    Step("evaluate a model", "made", f"evaluate dataset {_MODEL} --known --out results", store=False),
    Step("evaluate further", "made", f"evaluate dataset {_MODEL} --runs 4 --out judged", store=False),
    Step("classify", "made", "classify dataset --out kinds", store=False),
    Step("classify into the store", "made", "classify dataset --save"),
    Step("scan", "made", "scan notes --jobs 1 --html found.html", store=False),
    Step("review import", "made", "review dataset --import decisions.jsonl"),
    Step("review export", "made", "review dataset --export decided.jsonl"),
    Step("review demonstrations", "made", "review dataset --demonstrations shown.jsonl"),
    Step("versions edit", "made", "versions edit {version} --text text.txt"),
    Step("versions restore", "made", "versions restore {edited}"),
    Step("versions review", "made", "versions review {version} --reviewer ada --verdict real"),
    Step("runs dump", "made", "runs dump {run} other"),
    Step("runs load", "loaded", "runs load dump"),
    Step("runs delete", "made", "runs delete {run} --yes"),
    Step("runs migrate", "old", "runs migrate"),
    Step("find", "loaded", "find Berlin"),
    Step("read draw", "made", "read draw dataset --per-type 2 --seed abc --out drawn", store=False),
    Step("read find", "made", "read find reading --reader ada --from findings.jsonl", store=False),
    Step("read judge", "made", "read judge reading --reader bob --from judgements.jsonl", store=False),
    Step("read report", "made", "read report reading --out reading.md --texts", store=False),
)


@dataclass(frozen=True)
class Bases:
    """Folders to copy before each step, and what words of steps stand for."""

    folder: Path
    known: dict[str, str] = field(default_factory=dict)

    def of(self, base: Base) -> Path:
        """The folder of a base."""
        return self.folder / base


def prepared(folder: Path, url: str) -> Bases:
    """All bases, on embedded stores; ``url`` is the address of a model."""
    bases = Bases(folder, {"url": url, "sample": str(sample_files())})
    empty = bases.of("empty")
    empty.mkdir(parents=True)
    _inputs(empty)
    shutil.copytree(empty, bases.of("old"))
    told(lambda: _old(bases.of("old")))
    shutil.copytree(empty, bases.of("loaded"))
    _run(bases.of("loaded"), "load sample")
    shutil.copytree(bases.of("loaded"), bases.of("two"))
    _run(bases.of("two"), "load rdf graph.nt --kg mine")
    made = bases.of("made")
    shutil.copytree(bases.of("loaded"), made)
    _run(made, f"{_GENERATE} dataset")
    line = json.loads((made / "dataset/instances.jsonl").read_text("utf-8").split("\n")[0])
    bases.known["run"] = line["provenance"]["run"]
    bases.known["version"] = line["contexts"]["original"]["version"]
    bases.known["edited"] = line["contexts"]["perturbed"]["version"]
    _run(made, f"versions edit {bases.known['edited']} --text text.txt")
    _run(made, f"runs dump {bases.known['run']} dump")
    shutil.copytree(made / "dump", bases.of("loaded") / "dump")
    _readers(made)
    told(lambda: _decided(made, bases.known["edited"]))
    _run(made, f"evaluate dataset {_MODEL} --runs 1 --judge openai/scripted --out judged".format(url=url))
    return bases


def _run(folder: Path, words: str) -> None:
    ended = run(Place(folder, {}), words.split())
    if ended.code:
        raise RuntimeError(f"contragraph {words}: {ended.err}")


def _inputs(folder: Path) -> None:
    """Files that commands read."""
    facts = [
        f"<{EX}{one}> <{EX}{how}> <{EX}{one * k % 301}> ." for one in range(301) for k, how in ((3, "near"), (7, "far"))
    ]
    names = [f'<{EX}{one}> <http://www.w3.org/2000/01/rdf-schema#label> "Thing {one}"@en .' for one in range(301)]
    (folder / "graph.nt").write_text("\n".join([*facts, *names, ""]), "utf-8")
    same = "<http://www.w3.org/2002/07/owl#sameAs>"
    links = [f"<{EX}{one}> {same} <http://www.wikidata.org/entity/Q{number}> ." for one, number in ((1, 64), (2, 90))]
    (folder / "links.nt").write_text("\n".join([*links, ""]), "utf-8")
    few_axioms(folder)
    (folder / "text.txt").write_text("Nothing is known of it.\n", "utf-8")
    (folder / "notes").mkdir()
    for year in (1820, 1920):
        told = f"The Old Mill of Tarn was built in {year} by Anna Roth. It has two wheels.\n"
        (folder / "notes" / f"{year}.txt").write_text(told, "utf-8")


def _old(folder: Path) -> None:
    from tests.stores import make_layout_1

    make_layout_1(f"ladybug:{folder / STORE}")


def _readers(made: Path) -> None:
    """A reading with the findings of one reader, and files with those and the judgements of others."""
    _run(made, "read draw dataset --per-type 3 --seed abc --out reading")
    found = [{"pair": n, "verdict": "none", "english": {"A": "fine", "B": "clumsy"}} for n in (1, 2, 3)]
    judged = [{"pair": n, "declared": ["real"], "remarks": "missed"} for n in (1, 2, 3)]
    for name, lines in (("findings", found), ("judgements", judged)):
        (made / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    _run(made, "read find reading --reader bob --from findings.jsonl")


def _decided(made: Path, edited: str) -> None:
    """A file of decisions on the pairs that were not edited, made on a copy of the store."""
    from tests.reviewing import desk_of, judge

    copy = made.with_name("decided")
    shutil.copytree(made, copy)
    desk = desk_of(copy)
    for item in (each for each in desk.items if edited not in each.versions):
        judge(desk, "ada", item, "accept", reason="It is one.")
    desk.export_to(made / "decisions.jsonl")
    shutil.rmtree(copy)
