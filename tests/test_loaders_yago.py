"""YAGO in each of its published layouts: terms, facts, times, names, classes, and what is no fact."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contragraph.graph.errors import InputError
from contragraph.loaders.yago.classes import inferred
from contragraph.loaders.yago.files import stage_yago
from contragraph.loaders.yago.lines import layout_of
from contragraph.loaders.yago.terms import curies, literals
from contragraph.ontology.namespaces import expand
from tests.yago_files import (
    BASE,
    FACTS,
    PREFIXES,
    entity,
    facts_of,
    identified,
    n_triples,
    plain,
    staged,
    turtle_3,
    turtle_45,
)

# -- one KG, many layouts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("facts.tsv", plain()),
        ("yagoFacts.tsv.gz", identified()),
        ("yagoFacts.ttl", turtle_3()),
        ("yago-wd-facts.nt.gz", n_triples()),
        ("yago-facts.ttl", turtle_45()),
    ],
)
def test_same_facts_in_every_layout_are_the_same_graph(tmp_path: Path, name: str, text: str) -> None:
    for part in ("one", "other"):
        (tmp_path / part).mkdir()
    one, report = staged(tmp_path / "one", (name, text))
    other, _ = staged(tmp_path / "other", ("facts.tsv", plain()))
    expected = {("yago:" + s.replace('"', "%22"), "yago:" + r, "yago:" + o, None, None) for s, r, o in FACTS}
    assert facts_of(one) == expected
    assert one.snapshot == other.snapshot
    assert report.facts == len(FACTS)
    assert entity(one, "yago:Take_the_%22A%22_Train")["label"] == 'Take the "A" Train'


# -- names, values, what is left out --------------------------------------------------------------------------------


def test_yago_45_names_values_and_classes(tmp_path: Path) -> None:
    text = (
        PREFIXES
        + """yago:Ada\trdf:type\ts:Person\t.
yago:Ada\trdfs:label\t"Ada, called \\"A\\""@en\t.
yago:Ada\trdfs:label\t"Ada von L."@de\t.
yago:Ada\ts:alternateName\t"Enchantress"@en\t.
yago:Ada\trdfs:comment\t"A mathematician of the 19th century."@en\t.
yago:Ada\ts:birthDate\t"1815-12-10"^^xsd:date\t.
yago:Ada\ts:height\t"1.65"^^yago:Metre\t.
yago:Ada\ts:children\t3\t.
yago:Ada\ts:url\t"https://example.org"^^xsd:anyURI\t.
yago:Ada\ts:mainEntityOfPage\t<https://en.wikipedia.org/wiki/Ada>\t.
yago:Ada\ts:spouse\tyago:William\t.
not a fact at all
"""
    )
    staging, report = staged(tmp_path, ("yago-facts.ttl", text))
    ada = entity(staging, "yago:Ada")
    assert (ada["label"], ada["aliases"], ada["types"]) == ('Ada, called "A"', ["Enchantress"], ["schema:Person"])
    assert ada["description"] == "A mathematician of the 19th century."
    values = pl.read_parquet(staging.table("literal_facts")).join(
        pl.read_parquet(staging.table("literals")), left_on="object", right_on="id"
    )
    assert set(values.select("relation", "value", "datatype").iter_rows()) == {
        ("schema:birthDate", "1815-12-10", "xsd:date"),
        ("schema:height", "1.65", "yago:Metre"),
        ("schema:children", "3", "xsd:integer"),
    }
    (tally,) = [tally for tally in report.files if tally.file == "yago-facts.ttl"]
    assert tally.dropped == {
        "in another language": 1,
        "link, or note about a source": 2,
        "not one fact on the line": 1,
    }
    assert tally.first_lines["not one fact on the line"] == [17]


def test_the_small_edition_begins_with_the_schema(tmp_path: Path) -> None:
    schema = "s:Person a sh:NodeShape ;\n  sh:property [\n    sh:path s:spouse ;\n  ] ;\n.\n" * 100
    staging, report = staged(tmp_path, ("yago-tiny.ttl", PREFIXES + schema + turtle_45()))
    assert len(facts_of(staging)) == len(FACTS)
    assert report.files[0].dropped == {"not one fact on the line": 500}


def test_yago_3_labels_dates_and_odd_ids(tmp_path: Path) -> None:
    text = """<id_1>\t<de/Köln>\t<isLocatedIn>\t<Germany>\t
