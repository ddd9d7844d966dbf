"""Patterns compiled to Cypher: one golden file for each and for each engine, and the same rows on both."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from contragraph.cypher import Engine, Row
from contragraph.cypher.matching import Edge, Matching, compiled, parameters
from contragraph.generation.search.grounds import grounds, shapes_of, shown
from contragraph.generation.search.rows import read
from contragraph.generation.search.searching import Searcher
from contragraph.generation.search.shapes import Shape
from contragraph.graph.engines.names import relationship_type
from contragraph.graph.model import Entity, Order
from contragraph.graph.store import GraphStore, Window
from contragraph.graph.stores.open import open_store
from contragraph.kgs import kg_of
from tests.cli import contragraph
from tests.made import sample_world

GOLDEN = Path(__file__).with_name("data") / "patterns"
ENGINES: tuple[Engine, ...] = ("ladybug", "neo4j")
ORDER = Order.of_seed(7)
ALL_FACTS = """MATCH (s:Entity)-[f]->(o:Entity) WHERE f.relation IS NOT NULL
RETURN s.id AS s, f.relation AS r, o.id AS o, f.rank AS k, f.objects AS objects, f.subjects AS subjects"""
ALL_THINGS = """MATCH (e:Entity)
RETURN e.id AS id, e.level AS level, e.kind AS kind, e.degree AS degree, e.hidden AS hidden"""


def all_shapes() -> tuple[Shape, ...]:
    """The patterns of Wikidata's axioms over all relations that they speak of."""
    kg = kg_of("wikidata")
    return shapes_of(kg, kg.ontology.statable)


def text_of(shape: Shape, engine: Engine) -> str:
    """The query of a pattern as its golden file has it: parameters stay parameters."""
    edges = shape.matching.edges
    types = {r: relationship_type(r) for edge in edges for r in (*edge.forwards, *edge.backwards)}
    return "\n\n".join(compiled(shape.matching, engine, types)) + "\n"


def write_goldens() -> None:
    """Write the golden files anew (``python -m tests.test_pattern_queries``)."""
    shutil.rmtree(GOLDEN, ignore_errors=True)
    GOLDEN.mkdir(parents=True)
    for shape in all_shapes():
        for engine in ENGINES:
            (GOLDEN / f"{shape.name}.{engine}.cypher").write_text(text_of(shape, engine), encoding="utf-8")


def test_compiled_text_is_that_of_the_golden_files() -> None:
    made = {f"{s.name}.{e}.cypher": text_of(s, e) for s in all_shapes() for e in ENGINES}
    kept = {path.name: path.read_text(encoding="utf-8") for path in GOLDEN.glob("*.cypher")}
    assert sorted(made) == sorted(kept)
    assert [name for name in sorted(made) if made[name] != kept[name]] == []


def test_patterns_reach_from_one_to_four_hops() -> None:
    shapes = all_shapes()
    assert {s.hops for s in shapes} == {1, 2, 3, 4}
    assert len({s.name for s in shapes}) == len(shapes)
    for shape in shapes:
        assert all(len(c) == shape.hops + 1 for c in shape.combinations)
        assert set(shape.made) <= kg_of("wikidata").ontology.statable


def test_relations_reach_a_query_as_parameters_or_plain_types_alone() -> None:
    matching = Matching((Edge(0, 1, ("wdt:P19",), ("wdt:P1",)),))
    assert not any("wdt:P19" in text for text in compiled(matching, "ladybug"))
    assert parameters(matching, {}) == {"forwards0": ["wdt:P19"], "backwards0": ["wdt:P1"]}
    with pytest.raises(ValueError, match="no plain name"):
        compiled(matching, "neo4j", {"wdt:P19": "P19]-() DETACH DELETE n //", "wdt:P1": "P1"})


def same_rows(one: GraphStore, other: GraphStore, kg: str, limit: int) -> int:
    """Compare the rows of all patterns; how many there were."""
    known, again = (grounds(store, kg, kg_of("wikidata")) for store in (one, other))
    assert known.shapes == again.shapes
    assert known.counts == again.counts
    count = 0
    for shape in known.shapes:
        rows = [s.match(shape.matching, shape.together, ORDER, Window(limit)) for s in (one, other)]
        assert rows[0] == rows[1], shape.name
        assert list(read(shape, rows[0])) == list(read(shape, rows[1]))
        count += len(rows[0])
    return count


