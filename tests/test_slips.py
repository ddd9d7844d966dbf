"""Facts that infoboxes got wrong are not told: posts as persons, kinds of schools as places, genres as employers."""

from __future__ import annotations

import pytest

from contragraph.generation.rules import dbpedia_slips
from contragraph.generation.rules.slips import is_slip
from contragraph.graph.model import Entity


def dbpedia(label: str, *types: str) -> Entity:
    return Entity(f"dbr:{label.replace(' ', '_')}", label, types=types)


PERSON, FILM, PLACE = "wd:Q5", "wd:Q11424", "dbo:Settlement"


@pytest.mark.parametrize(
    ("subject", "relation", "thing", "wrong"),
    [
        (dbpedia("Davidson College"), "dbo:athletics", dbpedia("private school"), True),
        (dbpedia("Davidson College"), "dbo:athletics", dbpedia("Southern Conference"), False),
        (dbpedia("Essen", PLACE), "dbo:type", dbpedia("North Rhine-Westphalia", PLACE), True),
        (dbpedia("Rogue"), "dbo:type", dbpedia("Subsidiary"), True),
        (dbpedia("Barton Fink", FILM), "wdt:P57", dbpedia("chief executive officer", PERSON), True),
        (dbpedia("Barton Fink", FILM), "wdt:P57", dbpedia("Joel Coen", PERSON), False),
        (dbpedia("Seraphim Falls", FILM), "wdt:P162", dbpedia("New Zealand national football team"), True),
        (dbpedia("Cliff Huxtable", PERSON), "wdt:P161", dbpedia("Bill Cosby", PERSON), True),
        (dbpedia("Michael Piller"), "dbo:bandMember", dbpedia("Baritone Saxophone", "dbo:Instrument"), True),
        (dbpedia("The Cure"), "dbo:bandMember", dbpedia("Robert Smith", PERSON), False),
        (dbpedia("New World Pictures"), "wdt:P127", dbpedia("film"), True),
        (dbpedia("Lupe Fiasco", PERSON), "wdt:P127", dbpedia("NBCUniversal"), True),
        (dbpedia("West Berkshire", PLACE), "wdt:P122", dbpedia("dark wave"), True),
        (dbpedia("Toledo, Ohio", PLACE), "wdt:P122", dbpedia("mayor-council government"), False),
        (dbpedia("Kolkata", PLACE), "wdt:P421", dbpedia("West Bengal", PLACE), True),
        (dbpedia("Kolkata", PLACE), "wdt:P421", dbpedia("Indian Standard Time"), False),
        (dbpedia("Orry-Kelly", PERSON), "wdt:P166", dbpedia("An American in Paris", "dbo:Film"), True),
        (dbpedia("Denton County, Texas", PLACE), "wdt:P131", dbpedia("Texas", PLACE), True),
        (dbpedia("Denton County, Texas", PLACE), "wdt:P131", dbpedia("North Texas", PLACE), False),
        (dbpedia("Epic Records"), "dbo:associatedBand", dbpedia("The Nightwatchman"), True),
        (dbpedia("Simon Fuller", PERSON), "wdt:P19", dbpedia("Geography of Cyprus"), True),
        (dbpedia("Real Madrid C.F."), "wdt:P118", dbpedia("Boeing 737"), True),
        (dbpedia("Real Madrid C.F."), "wdt:P118", dbpedia("La Liga"), False),
        (dbpedia("Washington and Lee University"), "dbo:campus", dbpedia("National Register of Historic Places"), True),
        (dbpedia("The Warlords", FILM), "wdt:P749", dbpedia("Universal Music Group"), True),
        (dbpedia("Vivendi"), "wdt:P452", dbpedia("public company"), True),
        (dbpedia("Vivendi"), "wdt:P452", dbpedia("mass media"), False),
        (dbpedia("Kate Bush", PERSON), "wdt:P551", dbpedia("Devonians"), True),
        (dbpedia("Geffen Records"), "wdt:P749", dbpedia("Harlem Renaissance"), True),
        (dbpedia("Minato, Tokyo", PLACE), "dbo:region", dbpedia("Republic of Ireland"), True),
        (dbpedia("Bolton", PLACE), "dbo:region", dbpedia("United Kingdom", "dbo:Country"), False),
    ],
)
def test_slips_of_dbpedia(subject: Entity, relation: str, thing: Entity, wrong: bool) -> None:
    assert dbpedia_slips.is_slip(relation, subject, thing) is wrong


def test_the_same_words_are_facts_in_wikidata() -> None:
    one, other = Entity("wd:Q1", "Vivendi", types=("wd:Q4830453",)), Entity("wd:Q2", "public company")
    assert not is_slip("wdt:P1454", one, other)
    assert is_slip("wdt:P452", dbpedia("Vivendi"), dbpedia("public company"))


