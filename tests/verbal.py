"""Statements and entities to put into words, and what must hold for every text."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from contragraph.dataset.words.naming import stem_of
from contragraph.generation.verbalise import Style, render
from contragraph.graph.model import Entity, Literal, Statement, Text
from contragraph.kgs import kg_of

LEXICON = kg_of("wikidata").lexicon


CURIE = re.compile(r"wdt?:|cg:|lit:")


def plain(label: str) -> str:
    return " ".join(" ".join(label.replace("_", " ").split()[:9]).split()).casefold()


def bare(label: str) -> str:
    """The label as a text must at least have it: its first words, and no qualifier."""
    whole = " ".join(label.replace("_", " ").split())
    short = re.sub(r"\s+\([^()]*\)$", "", whole)
    return plain(short or whole)


def names_of(statement: Statement, entities: Mapping[str, Entity]) -> tuple[str, str]:
    thing = statement.object
    second = thing.value if isinstance(thing, Literal) else entities[thing].label
    return bare(entities[statement.subject].label), bare(second)


def check(text: Text, statements: Sequence[Statement], entities: Mapping[str, Entity]) -> None:
    """What holds for every text: the contract of the sentences and the rules of good writing."""
    by_id = {s.id: s for s in statements}
    at = 0
    stated: list[str] = []
    for sentence in text.sentences:
        assert sentence.start == at < sentence.end
        at = sentence.end
        body = text.body[sentence.start : sentence.end]
        assert len(body.split()) <= 60, body
        first = body[0]
        assert not first.isspace()
        assert not first.islower() or first.upper() == first, body
        assert sentence.statements
        stated += sentence.statements
        seen, here = text.body[: sentence.end].casefold(), body.casefold()
        for name in sentence.statements:
            subject, thing = names_of(by_id[name], entities)
            assert subject in here or thing in here or stem_of(thing).casefold() in here, (body, by_id[name])
            assert subject in seen, (text.body, by_id[name])
            assert thing in seen or stem_of(thing).casefold() in seen, (text.body, by_id[name])
    assert at == len(text.body)
    assert sorted(stated) == sorted(by_id)
    assert "_" not in text.body
    assert "\n" not in text.body
    assert not CURIE.search(text.body)


def entity(name: str, label: str, *types: str, description: str = "") -> Entity:
    return Entity(f"wd:{name}", label, description, types=tuple(f"wd:{t}" for t in types))


def world_of(*entities: Entity) -> dict[str, Entity]:
    return {e.id: e for e in entities}


def bodies(
    statements: Sequence[Statement],
    entities: Mapping[str, Entity],
    *,
    background: Sequence[Statement] = (),
    gone: Collection[str] = (),
    style: Style = "encyclopedic",
) -> set[str]:
    """All texts over a few seeds and both variants."""
    found = set()
    for seed in range(40):
        for variant in (0, 1):
            manner: dict[str, Any] = {"background": background, "gone": gone, "style": style}
            text = render(statements, entities, LEXICON, {}, seed=str(seed), variant=variant, **manner)
            check(text, statements, entities)
            found.add(text.body)
    return found


def fact(subject: str, relation: str, thing: str, *, negated: bool = False) -> Statement:
    prefix = "" if ":" in relation else "wdt:"
    return Statement(f"wd:{subject}", prefix + relation, f"wd:{thing}", negated)


GEO = world_of(
    entity("Q1", "Kingston (New York)", "Q515"),
    entity("Q2", "Ulster County", "Q47168"),
    entity("Q3", "Sullivan County", "Q47168"),
    entity("Q4", "United States", "Q6256"),
    entity("Q5x", "Orange County", "Q47168"),
)


COUNTIES = GEO | world_of(
    entity("Q8", "county of New York"), entity("Q6y", "Ulster Hall", "Q41176"), entity("Q7y", "playwright"),
    entity("Q10y", "Detroit Lions", "Q17156793"), entity("Q11y", "Acme League", "Q623109"),
)  # fmt: skip


BORN = world_of(
    entity("Q1", "Hans Lukaschek", "Q5", description="German politician (1885–1960)"),
    entity("Q2", "Wrocław", "Q515"),
    entity("Q3", "lawyer", "Q28640"),
    entity("Q4", "Atlantic Records", "Q18127"),
    entity("Q5", "michael", description=""),
    entity("Q6", "Something Odd"),
)


KIN = world_of(
    entity("Q1", "Ann Doe", "Q5"), entity("Q2", "Bob Doe", "Q5"), entity("Q3", "Ulm", "Q515"),
    entity("Q6581072", "female"), entity("Q4", "Fellow of the Royal Society", "Q618779"),
    entity("Q5y", "California Hall of Fame", "Q618779"), entity("Q6y", "Cold War", "Q198"), entity("Q7", "illustrator"),
    entity("Q8", "artist"), entity("Q9", "public company"), entity("Q10", "company"), entity("Q11", "Acme", "Q4830453"),
)  # fmt: skip
