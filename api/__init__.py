"""Proven contradictions, and texts that carry them, made from real knowledge graphs.

This is the public Python API. Names are imported when they are first used, so that importing the package costs
nothing: no driver, no reader of files and no parser comes with it.

    import contragraph as cg

    with cg.open_store("ladybug:./my.lbug", create=True) as store:
        cg.load_wikidata5m(store, cg.released_files(cg.sample_files()))
        cg.generate(store, Path("dataset"), cg.Settings(cg.parse_plan("small")))
    assert cg.check(Path("dataset")).accepted
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contragraph._prove import Proof, prove
    from contragraph.generation.check import CheckReport, check
    from contragraph.generation.dataset import read_instances
    from contragraph.generation.plan import parse_plan
    from contragraph.generation.run import Report, Settings, generate
    from contragraph.graph.errors import ContragraphError
    from contragraph.graph.model import Conflict, Entity, Instance, Literal, Relation, Statement
    from contragraph.graph.open import open_store
    from contragraph.graph.store import GraphStore
    from contragraph.loaders import Cleaning, LoadSettings, load_wikidata5m, released_files
    from contragraph.ontology import load_ontology
    from contragraph.samples import sample_files

    __version__: str

__all__ = [
    "CheckReport",
    "Cleaning",
    "Conflict",
    "ContragraphError",
    "Entity",
    "GraphStore",
    "Instance",
    "Literal",
    "LoadSettings",
    "Proof",
    "Relation",
    "Report",
    "Settings",
    "Statement",
    "__version__",
    "check",
    "generate",
    "load_ontology",
    "load_wikidata5m",
    "open_store",
    "parse_plan",
    "prove",
    "read_instances",
    "released_files",
    "sample_files",
]

_PLACES = {
    "_prove": ("Proof", "prove"),
    "generation.check": ("CheckReport", "check"),
    "generation.dataset": ("read_instances",),
    "generation.plan": ("parse_plan",),
    "generation.run": ("Report", "Settings", "generate"),
    "graph.errors": ("ContragraphError",),
    "graph.model": ("Conflict", "Entity", "Instance", "Literal", "Relation", "Statement"),
    "graph.open": ("open_store",),
    "graph.store": ("GraphStore",),
    "loaders": ("Cleaning", "LoadSettings", "load_wikidata5m", "released_files"),
    "ontology": ("load_ontology",),
    "samples": ("sample_files",),
}
_PLACE = {name: module for module, names in _PLACES.items() for name in names}


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        value: object = version("contragraph")
    elif name in _PLACE:
        value = getattr(import_module(f"contragraph.{_PLACE[name]}"), name)
    else:
        raise AttributeError(f"module 'contragraph' has no attribute '{name}'")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
