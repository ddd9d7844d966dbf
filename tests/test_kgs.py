"""The folders of knowledge graphs: what ships can be read whole, and a bad file is told in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from contragraph.graph.errors import InputError
from contragraph.kgs import kg_of, read_kg, shipped_kgs
from contragraph.ontology.axioms import Kind
from contragraph.ontology.turtle import format_ontology, read_ontology
from contragraph.reasoning.audit.lint import lint


def written(folder: Path, text: str) -> Path:
    (folder / "graph.toml").write_text(text, encoding="utf-8")
    return folder


def test_wikidata_ships_and_its_parts_fit_together() -> None:
    assert "wikidata" in shipped_kgs()
    kg = kg_of("wikidata")
    assert kg.role("instance_of") == ("wdt:P31",)
    assert kg.role("no such role") == ()
    assert kg.classes("human") == ("wd:Q5",)
    known = kg.ontology
    assert dict(known.domains) == dict(kg.domains)
    used = {str(a.terms[1]) for a in known.axioms if a.kind is Kind.AT_MOST_ONE and str(a.terms[1]).startswith("cg:")}
    assert used <= kg.levels.keys()
    levels = {
        (str(a.terms[1]), str(a.terms[0]))
        for a in known.axioms
        if a.kind is Kind.SUB_CLASS and a.id.startswith("cg:ax_level")
    }
    assert levels == {(level, c) for level, some in kg.levels.items() if level in used for c in some}
    assert kg.errors.keys() <= known.data


def test_the_seven_domains_are_those_of_the_paper() -> None:
    assert set(kg_of("wikidata").domains.values()) == {
        *("Human", "Geography", "Organization", "Creative Work", "Class/Concept", "Cause-Effect", "General"),
    }


def test_what_is_told_has_words() -> None:
    kg = kg_of("wikidata")
    assert kg.ontology.statable - kg.lexicon.entries.keys() == set()


def test_axioms_are_affirmative_and_sound() -> None:
    kg = kg_of("wikidata")
    told = {r for r in kg.ontology.statable if r.startswith("cg:")}
    assert told == {span.relation for span in kg.ontology.spans}
    assert [f.message for f in lint(kg.ontology) if f.level == "error"] == []


@pytest.mark.parametrize("name", shipped_kgs())
def test_ontologies_are_spelled_as_we_spell_them(name: str) -> None:
    path = kg_of(name).folder / "ontology.ttl"
    assert path.read_text(encoding="utf-8") == format_ontology(read_ontology(path))


@pytest.mark.parametrize("name", shipped_kgs())
def test_every_axiom_says_where_it_is_from(name: str) -> None:
    assert [a.id for a in kg_of(name).ontology.every if not a.source] == []


def test_axioms_are_broken_rarely() -> None:
    for axiom in kg_of("wikidata").ontology.every:
        if axiom.facts and axiom.violations:
            rate = axiom.violations / axiom.facts
            assert rate < 0.07, axiom.id
            if axiom.strength == "strict":
                assert rate < 0.015, axiom.id


def test_a_folder_of_ones_own(tmp_path: Path) -> None:
    kg = read_kg(
        written(
            tmp_path,
            'name = "mine"\n[roles]\ninstance_of = "ex:type"\nborders = ["ex:a", "ex:b"]\n'
            '[levels]\n"cg:Town" = ["ex:T"]\n"cg:Land" = ["ex:L"]\n[domains]\n"ex:p" = "General"\n'
            '[error]\n"ex:d" = { most = 10, small = 5, share = 0.5 }\n',
        )
    )
    assert kg.name == "mine"
    assert kg.role("instance_of") == ("ex:type",)
    assert list(kg.levels) == ["cg:Town", "cg:Land"]
    assert kg.seeds == ("ex:p",)
    assert kg.errors["ex:d"].small == 5
    assert kg.ontology.axioms == ()
    assert kg.filters == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", 'name must be a text, as in name = "wikidata"'),
        ('name = "x"\nrole = 1', "unknown key 'role'"),
        ('name = "x"\n[roles]\nborders = []', "[roles] borders must be an id or a list of ids"),
        ('name = "x"\n[roles]\nborders = ["P47"]', "[roles] borders: 'P47' is no id"),
        ('name = "x"\n[levels]\nTown = ["ex:a"]', "[levels]: 'Town' is no id"),
        ('name = "x"\n[levels]\n"cg:Town" = ["ex:a", "ex:a"]', "[levels] cg:Town names ex:a twice"),
        ('name = "x"\nlevels = "ex:a"', "levels must be a table, headed [levels]"),
        ('name = "x"\n[domains]\n"ex:p" = ""', "[domains] ex:p must be a text that is not empty"),
        ('name = "x"\n[error]\n"ex:d" = { most = 1, small = 5, share = 0.5 }', "least <= small <= most"),
        ('name = "x"\n[error]\n"ex:d" = 5', "[error] ex:d must be like"),
        ("name =", "no valid TOML"),
    ],
)
def test_a_bad_file_is_told_in_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read_kg(written(tmp_path, text))
    assert said in str(caught.value)
    assert str(tmp_path / "graph.toml") in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_graph_or_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no knowledge graph named 'x'; known are"):
        kg_of("x")
    with pytest.raises(InputError, match="cannot read"):
        read_kg(tmp_path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[roles]\nalias = "noid"', "is no id"),
        ("[titles]\nx = 3", "must be a text or a list of texts"),
        ("roles = 1", "must be a table"),
    ],
)
def test_terms_for_loading_and_grammar_are_checked(tmp_path: Path, text: str, said: str) -> None:
    for name in ("grammar.toml", "loading.toml"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=said):
            read_kg(written(tmp_path, 'name = "mine"'))
        (tmp_path / name).unlink()