@pytest.mark.parametrize(
    ("subject", "relation", "thing", "wrong"),
    [
        (("Mozambique", "wd:Q6256"), "wdt:P159", ("Maputo", "wd:Q515"), True),
        (("Acme", "wd:Q4830453"), "wdt:P159", ("Maputo", "wd:Q515"), False),
        (("Arkansas", "wd:Q35657"), "wdt:P35", ("Asa Hutchinson", PERSON), True),
        (("France", "wd:Q6256"), "wdt:P35", ("Charles de Gaulle", PERSON), False),
        (("Christianity", ""), "wdt:P527", ("Christian", ""), True),
        (("Christianity", ""), "wdt:P527", ("Catholic Church", ""), False),
        (("Arkansas", "wd:Q35657"), "wdt:P793", ("American Civil War", "wd:Q198"), True),
        (("Ann Doe", PERSON), "wdt:P793", ("American Civil War", "wd:Q198"), False),
        (("London", "wd:Q515"), "wdt:P6379", ("National Gallery of Victoria", ""), True),
        (("Ann Doe", PERSON), "wdt:P106", ("statesperson", ""), True),
        (("Ann Doe", PERSON), "wdt:P101", ("entrepreneur", ""), True),
        (("Ann Doe", PERSON), "wdt:P101", ("neurology", ""), False),
        (("8th arrondissement of Paris", ""), "wdt:P131", ("Paris", "wd:Q515"), True),
        (("Saskatchewan Highway 970", ""), "wdt:P131", ("Saskatchewan", ""), True),
        (("Montmartre", ""), "wdt:P131", ("Paris", "wd:Q515"), False),
        (("Colorado Rapids F.C.", ""), "wdt:P421", ("Mountain Time Zone", ""), True),
        (("Provo", "wd:Q515"), "wdt:P421", ("Mountain Time Zone", ""), False),
        (("Lady Gaga", PERSON), "wdt:P108", ("Polydor Records", ""), True),
        (("Lady Gaga", PERSON), "wdt:P264", ("Virgin Group", ""), True),
        (("Lady Gaga", PERSON), "wdt:P264", ("Universal Music Group", "wd:Q18127"), False),
        (("Doe Film", "wd:Q11424"), "wdt:P166", ("Cannes Film Festival Award for Best Actress", ""), True),
        (("NATO", ""), "wdt:P461", ("Warsaw Pact", ""), True),
        (("Alabama", "wd:Q35657"), "wdt:P36", ("Tuscaloosa", "wd:Q515"), True),
        (("Hesse", "wd:Q35657"), "wdt:P1344", ("2010 German presidential election", ""), True),
        (("Ann Doe", PERSON), "wdt:P1344", ("2010 German presidential election", ""), False),
        (("Pacific Ocean", ""), "wdt:P527", ("Pacific Northwest", ""), True),
        (("Pacific Ocean", ""), "wdt:P527", ("Coral Sea", ""), False),
        (("Moscow", "wd:Q515"), "wdt:P31", ("second largest city", ""), True),
        (("Guatemala City", "wd:Q515"), "wdt:P47", ("El Salvador", "wd:Q6256"), True),
        (("Guatemala", "wd:Q6256"), "wdt:P47", ("El Salvador", "wd:Q6256"), False),
        (("Roulette Records", "wd:Q18127"), "wdt:P159", ("Broadway", "wd:Q79007"), True),
        (("American Academy of Arts and Letters", ""), "wdt:P31", ("academy of sciences", ""), True),
        (("Mexico", "wd:Q6256"), "wdt:P166", ("Lagun Onari", ""), True),
        (("Ann Doe", PERSON), "wdt:P166", ("Lagun Onari", ""), False),
        (("United Nations", ""), "wdt:P112", ("Costa Rica", "wd:Q6256"), True),
        (("Timbaland", PERSON), "wdt:P740", ("Norfolk", "wd:Q515"), True),
        (("Jazze Pha", PERSON), "wdt:P264", ("Ciara", PERSON), True),
        (("Turner Network Television", ""), "wdt:P2936", ("Spanish", ""), True),
        (("California", "wd:Q35657"), "wdt:P2936", ("Spanish", ""), False),
        (("Doe College", "wd:Q3918"), "wdt:P6379", ("Museum of Modern Art", ""), True),
        (("American Academy of Arts and Sciences", ""), "wdt:P31", ("academy of sciences", ""), False),
    ],
)
def test_slips_of_wikidata(subject: tuple[str, str], relation: str, thing: tuple[str, str], wrong: bool) -> None:
    def known(label: str, kind: str) -> Entity:
        return Entity(f"wd:{label}", label, types=(kind,) if kind else ())

    assert is_slip(relation, known(*subject), known(*thing)) is wrong
