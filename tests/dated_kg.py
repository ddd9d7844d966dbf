"""A small graph of real facts with dates: some physicists, who taught whom, where and when they were born and died."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from contragraph.graph.store import Staging
from contragraph.loaders.assemble import KgSettings, assemble
from contragraph.loaders.cleaning import Cleaning
from contragraph.loaders.raw import RawTables

PEOPLE = {
    "wd:Q9123": ("Ernest Rutherford", "1871-08-30", "1937-10-19"),
    "wd:Q47285": ("J. J. Thomson", "1856-12-18", "1940-08-30"),
    "wd:Q183108": ("John William Strutt", "1842-11-12", "1919-06-30"),
    "wd:Q7085": ("Niels Bohr", "1885-10-07", "1962-11-18"),
    "wd:Q103854": ("Aage Bohr", "1922-06-19", "2009-09-08"),
    "wd:Q441028": ("Christian Christiansen", "1843-10-09", "1917-11-28"),
    "wd:Q313248": ("Christian Bohr", "1855-02-14", "1911-02-03"),
    "wd:Q102483": ("Max Planck", "1858-04-23", "1947-10-04"),
    "wd:Q57067": ("Otto Hahn", "1879-03-08", "1968-07-28"),
    "wd:Q103835": ("Max von Laue", "1879-10-09", "1960-04-24"),
    "wd:Q58978": ("Gustav Ludwig Hertz", "1887-07-22", "1975-10-30"),
    "wd:Q57055": ("Walther Bothe", "1891-01-08", "1957-02-08"),
    "wd:Q77308": ("Philipp von Jolly", "1809-09-26", "1884-12-24"),
}
"""Id, name, dates of birth and death."""
PLACES = {
    "wd:Q1748": "Copenhagen",
    "wd:Q35": "Denmark",
    "wd:Q18125": "Manchester",
    "wd:Q145": "United Kingdom",
    "wd:Q64": "Berlin",
    "wd:Q183": "Germany",
    "wd:Q1707": "Kiel",
    "wd:Q350": "Cambridge",
    "wd:Q1726": "Munich",
    "wd:Q1055": "Hamburg",
    "wd:Q1794": "Frankfurt",
    "wd:Q3033": "Göttingen",
}
OTHERS = {
    "wd:Q5": "human",
    "wd:Q515": "city",
    "wd:Q6256": "country",
    "wd:Q169470": "physicist",
    "wd:Q35794": "University of Cambridge",
    "wd:Q186285": "University of Copenhagen",
    "wd:Q152087": "Humboldt University of Berlin",
    "wd:Q38104": "Nobel Prize in Physics",
}
FACTS = (
    *("Q9123 P184 Q47285", "Q47285 P184 Q183108", "Q7085 P184 Q441028", "Q7085 P1066 Q9123", "Q7085 P22 Q313248"),
    *("Q103854 P22 Q7085", "Q7085 P40 Q103854", "Q103835 P184 Q102483", "Q58978 P184 Q102483", "Q57055 P184 Q102483"),
    *("Q102483 P184 Q77308", "Q7085 P1066 Q47285", "Q9123 P1066 Q47285", "Q47285 P1066 Q183108"),
    *("Q7085 P19 Q1748", "Q7085 P20 Q1748", "Q103854 P19 Q1748", "Q103854 P20 Q1748", "Q313248 P19 Q1748"),
    *("Q47285 P19 Q18125", "Q47285 P20 Q350", "Q9123 P20 Q350", "Q102483 P19 Q1707", "Q102483 P20 Q3033"),
    *(
        "Q57067 P19 Q1794",
        "Q57067 P20 Q3033",
        "Q58978 P19 Q1055",
        "Q58978 P20 Q64",
        "Q103835 P20 Q64",
        "Q77308 P20 Q1726",
    ),
    *("Q1748 P17 Q35", "Q35 P36 Q1748", "Q18125 P17 Q145", "Q350 P17 Q145", "Q64 P17 Q183", "Q183 P36 Q64"),
    *("Q1707 P17 Q183", "Q1726 P17 Q183", "Q1055 P17 Q183", "Q1794 P17 Q183", "Q3033 P17 Q183"),
    *("Q9123 P69 Q35794", "Q47285 P69 Q35794", "Q183108 P69 Q35794", "Q7085 P69 Q186285", "Q103854 P69 Q186285"),
    *(
        "Q441028 P108 Q186285",
        "Q313248 P108 Q186285",
        "Q102483 P108 Q152087",
        "Q103835 P69 Q152087",
        "Q57055 P69 Q152087",
    ),
    *("Q77308 P20 Q1726", "Q57055 P69 Q152087", "Q186285 P131 Q1748", "Q35794 P131 Q350", "Q152087 P131 Q64"),
    *("Q7085 P166 Q38104", "Q103854 P166 Q38104", "Q102483 P166 Q38104", "Q103835 P166 Q38104", "Q47285 P166 Q38104"),
)


def staged(folder: Path) -> Staging:
    """The staging tables of the graph."""
    facts = [(f"wd:{s}", f"wdt:{r}", f"wd:{o}") for s, r, o in (fact.split() for fact in FACTS)]
    facts += [(person, "wdt:P31", "wd:Q5") for person in PEOPLE] + [(p, "wdt:P106", "wd:Q169470") for p in PEOPLE]
    countries = {"wd:Q35", "wd:Q145", "wd:Q183"}
    facts += [(place, "wdt:P31", "wd:Q6256" if place in countries else "wd:Q515") for place in PLACES]
    dates = [
        (p, relation, date) for p, (_, *two) in PEOPLE.items() for relation, date in zip(("wdt:P569", "wdt:P570"), two)
    ]
    names = {**{i: label for i, (label, *_) in PEOPLE.items()}, **PLACES, **OTHERS}
    raw = RawTables(folder / "raw")
    with raw.writing("people", "1") as out:
        out.add("facts", pl.DataFrame(facts, schema=["subject", "relation", "object"], orient="row"))
        literals = pl.DataFrame(dates, schema=["subject", "relation", "value"], orient="row")
        out.add("literal_facts", literals.with_columns(datatype=pl.lit("xsd:date")))
        out.add("names", pl.DataFrame(list(names.items()), schema=["id", "name"], orient="row"))
    settings = KgSettings("people", Cleaning(hubs=0), type_relations=("wdt:P31",))
    return assemble(raw, folder / "staged", settings)[0]
