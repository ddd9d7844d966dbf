"""Proven contradictions, and texts that carry them, made from real knowledge graphs.

This is the public Python API. Names are imported when they are first used, so that importing the package costs
nothing: no driver, no reader of files and no parser comes with it.

    import contragraph as cg

    with cg.open_store("ladybug:./my.lbug", create=True) as store:
        cg.load_wikidata5m(store, cg.released_files(cg.sample_files()))
        for pair in cg.instances(store, cg.Settings("1-multi-hop=2")):
            print(pair.perturbed.text.body)
        cg.generate(store, "dataset", cg.Settings("small", controls="1:1"))
    assert cg.check("dataset").accepted
    cg.open_dataset("dataset").to_pandas()

A path is a text or a ``Path``. What does not fit a call raises an ``InputError`` that says so in one plain sentence.
"""

from __future__ import annotations

from importlib import import_module
from types import FunctionType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contragraph._evaluate import evaluate
    from contragraph._memory import memorization
    from contragraph._own import load_rdf, load_table, new_kg
    from contragraph._prove import Proof, load_ontology, prove, prove_sets
    from contragraph._score import conflict_score
    from contragraph._validate import validate
    from contragraph._verbalise import verbalise
    from contragraph.dataset.check.check import check
    from contragraph.dataset.check.faults import CheckReport
    from contragraph.dataset.folder.opened import Dataset, open_dataset
    from contragraph.dataset.records.bank import read_bank
    from contragraph.dataset.records.pairs import read_dataset, read_instances
    from contragraph.dataset.records.sets import read_sets
    from contragraph.dataset.types import parse_plan
    from contragraph.documents.score.metric import ConflictScore
    from contragraph.documents.validate import ContextFinding as Finding
    from contragraph.documents.validate import Validation
    from contragraph.evaluation.memory.result import Memorization
    from contragraph.generation.bank.making import BankReport, generate_bank
    from contragraph.generation.bank.settings import BankSettings
    from contragraph.generation.run.making import RunReport as Report
    from contragraph.generation.run.making import Settings, generate, instances
    from contragraph.generation.sets.making import generate_sets
    from contragraph.generation.settings.set_plan import SetPlan
    from contragraph.graph.doctor.audit import audit
    from contragraph.graph.errors import ContragraphError, InputError
    from contragraph.graph.lookup.resolve import resolve_entity, resolve_relation
    from contragraph.graph.lookup.search import find_names
    from contragraph.graph.model import Conflict, Entity, Instance, Literal, Relation, Statement, Text
    from contragraph.graph.paths.search import find_paths
    from contragraph.graph.paths.wanted import Wanted
    from contragraph.graph.store import GraphStore
    from contragraph.graph.stores.open import open_store
    from contragraph.graph.versions.history import content as version_content
    from contragraph.graph.versions.history import log as version_log
    from contragraph.loaders.cleaning import Cleaning
    from contragraph.loaders.wikidata.wikidata5m import LoadSettings, load_wikidata5m, released_files
    from contragraph.reasoning.prover.sets import SetVerdict
    from contragraph.samples import example_files, sample_files

    __version__: str

__all__ = [
    "BankReport",
    "BankSettings",
    "CheckReport",
    "Cleaning",
    "Conflict",
    "ConflictScore",
    "ContragraphError",
    "Dataset",
    "Entity",
    "Finding",
    "GraphStore",
    "InputError",
    "Instance",
    "Literal",
    "LoadSettings",
    "Memorization",
    "Proof",
    "Relation",
    "Report",
    "SetPlan",
    "SetVerdict",
    "Settings",
    "Statement",
    "Text",
    "Validation",
    "Wanted",
    "__version__",
    "audit",
    "check",
    "conflict_score",
    "evaluate",
    "example_files",
    "find_names",
    "find_paths",
    "generate",
    "generate_bank",
    "generate_sets",
    "instances",
    "load_ontology",
    "load_rdf",
    "load_table",
    "load_wikidata5m",
    "memorization",
    "new_kg",
    "open_dataset",
    "open_store",
    "parse_plan",
    "prove",
    "prove_sets",
    "read_bank",
    "read_dataset",
    "read_instances",
    "read_sets",
    "released_files",
    "resolve_entity",
    "resolve_relation",
    "sample_files",
    "validate",
    "verbalise",
    "version_content",
    "version_log",
]

_PLACES = {
    "_evaluate": ("evaluate",),
    "_memory": ("memorization",),
    "_own": ("load_rdf", "load_table", "new_kg"),
    "_prove": ("Proof", "load_ontology", "prove", "prove_sets"),
    "_score": ("conflict_score",),
    "_validate": ("validate",),
    "_verbalise": ("verbalise",),
    "dataset.check.check": ("check",),
    "dataset.check.faults": ("CheckReport",),
    "dataset.folder.opened": ("Dataset", "open_dataset"),
    "dataset.records.bank": ("read_bank",),
    "dataset.records.pairs": ("read_dataset", "read_instances"),
    "dataset.records.sets": ("read_sets",),
    "dataset.types": ("parse_plan",),
    "documents.score.metric": ("ConflictScore",),
    "documents.validate": ("Validation",),
    "evaluation.memory.result": ("Memorization",),
    "generation.bank.making": ("BankReport", "generate_bank"),
    "generation.bank.settings": ("BankSettings",),
    "generation.run.making": ("Settings", "generate", "instances"),
    "generation.sets.making": ("generate_sets",),
    "graph.doctor.audit": ("audit",),
    "generation.settings.set_plan": ("SetPlan",),
    "graph.errors": ("ContragraphError", "InputError"),
    "graph.lookup.resolve": ("resolve_entity", "resolve_relation"),
    "graph.lookup.search": ("find_names",),
    "graph.model": ("Conflict", "Entity", "Instance", "Literal", "Relation", "Statement", "Text"),
    "graph.paths.search": ("find_paths",),
    "graph.paths.wanted": ("Wanted",),
    "graph.store": ("GraphStore",),
    "graph.stores.open": ("open_store",),
    "loaders.cleaning": ("Cleaning",),
    "loaders.wikidata.wikidata5m": ("LoadSettings", "load_wikidata5m", "released_files"),
    "reasoning.prover.sets": ("SetVerdict",),
    "samples": ("example_files", "sample_files"),
}
_PLACE = {name: (module, name) for module, names in _PLACES.items() for name in names} | {
    "version_content": ("graph.versions.history", "content"),
    "version_log": ("graph.versions.history", "log"),
    "Finding": ("documents.validate", "ContextFinding"),
    "Report": ("generation.run.making", "RunReport"),
}
"""The module of each public name, and what it is called there."""


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        value: object = version("contragraph")
    elif name in _PLACE:
        import_module("contragraph._notebook")
        module, inside = _PLACE[name]
        value = getattr(import_module(f"contragraph.{module}"), inside)
        if isinstance(value, FunctionType):
            value = _public(value, name)
    else:
        raise AttributeError(f"module 'contragraph' has no attribute '{name}'")
    globals()[name] = value
    return value


def _public(function: FunctionType, name: str) -> object:
    """A function that holds its arguments against its signature, and goes by its public name (as to be pickled)."""
    checked: FunctionType = import_module("contragraph.graph.given").forgiving(function, name)
    checked.__module__, checked.__qualname__, checked.__name__ = __name__, name, name
    return checked


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
