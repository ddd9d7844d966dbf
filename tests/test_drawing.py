"""Drawings of small graphs: everything has its place, nothing depends on the machine, no label does harm."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations
from xml.etree import ElementTree

import pydot
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contragraph.app.presentation.drawing import SAID, DrawnEdge, DrawnNode, dot, svg
from contragraph.app.presentation.lettering import lines_of, width_of
from tests.cli import environment

SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]
HOSTILE = [
    "<script>alert(1)</script>",
    "\"quoted\" & 'more' ]]> -->",
    "שלום עולם \u202e evil \u202d",
    "x" * 10_000,
    "nul \x00 bell \x07 lone \ud800",
    "",
    "\\N \\l \\",
]
ATTRIBUTES = {"class", "role", "aria-labelledby", "width", "height", "viewBox", "id", "d", "points", "x", "y", "rx"}
names = st.sampled_from([f"n{i}" for i in range(12)])
kinds = st.sampled_from(["", *SAID])
labels = st.one_of(st.text(max_size=60), st.sampled_from(HOSTILE))


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[DrawnNode], list[DrawnEdge]]:
    """A few nodes with any labels, and any edges between them: loops, parallels, cycles."""
    ids = draw(st.lists(names, min_size=1, max_size=12, unique=True))
    nodes = [DrawnNode(i, draw(labels), draw(kinds)) for i in ids]
    ends = st.sampled_from(ids)
    edges = [DrawnEdge(draw(ends), draw(ends), draw(labels), draw(kinds)) for _ in range(draw(st.integers(0, 18)))]
    return nodes, edges


def boxes_of(drawing: ElementTree.Element) -> list[Box]:
    """Where the boxes of nodes and the lines of edge labels are: left, top, right, bottom."""
    found = []
    for group in drawing.iter(f"{SVG}g"):
        rectangle = group.find(f"{SVG}rect")
        if rectangle is not None:
            x, y, width, height = (float(rectangle.attrib[k]) for k in ("x", "y", "width", "height"))
            found.append((x, y, x + width, y + height))
            continue
        for line in group.findall(f"{SVG}text"):
            x, y, half = float(line.attrib["x"]), float(line.attrib["y"]), width_of(line.text or "", 11) / 2
            found.append((x - half, y - 8, x + half, y + 3))
    return found


@settings(max_examples=120, deadline=None)
@given(graphs())
def test_nothing_overlaps_and_nothing_is_cut_off(graph: tuple[list[DrawnNode], list[DrawnEdge]]) -> None:
    """Any graph is well-formed XML; boxes and labels lie apart and inside the picture, and every edge is drawn."""
    nodes, edges = graph
    drawing = ElementTree.fromstring(svg(nodes, edges, title="any"))
    left, top, width, height = map(float, drawing.attrib["viewBox"].split())
    boxes = boxes_of(drawing)
    for a, b in combinations(boxes, 2):
        assert a[2] <= b[0] + 0.2 or b[2] <= a[0] + 0.2 or a[3] <= b[1] + 0.2 or b[3] <= a[1] + 0.2
    for x, y, right, bottom in boxes:
        assert left <= x <= right <= left + width
        assert top <= y <= bottom <= top + height
    assert len(list(drawing.iter(f"{SVG}polygon"))) == len(edges)
    assert len(list(drawing.iter(f"{SVG}rect"))) == len(nodes)


@settings(max_examples=60, deadline=None)
@given(graphs(), labels)
def test_labels_are_text_and_nothing_else(graph: tuple[list[DrawnNode], list[DrawnEdge]], title: str) -> None:
    """Whatever labels hold, there are only elements and attributes of ours, and no style sheet where none is wanted."""
    drawing = ElementTree.fromstring(svg(*graph, title=title, standalone=False))
    parts = {element.tag.removeprefix(SVG) for element in drawing.iter()}
    assert parts <= {"svg", "title", "desc", "g", "rect", "text", "path", "polygon"}
    attributes = {name for element in drawing.iter() for name in element.attrib}
    assert attributes <= ATTRIBUTES


def test_forty_nodes() -> None:
    nodes = [DrawnNode(f"n{i}", f"a thing with the number {i}") for i in range(40)]
    edges = [DrawnEdge(f"n{i}", f"n{(i * 7 + 3) % 40}", "is beside") for i in range(40)]
    boxes = boxes_of(ElementTree.fromstring(svg(nodes, edges, title="forty")))
    assert len(boxes) == 80


def test_kinds_differ_without_colour() -> None:
    """Each kind has a pattern or a width of its own, and says so to a screen reader."""
    ends = [DrawnNode("a", "Ada"), DrawnNode("b", "Babbage")]
    text = svg(ends, [DrawnEdge("a", "b", f"knows {kind}", kind) for kind in SAID], title="kinds")
    patterns = []
    for kind in SAID:
        rule = next(line for line in text.splitlines() if line.startswith(f".drawing .{kind} path{{"))
        patterns.append(rule.partition("stroke-width")[2])
    assert len(set(patterns)) == len(SAID)
    drawing = ElementTree.fromstring(text)
    title, described = drawing.find(f"{SVG}title"), drawing.findtext(f"{SVG}desc")
    assert title is not None
    assert (title.text, drawing.attrib["aria-labelledby"]) == ("kinds", title.attrib["id"])
    assert described is not None
    assert "Made up: Ada – knows made – Babbage." in described
    assert described.count("Ada") == len(SAID)


def test_the_same_bytes_in_every_process() -> None:
    """Neither hash seeds nor earlier drawings change anything."""
    code = (
        "from contragraph.app.presentation.drawing import *\n"
        "nodes = [DrawnNode(f'n{i}', f'label {i}') for i in range(15)]\n"
        "edges = [DrawnEdge(f'n{i}', f'n{i * i % 15}', 'leads to', 'made' if i % 3 else '') for i in range(15)]\n"
        "print(svg(nodes, edges, title='t'), dot(nodes, edges, title='t'))\n"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", code], env=environment(PYTHONHASHSEED=seed), capture_output=True, check=True
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(seen) == 1


def test_an_edge_without_end_is_refused() -> None:
    with pytest.raises(ValueError, match="no node"):
        svg([DrawnNode("a", "A")], [DrawnEdge("a", "b", "to")], title="t")
    with pytest.raises(ValueError, match="twice"):
        svg([DrawnNode("a", "A"), DrawnNode("a", "B")], [], title="t")


def test_an_empty_graph_is_a_picture_too() -> None:
    assert ElementTree.fromstring(svg([], [], title="nothing")).findtext(f"{SVG}desc") == "0 boxes and 0 arrows."


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # pydot and the parser below it
@pytest.mark.parametrize("label", HOSTILE)
def test_dot_is_read_back(label: str) -> None:
    """Another parser finds the same nodes and the one edge, whatever the labels hold."""
    text = dot(
        [DrawnNode('a"b\\', label), DrawnNode("c", "C")], [DrawnEdge('a"b\\', "c", label, "removed")], title=label
    )
    parsed = pydot.graph_from_dot_data(text)
    assert parsed is not None
    (graph,) = parsed
    assert len([n for n in graph.get_nodes() if n.get_name() != "node"]) == 2
    (edge,) = graph.get_edges()
    assert edge.get("style") == '"dashed"'


def test_long_labels_are_cut_and_short_ones_kept() -> None:
    assert lines_of("Martin Heidegger", 150, 13, 3) == ["Martin Heidegger"]
    cut = lines_of("word " * 100, 100, 11, 3)
    assert len(cut) == 3
    assert cut[-1].endswith("…")
    assert all(width_of(line, 11) <= 100 for line in lines_of("y" * 50 + " z", 100, 11, 9))
