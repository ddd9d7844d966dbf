"""Mending names and labels: each rule by hand, and names typed in small letters on real ones, held out."""

import gzip
import os
from collections import Counter
from pathlib import Path

import polars as pl
import pytest

from contragraph.graph.loading import ranks
from contragraph.graph.model import id_number
from contragraph.loaders.cleaning import FOREIGN, INTERNAL, MARKED, UNLABELLED, Cleaning
from contragraph.loaders.names import COMMA, EMPTY, MARKUP, QUALIFIER, SCRIPT, UNDERSCORE, UNSEEN, mended, names_of
from contragraph.loaders.numbers import marked
from contragraph.loaders.wikidata import casing, repair
from contragraph.loaders.wikidata.casing import (
    CAPITAL,
    as_name,
    learnt,
    names_in_small_letters,
    replaced,
    spelled_as_names,
)
from contragraph.loaders.wikidata.repair import CLASS, HALF, REPEATED, SPELLED, SURNAME
from contragraph.loaders.wikidata.wikidata5m import LoadSettings, Wikidata5mFiles, stage_wikidata5m
from tests.test_loaders_wikidata5m import release

KNOWN = pl.Series(
    "label",
    [
        "Duke of Hamilton",
        "Bank of England",
        "Ludwig van Beethoven",
        "Peter van der Elst",
        "Vers-sur-Selles sur Lot",
        "The Club of FC Porto",
        "The FC Porto",
        "Old Railway station",
        "Berlin (Germany)",
        "Mr Hope of Germany",
    ],
)


@pytest.mark.parametrize(
    ("name", "better", "rule"),
    [
        ("<i>Hamlet</i>", "Hamlet", MARKUP),
        ("Sturm &amp; Drang", "Sturm & Drang", MARKUP),
        ("[[Paris|the city]]", "the city", MARKUP),
        ("'' The Graduate ''", "The Graduate", MARKUP),
        ("{{lang|fr}} Nice", "Nice", MARKUP),
        ("Central Equatoria|", "Central Equatoria", MARKUP),
        ("Order of St. Olav\u200e", "Order of St. Olav", UNSEEN),
        ("bio\xadsciences", "biosciences", UNSEEN),
        ("America/New_York", "America/New York", UNDERSCORE),
        ("Robert Flores(footballer)", "Robert Flores (footballer)", QUALIFIER),
        ("сhurch college", "church college", SCRIPT),
        ("President of Yemenمهدي", "President of Yemen", SCRIPT),
        ("Lǐ (李)", "Lǐ", SCRIPT),
        ("Dania, Florida,", "Dania, Florida", COMMA),
    ],
)
def test_what_does_not_belong_to_a_name(name: str, better: str, rule: str) -> None:
    assert mended(name) == (better, (rule,))
    assert mended(better) == (better, ())


@pytest.mark.parametrize(
    "name", ["In & Out", "vmsplice()", "G_δ set", "β-carotene", "'Asir", "Москва", "月島", "<3", "R&B"]
)
def test_what_is_left_alone(name: str) -> None:
    assert mended(name) == (name, ())


def test_names_of_lines() -> None:
    used: Counter[str] = Counter()
    lines = ["Ada\tLady  Lovelace\tAda", "\tThe Graduate\t''The Graduate''", "<br>", "Ada\xa0K. \t\x01Ada K."]
    names = names_of(pl.Series(lines), used)
    assert names.to_list() == [["Ada", "Lady Lovelace"], ["The Graduate"], [], ["Ada K."]]
    assert used == {EMPTY: 1, MARKUP: 2}


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("duke of bavaria", "Duke of Bavaria"),
        ("jan van der tann", "Jan van der Tann"),
        ("fc porto", "FC Porto"),
        ("anna k.d. müller", "Anna K.D. Müller"),
        ("soultz-sur-rhin", "Soultz-sur-Rhin"),
        ("conor o'brien", "Conor O'Brien"),
        ("guillaume d'abzac", "Guillaume d'Abzac"),
        ("leo mccarey", "Leo McCarey"),
        ("19th street", "19th Street"),
        ("jacques tits (mathematician)", "Jacques Tits (mathematician)"),
        ("sula (germany)", "Sula (Germany)"),
        ("quest: the hope", "Quest: The Hope"),
    ],
)
def test_capitals_of_a_name(label: str, name: str) -> None:
    spell = learnt(KNOWN, pl.Series([label, "of van sur fc"]))
    better = as_name(label, spell)
    assert better == name
    assert better.lower() == label


