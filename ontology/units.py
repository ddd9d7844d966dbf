"""Units of measurement: what the datatypes of quantities mean, and how they are written (``units.toml``)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, lru_cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: ``factor`` of the unit ``base`` of its kind make one; ``before`` where the symbol precedes the number."""

    name: str
    base: str
    factor: Decimal
    symbol: str
    before: bool = False
    items: tuple[str, ...] = ()
    """Things of a graph (CURIEs) that name it."""


@cache
def _units() -> Mapping[str, Unit]:
    tables = tomllib.loads((files("contragraph.ontology") / "units.toml").read_text(encoding="utf-8"))
    return {
        name: Unit(
            name,
            table.get("of", name),
            Decimal(table.get("factor", "1")),
            table["symbol"],
            table.get("before", False),
            tuple(table.get("items", ())),
        )
        for name, table in tables.items()
    }


@lru_cache(maxsize=4096)
def local_name(datatype: str) -> str:
    """The last part of a datatype's CURIE or IRI: ``date`` for ``xsd:date``."""
    return re.split(r"[#:/]", datatype)[-1]


@lru_cache(maxsize=4096)
def unit_of(datatype: str) -> Unit | None:
    """The unit that a datatype names, if it is one that we know."""
    return _units().get(local_name(datatype))


@cache
def datatypes_of_items() -> Mapping[str, str]:
    """The datatype of quantities in each unit that a thing of a graph names, by the id of that thing."""
    return {item: f"cg:{name}" for name, unit in _units().items() for item in unit.items}


@lru_cache(maxsize=256)
def datatype_of_symbol(symbol: str) -> str:
    """The datatype of quantities that are written with a symbol, letter case aside; empty where we know none."""
    names = (name for name, unit in _units().items() if unit.symbol.casefold() == symbol.casefold())
    return next(names, "")