def same_among(one: GraphStore, other: GraphStore, kg: str, step: int, pattern: int = 1) -> int:
    """Compare the rows of one of so many patterns about one of so many things; how many there were."""
    known = grounds(one, kg, kg_of("wikidata"))
    shapes = known.shapes[::pattern]
    searchers = [Searcher(store, known, ORDER, 7) for store in (one, other)]
    few = searchers[0].subjects(0)[::step]
    assert few == searchers[1].subjects(0)[::step]
    rows = [[s.match(h.matching, h.together, ORDER, Window(2_000), few) for h in shapes] for s in (one, other)]
    assert rows[0] == rows[1]
    for shape, found in zip(shapes, rows[0], strict=True):
        assert {str(row[f"v{shape.matching.edges[0].first}"]) for row in found} <= set(few)
    return sum(map(len, rows[0]))


def within(shape: Shape, row: Row, known: Mapping[str, Entity], limits: Window) -> bool:
    """Whether the things of a row are as connected and as well known as they may be."""
    for thing in shape.matching.things:
        entity = known[str(row[f"v{thing}"])]
        most = limits.denied if thing in shape.matching.denied else limits.known
        if thing == shape.matching.subject:
            if not (limits.least <= entity.degree <= limits.about and entity.prominence <= most):
                return False
        elif entity.prominence > most and not entity.level and entity.kind:
            return False
    return True


def test_rows_within_limits_are_those_of_all_rows(tmp_path: Path) -> None:
    shutil.copy(sample_world() / "loaded.lbug", tmp_path / "store.lbug")
    seen = 0
    with open_store(f"ladybug:{tmp_path / 'store.lbug'}") as store:
        for shape in grounds(store, store.kgs()[0].kg, kg_of("wikidata")).shapes[::3]:
            every = store.match(shape.matching, shape.together, ORDER, Window(20_000))
            if not every or len(every) == 20_000:
                continue
            limits = Window(20_000, about=12, least=4, known=90, denied=60)
            some = store.match(shape.matching, shape.together, ORDER, limits)
            known = store.entities(str(row[f"v{thing}"]) for row in every for thing in shape.matching.things)
            assert some == [row for row in every if within(shape, row, known, limits)], shape.name
            seen += len(every)
    assert seen > 500


class Facts:
    """All facts of a store, and all things."""

    def __init__(self, store: GraphStore) -> None:
        self.all: list[tuple[Any, ...]] = [tuple(row.values()) for row in store.query(ALL_FACTS)]
        self.things: dict[Any, dict[str, Any]] = {row["id"]: row for row in store.query(ALL_THINGS)}
        self.out, self.into = defaultdict(list), defaultdict(list)
        for fact in self.all:
            self.out[fact[0]].append(fact)
            self.into[fact[2]].append(fact)


