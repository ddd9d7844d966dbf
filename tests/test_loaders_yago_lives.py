"""People of YAGO described by the years of their birth and death."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from contragraph.loaders.yago.files import YagoSettings, stage_yago

LINES = """subject\trelation\tobject\tstart\tend\tsplit
Ada\twasBornIn\tLondon\t1815-12-10\t1815-12-10\ttrain
Ada\tdiedIn\tMarylebone\t1852-##-##\t1852-##-##\ttrain
Byron\twasBornIn\tLondon\t1788-01-22\t1788-01-22\ttrain
Noel\tdiedIn\tLondon\t1825-##-##\t1825-##-##\ttrain
Byron\thasWonPrize\tMedal\t1812-##-##\t####-##-##\ttrain
Byron\tplaysFor\tClub\t1801-##-##\t####-##-##\ttrain
"""


def test_births_and_deaths_describe_people_and_what_happens_at_once_has_an_end(tmp_path: Path) -> None:
    path = tmp_path / "timed_facts.tsv"
    path.write_text(LINES, encoding="utf-8")
    staging, _ = stage_yago([path], tmp_path / "staging", YagoSettings())
    told = pl.read_parquet(staging.table("entities")).select("id", "description").rows()
    assert {i: text for i, text in told if text} == {
        "yago:Ada": "(1815–1852)",
        "yago:Byron": "(born 1788)",
        "yago:Noel": "(died 1825)",
    }
    facts = pl.read_parquet(staging.table("facts")).select("relation", "valid_from", "valid_to").rows()
    assert ("yago:hasWonPrize", "1812", "1812") in facts
    assert ("yago:playsFor", "1801", None) in facts
