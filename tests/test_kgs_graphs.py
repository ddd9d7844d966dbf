"""DBpedia and YAGO as folders of data: what they say hangs together, can be told, and holds on the real facts."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from contragraph.kgs import Kg, kg_of
from contragraph.loaders.dbpedia.files import DbpediaSettings, stage_dbpedia
from contragraph.loaders.yago.files import stage_yago
from contragraph.ontology.axioms import AnyAxiom, Kind
from contragraph.reasoning.audit.lint import lint

GRAPHS = ("dbpedia", "yago")


@pytest.fixture(params=GRAPHS)
def kg(request: pytest.FixtureRequest) -> Kg:
    return kg_of(str(request.param))


def test_seeds_are_those_of_the_axioms(kg: Kg) -> None:
    assert dict(kg.ontology.domains) == dict(kg.domains)
    assert set(kg.seeds) <= kg.ontology.statable


def test_what_a_text_may_state_has_words(kg: Kg) -> None:
    assert sorted(r for r in kg.ontology.statable if r not in kg.lexicon.entries) == []


def test_axioms_are_affirmative(kg: Kg) -> None:
    assert [a.id for a in kg.ontology.axioms if a.kind is Kind.EXCLUSIVE_FORM] == []
    words = ("never", " no ", "none", "nobody", "refused")
    told = {r: text for r, text in kg.ontology.comments.items() if r in kg.ontology.statable}
    assert [r for r, text in told.items() if any(word in text for word in words)] == []


def test_no_axiom_refutes_what_should_be_possible(kg: Kg) -> None:
    assert [finding for finding in lint(kg.ontology) if finding.level == "error"] == []


def test_figures_of_axioms_are_low(kg: Kg) -> None:
    axioms: list[AnyAxiom] = [*kg.ontology.axioms, *kg.ontology.orders]
    high = {a.id: (a.facts, a.violations) for a in axioms if a.facts and a.violations and a.violations > 0.06 * a.facts}
    assert high == {}


def test_moments_are_dated_relations() -> None:
    yago = kg_of("yago")
    assert {*yago.moments.values(), *yago.object_moments.values()} == set(yago.ontology.dates)
    assert set(yago.ontology.dates) <= set(yago.errors)


@pytest.mark.data
def test_figures_are_those_of_the_real_facts(data_folder: Path, tmp_path: Path) -> None:
    yago = [data_folder / "yago" / n for n in ("joined_yago_facts.tsv.gz", "yago11k_timed_facts.tsv.gz")]
    names = ("db15k.nt.gz", "dbp15k_en_union.nt.gz", "db_InsType_train.txt.gz", "dbo-snapshots.ttl.gz")
    dbpedia = [data_folder / "dbpedia" / name for name in names]
    staged = {
        "yago": stage_yago(yago, tmp_path / "yago")[0],
        "dbpedia": stage_dbpedia(dbpedia, tmp_path / "dbpedia", DbpediaSettings(infobox=True))[0],
    }
    for name, staging in staged.items():
        tables = [pl.read_parquet(staging.table(table)) for table in ("facts", "literal_facts")]
        facts = pl.concat([table.select("subject", "relation", "object") for table in tables]).unique()
        told, found = {}, {}
        for axiom in kg_of(name).ontology.axioms:
            relation = axiom.roles[0].relation if axiom.roles else ""
            one = {Kind.FUNCTIONAL: "subject", Kind.INVERSE_FUNCTIONAL: "object"}.get(axiom.kind)
            if one is None or axiom.facts is None or relation.startswith("cg:"):
                continue
            values = facts.filter(pl.col("relation") == relation).group_by(one).len()["len"]
            told[axiom.id] = axiom.facts, axiom.violations
            found[axiom.id] = len(values), int((values > 1).sum())
        assert len(told) > 5
        assert found == told