def joined(facts: Facts, shape: Shape, window: Window) -> list[Row]:
    """The rows of a pattern between entities, by a join in Python over all facts."""
    matching, things = shape.matching, facts.things
    rows: list[Row] = []

    def alike(bound: dict[int, Any], used: dict[int, Any]) -> bool:
        level, kind = ([things[bound[v]][name] for v in range(len(bound))] for name in ("level", "kind"))
        return (
            all(level[x] == level[y] != "" for x, y in matching.levels)
            and all(kind[x] == kind[y] != "" for x, y in matching.kinds)
            and all(used[x][1] == used[y][1] for x, y in matching.same)
            and all(bound[x] != bound[y] for x, y in matching.distinct)
        )

    def extend(left: tuple[int, ...], bound: dict[int, Any], used: dict[int, Any], turned: dict[int, bool]) -> None:
        if not left:
            way = "".join("<" if turned[n] else ">" for n in range(matching.leaves))
            relations = "|".join(used[n][1] for n in range(matching.leaves))
            if relations in shape.together.get(way, ()) and alike(bound, used):
                row: Row = {"place": ORDER.key(used[0][3])}
                row |= {f"v{v}": bound[v] for v in matching.things}
                row |= {f"r{n}": used[n][1] for n in range(len(used))}
                rows.append(row | {f"turned{n}": turned[n] for n in range(len(used))})
            return
        number, *rest = left
        edge = matching.edges[number]
        for back in (False, True):
            one, other = (edge.second, edge.first) if back else (edge.first, edge.second)
            wanted = edge.backwards if back else edge.forwards
            some = facts.out[bound[one]] if one in bound else facts.into[bound[other]] if other in bound else facts.all
            for fact in some:
                fits = bound.get(one, fact[0]) == fact[0] and bound.get(other, fact[2]) == fact[2]
                single = not edge.single or fact[5 if back else 4] == 1
                single = single and (not edge.sole or fact[4 if back else 5] == 1)
                shown = all(
                    not things[e]["hidden"] and things[e]["degree"] <= window.degree for e in (fact[0], fact[2])
                )
                if fact[1] in wanted and fits and single and shown:
                    ends = {**bound, one: fact[0], other: fact[2]}
                    extend(tuple(rest), ends, {**used, number: fact}, {**turned, number: back})

    extend(matching.sequence, {}, {}, {})
    return sorted(rows, key=lambda row: tuple(str(row[c]) if c != "place" else row[c] for c in matching.columns))


def test_rows_are_those_of_a_join_by_hand(tmp_path: Path) -> None:
    """LadybugDB has given too few rows, and wrong ones, for the same pattern written otherwise."""
    shutil.copy(sample_world() / "loaded.lbug", tmp_path / "store.lbug")
    window, seen = Window(1_000_000), 0
    with open_store(f"ladybug:{tmp_path / 'store.lbug'}") as store:
        facts = Facts(store)
        for shape in grounds(store, store.kgs()[0].kg, kg_of("wikidata")).shapes:
            if shape.link == "cousin" or shape.matching.literals or len(shape.leaves) > 3:
                continue
            found = store.match(shape.matching, shape.together, ORDER, window)
            found.sort(key=lambda row: tuple(str(row[c]) if c != "place" else row[c] for c in shape.matching.columns))
            assert found == joined(facts, shape, window), shape.name
            seen += len(found)
    assert seen > 10_000


@pytest.mark.neo4j
def test_both_engines_give_the_same_rows_on_the_sample(neo4j_sample: str, tmp_path: Path) -> None:
    shutil.copy(sample_world() / "loaded.lbug", tmp_path / "store.lbug")
    with open_store(f"ladybug:{tmp_path / 'store.lbug'}") as embedded, open_store(neo4j_sample) as server:
        kg = embedded.kgs()[0].kg
        assert same_rows(embedded, server, kg, 60) > 500
        assert same_among(embedded, server, kg, 20, pattern=2) > 300


def test_patterns_are_listed_shown_and_run(tmp_path: Path) -> None:
    world = sample_world()
    listed = contragraph("patterns", "list", cwd=world)
    assert listed.code == 0
    assert "1-level" in listed.out
    name = next(line.split()[0] for line in listed.out.splitlines() if line.startswith("1-level"))
    run = contragraph("patterns", "run", name, "--limit", "5", cwd=world)
    assert run.code == 0
    assert run.out.count(" – ") >= 4
    pasted = contragraph("patterns", "show", name, "--limit", "4", cwd=world)
    again = contragraph("cypher", "query", pasted.out.partition(";\n\n")[0], "--format", "json", cwd=world)
    assert again.code == 0, again.err
    assert again.out.count("place") >= 4
    wrong = contragraph("patterns", "run", "9-nothing", cwd=world)
    assert (wrong.code, wrong.err.strip()) == (
        2,
        "There is no pattern 9-nothing; `contragraph patterns list` names them all.",
    )


def test_a_pattern_is_shown_with_its_parameters_put_in() -> None:
    text = shown(all_shapes()[0], "neo4j", ORDER, Window(3))[0]
    assert "$" not in text
    assert "LIMIT 3" in text


if __name__ == "__main__":
    write_goldens()
