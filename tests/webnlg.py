"""A small real graph with dates, numbers and units: the triples of WebNLG, as its editors took them from DBpedia."""

from __future__ import annotations

import re
import tarfile
from pathlib import Path
from xml.etree import ElementTree

import polars as pl

from contragraph.graph.store import Staging
from contragraph.loaders.assemble import KgSettings, assemble
from contragraph.loaders.cleaning import Cleaning
from contragraph.loaders.raw import RawTables

ARCHIVE = "webnlg/release_v2_constrained.tar.gz"
Row = dict[str, str | None]

_NAMES = {
    "elevationAboveTheSeaLevel": "elevation",
    "populationTotal": "populationTotal",
    "yearOfConstruction": "completionDate",
    "numberOfStudents": "numberOfStudents",
}
_DATE = re.compile(r"-?\d{4}-\d\d-\d\d")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:E-?\d+)?")
_QUANTITY = re.compile(r'"?(-?\d+(?:\.\d+)?)"? ?\(([\w ]+)\)')
_YEARS = ("Year", "Date", "year", "date", "established", "founded")


def triples(data: Path) -> list[tuple[str, str, str]]:
    """Subject, relation and object of every triple, once, in the order of the files."""
    found: dict[tuple[str, str, str], None] = {}
    with tarfile.open(data / ARCHIVE) as archive:
        for member in sorted(archive.getmembers(), key=lambda m: m.name):
            if not member.name.endswith(".xml") or "/test/" in member.name:
                continue
            file = archive.extractfile(member)
            assert file is not None
            for entry in ElementTree.parse(file).iter("entry"):
                for triple in entry.iter("mtriple"):
                    subject, relation, thing = (part.strip() for part in (triple.text or "").split(" | "))
                    found[subject, relation, thing] = None
    return list(found)


def relation_of(name: str) -> str:
    """The relation as DBpedia's ontology names it; a unit in the name goes to the value."""
    plain = re.sub(r"_?\(.*\)$", "", name)
    return "dbo:" + re.sub(r"\W", "", _NAMES.get(plain, plain))


def literal_of(relation: str, thing: str) -> tuple[str, str] | None:
    """Value and datatype of what is no entity; None for an entity."""
    text = thing.strip('"')
    quantity = _QUANTITY.fullmatch(thing)
    if quantity:
        unit = "".join(w.capitalize() if i else w for i, w in enumerate(quantity[2].split()))
        return quantity[1], "dbt:" + re.sub(r"[sS](?=Per|$)", "", unit).replace("squareMetre", "squareMetre")
    if _DATE.fullmatch(text):
        return text, "xsd:date"
    if re.fullmatch(r"[12]\d{3}", text) and any(word in relation for word in _YEARS):
        return text, "xsd:gYear"
    if _NUMBER.fullmatch(text):
        unit = "dbt:metre" if "metres" in relation or relation in ("height", "length") else ""
        return text, unit or ("xsd:double" if "." in text else "xsd:integer")
    return (text, "xsd:string") if thing.startswith('"') else None


def staged(data: Path, folder: Path) -> Staging:
    """The staging tables of the graph, in which nothing has a class.

    The editors sorted texts, not things: Turkey stands under "Monument", Jazz under "Artist". With these as classes the
    rules of what may be told, which look at classes, would rightly refuse four fifths of the seeds.
    """
    facts: list[Row] = []
    literals: list[Row] = []
    for subject, relation, thing in triples(data):
        literal = literal_of(relation, thing)
        row: Row = {"subject": f"dbr:{subject}", "relation": relation_of(relation)}
        if literal is None:
            facts.append({**row, "object": f"dbr:{thing}"})
        else:
            literals.append({**row, "value": literal[0], "datatype": literal[1]})
    raw = RawTables(folder / "raw")
    with raw.writing("webnlg", "1") as out:
        out.add("facts", pl.DataFrame(facts))
        out.add("literal_facts", pl.DataFrame(literals))
    staging, _ = assemble(raw, folder / "staged", KgSettings("dbpedia", Cleaning(hubs=0)))
    return staging