<id_2>\t<Ada>\t<wasBornOnDate>\t"1815-12-##"^^xsd:date\t1815.12
<id_3>\t<Ada>\t<diedOnDate>\t"####-##-##"^^xsd:date\t
<id_4>\t<Ada>\trdfs:label\t"Countess Ada"@eng\t
<id_5>\t<Ada>\tskos:prefLabel\t"Ada Lovelace"@eng\t
<id_6>\t<Ada>\t<hasMusicalRole>\t<wordnet_guitar_103467517>\t
"""
    staging, report = staged(tmp_path, ("yagoFacts.tsv", text))
    assert entity(staging, "yago:de/Köln")["label"] == "Köln"
    assert entity(staging, "yago:wordnet_guitar_103467517")["label"] == "guitar"
    ada = entity(staging, "yago:Ada")
    assert (ada["label"], ada["aliases"]) == ("Ada Lovelace", ["Countess Ada"])
    literals_ = pl.read_parquet(staging.table("literals"))
    assert literals_.select("value", "datatype").rows() == [("1815-12", "xsd:gYearMonth")]
    assert report.files[0].dropped == {"date without a year": 1}


NUMBERS = {
    "hasHeight": "1.75",
    "hasNumberOfPeople": "-12",
    "wasCreatedOnDate": "1912-06-23",
    "diedOnDate": "1954-##-##",
}


@pytest.mark.parametrize("layout", ["plain", "identified", "triples"])
def test_plain_numbers_and_dates_are_values(tmp_path: Path, layout: str) -> None:
    """Without quotes they are no names of things."""
    told = [("Ada", "isMarriedTo", "William"), *(("Ada", relation, value) for relation, value in NUMBERS.items())]
    wrapped = [(s, r, o if o in NUMBERS.values() else f"<{o}>") for s, r, o in told]
    lines = {
        "plain": [f"{s}\t{r}\t{o}" for s, r, o in told],
        "identified": [f"<id_{n}>\t<{s}>\t<{r}>\t{o}\t" for n, (s, r, o) in enumerate(wrapped)],
        "triples": [f"<{s}>\t<{r}>\t{o} ." for s, r, o in wrapped],
    }[layout]
    staging, _ = staged(tmp_path, ("facts.tsv", "\n".join(lines) + "\n"))
    assert pl.read_parquet(staging.table("entities"))["id"].sort().to_list() == ["yago:Ada", "yago:William"]
    values = pl.read_parquet(staging.table("literal_facts"))
    assert set(values["relation"]) == {f"yago:{name}" for name in NUMBERS}


def test_terms() -> None:
    terms = pl.Series(
        "term",
        [
            "<Elvis>",
            "<http://yago-knowledge.org/resource/Elvis>",
            "<https://schema.org/spouse>",
            "owl:Thing",
            "<http://elsewhere.org/x>",
            '"text"',
            "_:blank",
            "<a b>",
        ],
    )
    expected = ["yago:Elvis", "yago:Elvis", "schema:spouse", "owl:Thing", None, None, None, "yago:a%20b"]
    assert curies(terms).to_list() == expected
    objects = pl.Series(
        ['"a\\u00e9\\n"@EN-gb', '"5"^^xsd:integer', "-2.5", "<http://elsewhere.org/x>", '"\\ud83d\\ude00"', "<E>"]
    )
    assert literals(objects).rows() == [
        ("aé\n", "rdf:langString", "en-gb"),
        ("5", "xsd:integer", None),
        ("-2.5", "xsd:decimal", None),
        ("http://elsewhere.org/x", "xsd:anyURI", None),
        ("😀", "xsd:string", None),
        (None, None, None),
    ]


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="<>\n\r\t"), max_size=12), max_size=8)
)
def test_any_bracketed_name_becomes_an_id_that_is_an_iri(names: list[str]) -> None:
    terms = [f"<{name}>" for name in names if "://" not in name]
    for name, found in zip(terms, curies(pl.Series("term", terms, dtype=pl.String))):
        assert (found is None) == (name == "<>")
        if found is not None:
            assert not set(expand(found)) & set(' <>"{}|^`\\')


def test_a_huge_literal_is_left_out(tmp_path: Path) -> None:
    text = turtle_45() + f'yago:Ada\ts:slogan\t"{"x" * 10_000_000}"@en\t.\n'
    text += 'yago:Ada\ts:slogan\t"a\\u0000b"@en\t.\n'
    staging, report = staged(tmp_path, ("yago-facts.ttl", text))
    assert len(facts_of(staging)) == len(FACTS)
    assert report.files[0].dropped == {"literal that is too long": 1, "literal with a null character": 1}


# -- classes --------------------------------------------------------------------------------------------------------

RULES: dict[str, object] = {
    "subject": {"yago:playsFor": "schema:Person"},
    "object": {"yago:wasBornIn": "schema:Place", "yago:hasCapital": "schema:City", "yago:actedIn": "schema:Movie"},
    "above": {"schema:City": "schema:Place", "schema:SportsTeam": "schema:Organization"},
    "title": [
        {"pattern": r"_\(TV_series\)$", "class": "schema:TVSeries"},
        {"pattern": r"_F\.C\.$", "class": "schema:SportsTeam"},
        {"pattern": "College", "class": "schema:CollegeOrUniversity", "within": "schema:Organization"},
    ],
}


def test_classes_from_relations_and_titles() -> None:
    facts = pl.LazyFrame(
        [
            ("yago:Ann", "yago:playsFor", "yago:X_F.C."),
            ("yago:Ann", "yago:wasBornIn", "yago:Bern"),
            ("yago:Swiss", "yago:hasCapital", "yago:Bern"),
            ("yago:Ann", "yago:actedIn", "yago:Show_(TV_series)"),
            ("yago:Bob", "yago:isAffiliatedTo", "yago:X_F.C."),
            ("yago:Bob", "yago:isAffiliatedTo", "yago:Union"),
            ("yago:Ann", "yago:wasBornIn", "yago:College_Park"),
            ("yago:Cid", "rdf:type", "yago:Robot"),
            ("yago:Cid", "yago:playsFor", "yago:Thing"),
        ],
        schema=["subject", "relation", "object"],
        orient="row",
    )
    assert dict(inferred(facts, RULES).iter_rows()) == {
        "yago:Ann": "schema:Person",
        "yago:Bern": "schema:City",
        "yago:Bob": "schema:Person",
        "yago:College_Park": "schema:Place",
        "yago:Show_(TV_series)": "schema:TVSeries",
        "yago:Union": "schema:Organization",
        "yago:X_F.C.": "schema:SportsTeam",
    }


def test_classes_of_dbpedia_by_links(tmp_path: Path) -> None:
    same, dbr = "<http://www.w3.org/2002/07/owl#sameAs>", "http://dbpedia.org/resource/"
    kind = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://dbpedia.org/ontology/"
    links = f"<{dbr}Doom> {same} <{BASE}Doom> .\n<{BASE}id_Software> {same} <{dbr}Id_Software> .\n"
    links += f"<{dbr}Doom> {same} <http://www.wikidata.org/entity/Q1> .\n"
    kinds = f"<{dbr}Doom> {kind}VideoGame> .\n<{dbr}Id_Software> {kind}Company> .\n<{dbr}Other> {kind}City> .\n"
    facts = "id_Software\tcreated\tDoom\nJohn\tcreated\tDoom\nJohn\tworksAt\tid_Software\n"
    staging, report = staged(tmp_path, ("facts.tsv", facts), ("links.nt", links), ("instance_types.nt", kinds))
    assert len(facts_of(staging)) == 3
    assert entity(staging, "yago:Doom")["types"] == ["dbo:VideoGame"]
    assert entity(staging, "yago:id_Software")["types"] == ["dbo:Company"]
    assert entity(staging, "yago:John")["types"] == ["schema:Person"]
    assert report.entities == 3
    assert report.files[1].dropped == {"link, or note about a source": 1}


# -- bad input ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("yago-schema.ttl", "schema:Person a sh:NodeShape ;\n", "holds no facts"),
        ("letter.txt", "Dear all,\n\nnothing here.\n", "no layout of YAGO"),
        ("thing.ttl", "schema:A a rdfs:Class ;\n  rdfs:label 'x' ;\n  rdfs:comment 'y' .\n", "no layout of YAGO"),
        ("empty.tsv", "", "is empty"),
        ("wikidata5m_all_triplet.txt", "Q1\tP2\tQ3\nQ3\tP2\tQ4\n", "contragraph load wikidata5m"),
        ("yago-meta.ttl", PREFIXES + '<< yago:A yago:b yago:C >> s:startDate "1990"^^xsd:gYear .\n', "no facts"),
    ],
)
def test_what_holds_no_facts_is_said(tmp_path: Path, name: str, text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        staged(tmp_path, (name, text))


def test_no_file_at_all(tmp_path: Path) -> None:
    (tmp_path / "readme.md").write_text("hello")
    for paths, said in (([], "No file"), ([tmp_path / "no.ttl"], "no file"), ([tmp_path], "no file of YAGO")):
        with pytest.raises(InputError, match=said):
            stage_yago(paths, tmp_path / "staging")


def test_layouts() -> None:
    told = {
        "triples": 'yago:A\tyago:b\t"x. y"@en\t.',
        "identified": "<id_1>\t<A>\t<b>\t<C>\t",
        "timed": '<A>\t<b>\t<C>\t<occursSince>\t"1998-##-##"',
        "plain": "A\tb\tC",
    }
    for layout, line in told.items():
        found = layout_of(pl.Series([line]))
        assert found is not None
        assert found.layout == layout


# -- the real facts ---------------------------------------------------------------------------------------------------


@pytest.mark.data
def test_the_shared_facts(tmp_path: Path) -> None:
    if "CONTRAGRAPH_DATA" not in os.environ:
        pytest.skip("CONTRAGRAPH_DATA is not set")
    folder = Path(os.environ["CONTRAGRAPH_DATA"]) / "yago"
    names = ("joined_yago_facts.tsv.gz", "yago11k_timed_facts.tsv.gz")
    staging, report = stage_yago([folder / name for name in names], tmp_path / "staging")
    assert (report.facts, report.entities, report.relations) == (126_959, 57_375, 43)
    assert report.untyped < 0.15 * report.entities
    timed = pl.read_parquet(staging.table("facts")).filter(
        pl.col("valid_from").is_not_null() | pl.col("valid_to").is_not_null()
    )
    assert timed.height == 13_826  # births, deaths and foundings have become dates
    dates = pl.read_parquet(staging.table("literal_facts"))["relation"].value_counts()
    wanted = {("yago:wasBornOnDate", 3_340), ("yago:diedOnDate", 1_643), ("yago:wasCreatedOnDate", 1_426)}
    assert wanted < set(dates.iter_rows())
    assert entity(staging, "yago:Adam_Smith")["types"] == ["schema:Person"]


KINDS = {
    "schema:Person": {"person", "musical_artist", "office_holder", "writer", "scientist", "soccer_manager"},
    "schema:AdministrativeArea": {"settlement", "city", "town", "village", "administrative_region"},
    "schema:SportsTeam": {"soccer_club", "hockey_team"},
    "schema:Movie": {"film"},
    "schema:CollegeOrUniversity": {"university"},
    "schema:PoliticalParty": {"political_party"},
    "schema:Country": {"country"},
    "schema:MusicGroup": {"band"},
    "schema:TVSeries": {"television_show"},
    "schema:MusicComposition": {"single"},
}
WIDER = {"schema:City": "schema:AdministrativeArea", "schema:Place": "schema:AdministrativeArea"}


@pytest.mark.data
def test_inferred_kinds_are_those_that_dbpedia_gives(tmp_path: Path) -> None:
    if "CONTRAGRAPH_DATA" not in os.environ:
        pytest.skip("CONTRAGRAPH_DATA is not set")
    folder = Path(os.environ["CONTRAGRAPH_DATA"])
    staging, _ = stage_yago([folder / "yago" / "joined_yago_facts.tsv.gz"], tmp_path / "staging")
    lines = gzip.decompress((folder / "dbpedia" / "db_InsType_train.txt.gz").read_bytes()).decode().splitlines()
    told = {f"yago:{name}": kind for name, _, kind in (line.split("\t") for line in lines)}
    expected = {kind: own for own, kinds in KINDS.items() for kind in kinds}
    entities = pl.read_parquet(staging.table("entities")).select("id", "types").iter_rows()
    pairs = [(expected[told[i]], {WIDER.get(t, t) for t in types}) for i, types in entities if told.get(i) in expected]
    typed = [(kind, types) for kind, types in pairs if types]
    assert len(typed) > 5_500
    # A country is what DBpedia calls a region now and then, and the reverse.
    places = {"schema:Country", "schema:AdministrativeArea"}
    right = sum(kind in types or (kind in places and bool(places & types)) for kind, types in typed)
    print(f"{right} of {len(typed)} agree; {len(pairs) - len(typed)} have no class")
    assert right > 0.975 * len(typed)