TEAM = "".join(f"Q{n}\tPlayer Number{n}\n" for n in range(10, 40))
WORDS = "".join(f"Q{n}\tkind of thing {n}\n" for n in range(50, 80))
PLAYS = "".join(f"Q{n}\tP54\tQ9\n" for n in range(10, 40))
KINDS = "".join(f"Q{n}\tP106\tQ{n + 40}\n" for n in range(10, 40))


def staged(
    folder: Path, entities: str, facts: str, texts: str = ""
) -> tuple[dict[str, dict[str, object]], dict[str, int]]:
    """The entities of a graph in which players have occupations, and how often each rule was used."""
    files = release(
        folder / "in",
        triples=PLAYS + KINDS + facts,
        entities="Q9\tFC Porto\n" + TEAM + WORDS + entities,
        relations="P54\tteam\nP106\toccupation\nP31\tis a\n",
        texts=texts or None,
    )
    if not texts:
        files = Wikidata5mFiles(files.triples, files.entities, files.relations)
    staging, report = stage_wikidata5m(files, folder / "out", LoadSettings(cleaning=Cleaning(hubs=0)))
    rows = pl.read_parquet(staging.table("entities")).to_dicts()
    counts = {repair.rule: repair.count for repair in report.repairs} | report.hidden_counts
    return {row["id"]: row for row in rows}, counts | {"untyped": report.untyped}


def test_a_player_is_a_name_and_an_occupation_is_none(tmp_path: Path) -> None:
    """Both are in small letters and known by one fact: what else stands there tells them apart."""
    entities, counts = staged(
        tmp_path,
        "Q1\tjean batmale\nQ2\tgoal keeper\nQ3\tneil of porto\tNeil Of Porto\nQ4\tclass (given name)\n",
        "Q1\tP54\tQ9\nQ10\tP106\tQ2\nQ3\tP54\tQ9\nQ10\tP1\tQ4\n",
    )
    labels = {key: entities[f"wd:{key}"]["label"] for key in ("Q1", "Q2", "Q3", "Q4")}
    assert labels == {
        "Q1": "Jean Batmale",
        "Q2": "goal keeper",
        "Q3": "Neil Of Porto",
        "Q4": "Class (given name)",
    }
    assert counts[SPELLED] == 2
    assert entities["wd:Q3"]["aliases"] == []


def test_people_and_classes(tmp_path: Path) -> None:
    entities, counts = staged(
        tmp_path,
        "Q1\tClemens, Samuel\tMark Twain\nQ2\tAshman, Jr.\nQ3\tClara bow\n"
        "Q4\tzinc\tZinc\tZinc Metal\tZinc Ore\nQ5\tParis, Texas\n",
        "Q1\tP106\tQ50\nQ2\tP106\tQ50\nQ3\tP106\tQ50\nQ60\tP31\tQ4\nQ5\tP31\tQ4\n",
        "Q5\tparis, texas\nQ2\tsomebody\n",
    )
    labels = [entities[f"wd:Q{n}"]["label"] for n in range(1, 6)]
    assert labels[1:] == ["Ashman, Jr.", "Clara Bow", "zinc", "Paris, Texas"]
    assert labels[0] in ("Mark Twain", "Samuel Clemens")
    assert entities["wd:Q5"]["description"] == ""
    assert (counts[HALF], counts[REPEATED], counts[CLASS]) == (1, 1, 1)


def test_surname_first_is_turned(tmp_path: Path) -> None:
    entities, counts = staged(tmp_path, "Q1\tclemens, samuel\n", "Q1\tP106\tQ50\nQ1\tP54\tQ9\n")
    assert entities["wd:Q1"]["label"] == "Samuel Clemens"
    assert counts[SURNAME] == 1


def test_labels_that_no_text_can_use(tmp_path: Path) -> None:
    """No name in Latin letters, markup that stays or is all there is, pages of the wiki: hidden, with the reason."""
    entities, counts = staged(
        tmp_path,
        "Q1\t月島町\tTsukishima\nQ2\t康保县\nQ3\ta <b\nQ4\t<br>\nQ5\t\tSecond Name\nQ6\tCategory:Weeks\n",
        "".join(f"Q{n}\tP54\tQ9\n" for n in range(1, 7)),
    )
    assert [entities[f"wd:Q{n}"]["label"] for n in (1, 4, 5)] == ["Tsukishima", "Q4", "Second Name"]
    assert [n for n in range(1, 7) if entities[f"wd:Q{n}"]["hidden"]] == [2, 3, 4, 6]
    assert (counts[FOREIGN], counts[MARKED], counts[UNLABELLED], counts[INTERNAL], counts[EMPTY]) == (1, 1, 1, 1, 1)
    assert counts["untyped"] == len(entities)


@pytest.mark.data
@pytest.mark.skipif("CONTRAGRAPH_DATA" not in os.environ, reason="CONTRAGRAPH_DATA is not set")
def test_names_typed_in_small_letters_are_found_and_spelled(tmp_path: Path) -> None:
    """Every 20th clean name is put in small letters: how many are found to be names, and spelled as they were."""
    data = Path(os.environ["CONTRAGRAPH_DATA"]) / "wikidata"
    clean = {
        line.split("\t")[0]
        for line in gzip.decompress((data / "entity_label_source.tsv.gz").read_bytes()).decode().splitlines()
        if not line.endswith("wikidata5m_alias")
    }
    files = Wikidata5mFiles(
        (data / "wikidata5m_format_triples.txt.gz",),
        data / "wikidata5m_format_entity.txt.gz",
        data / "wikidata5m_format_relation.txt",
        data / "wikidata5m_format_text.txt.gz",
    )
    staging, _ = stage_wikidata5m(files, tmp_path / "staging")
    entities, facts = (pl.read_parquet(staging.table(name)) for name in ("entities", "facts"))
    relations = facts["relation"].unique().sort()
    index = pl.DataFrame(
        {
            "subject": entities["id"].search_sorted(facts["subject"]),
            "relation": relations.search_sorted(facts["relation"]),
            "object": entities["id"].search_sorted(facts["object"]),
        }
    ).cast(pl.UInt32)
    ids, labels = entities["id"].str.strip_prefix("wd:"), entities["label"]
    classes = set(facts.filter(pl.col("relation").is_in(["wdt:P31", "wdt:P279"]))["object"])
    known = ids.is_in(list(clean)) & ~entities["id"].is_in(list(classes))
    several = labels.str.contains(" ") & labels.str.contains(r"^[\p{Latin}\p{P}\p{N} ]+$")
    names = (known & several & labels.str.contains(CAPITAL)).arg_true().gather_every(20)
    held = replaced(labels, names, labels.gather(names).str.to_lowercase().to_list())
    found = names_in_small_letters(index, held, entities["aliases"], relations.index_of("wdt:P31"))
    spelled = spelled_as_names(held, marked(len(labels), names), marked(len(labels), pl.Series([], dtype=pl.UInt32)))
    typed = [line.split("\t")[:2] for line in gzip.decompress(files.entities.read_bytes()).decode().splitlines()]
    first = ids.replace_strict(dict(typed), return_dtype=pl.String)
    words = (known & first.str.contains(r"^\P{Lu}*\p{Ll}\P{Lu}*$")).arg_true()
    read, spelt = held.gather(names), spelled.gather(names)
    taken = labels.gather(words).str.to_lowercase() != labels.gather(words)
    figures = {
        "names": len(names),
        "found": found.gather(names).sum() / len(names),
        "spelled": (spelt == labels.gather(names)).sum() / len(names),
        "words": len(words),
        "words taken for names": taken.sum() / len(words),
    }
    assert (spelt.str.to_lowercase() == read).all()
    print(figures)
    assert len(names) > 2_500
    assert figures["found"] > 0.85
    assert figures["spelled"] > 0.9
    assert figures["words taken for names"] < 0.05


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_how_much_is_looked_at_together_changes_nothing(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    for module in (repair, casing, ranks):
        monkeypatch.setattr(module, "AT_ONCE", size)
    aliases = pl.Series("aliases", [["b", "a"], [], ["Zinc", "x"], ["c"], ["d", "e"], ["f"], ["g"]])
    labels = pl.Series("label", ["n", "m", "Zinc", "o", "d", "f", "p"])
    left = repair.without(aliases, labels).to_list()
    assert left == [["b", "a"], [], ["x"], ["c"], ["e"], [], ["g"]]
    marks = pl.Series([True, True, False, True, False, False, True])
    rows = pl.DataFrame(
        {"subject": [0, 0, 2, 3, 6], "relation": [1, 1, 0, 4, 1]},
        schema_overrides=dict.fromkeys(("subject", "relation"), pl.UInt32),
    )
    assert casing.standing(rows, "subject", "relation", marks).to_list() == [0, 3, 0, 0, 1]
    ids = [f"wd:Q{number}" for number in range(7)]
    assert ranks.id_numbers(ids).to_list() == [id_number(each) for each in ids]
