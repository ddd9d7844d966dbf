"""Small graphs as pictures: SVG that reads well without colour, and DOT for other tools.

The layout is graphlay's layered one, where edge labels have places of their own. Text is measured with a table of
our own and never with fonts of the machine, and coordinates are rounded, so the same graph gives the same bytes
everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import hypot

from contragraph.app.presentation.lettering import cleaned, lines_of, width_of
from contragraph.graph.model import content_hash

SIGNS = {"removed": "− ", "added": "+ ", "made": "* "}
"""What stands before the label of an edge of that kind."""
SAID = {
    "removed": "taken away",
    "added": "added",
    "made": "made up",
    "shared": "in both, and needed for a proof",
    "path": "on the path",
}
"""The kinds in words, in the order in which a legend lists them."""
STYLE = """\
.drawing{--paper:#fff;--ink:#1c1b19;--faint:#8a857c;--box:#f6f4ef;--removed:#a3241f;--added:#1f6b3a;--made:#8a4b00;\
--path:#1f4e8c;font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
@media(prefers-color-scheme:dark){.drawing{--paper:#191817;--ink:#ece8e1;--faint:#948e84;--box:#262422;\
--removed:#ff9a8f;--added:#7fd39a;--made:#f0b35c;--path:#8fbcff}}
.drawing text{fill:var(--ink);text-anchor:middle;unicode-bidi:plaintext;white-space:pre}
.drawing .n rect{fill:var(--box);stroke:var(--faint);stroke-width:1}
.drawing .n text{font-size:13px}
.drawing .e text{font-size:11px;paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}
.drawing .e path{fill:none;stroke:var(--faint);stroke-width:1.2}
.drawing .e polygon{fill:var(--faint)}
.drawing .shared path{stroke:var(--ink);stroke-width:2}
.drawing .shared polygon{fill:var(--ink)}
.drawing .removed path{stroke:var(--removed);stroke-width:2;stroke-dasharray:7 5}
.drawing .removed polygon,.drawing .removed text{fill:var(--removed)}
.drawing .added path{stroke:var(--added);stroke-width:2;stroke-dasharray:14 4 2 4}
.drawing .added polygon,.drawing .added text{fill:var(--added)}
.drawing .made path{stroke:var(--made);stroke-width:3;stroke-dasharray:.1 6;stroke-linecap:round}
.drawing .made polygon,.drawing .made text{fill:var(--made)}
.drawing .e.made text,.drawing .e.removed text,.drawing .e.added text,.drawing .e.path text{font-weight:600}
.drawing .path path{stroke:var(--path);stroke-width:2.6}
.drawing .path polygon,.drawing .e.path text{fill:var(--path)}
.drawing .n.shared rect{stroke:var(--ink);stroke-width:1.6}
.drawing .n.removed rect{stroke:var(--removed);stroke-width:1.6;stroke-dasharray:7 5}
.drawing .n.added rect{stroke:var(--added);stroke-width:1.6;stroke-dasharray:14 4 2 4}
.drawing .n.made rect{stroke:var(--made);stroke-width:2.4;stroke-dasharray:.1 5;stroke-linecap:round}
.drawing .n.path rect{stroke:var(--path);stroke-width:2.2}
"""
"""The style sheet of all drawings; a standalone SVG carries it, a page takes it into its own."""
_DOT = {
    "removed": 'style="dashed"',
    "added": 'style="bold,dashed"',
    "made": 'style="bold,dotted"',
    "shared": 'style="bold"',
    "path": 'style="bold"',
}
_NODE_FONT, _EDGE_FONT = 13.0, 11.0
_NODE_ROOM, _EDGE_ROOM = 132.0, 96.0
"""Pixels after which a label is wrapped."""
_LINES = 3
_MARGIN = 12
_WIDE = 1000
"""Pixels above which a drawing is of the class ``wide``, so that pages need not shrink it beyond reading."""
_CORNER = 7.0
_ARROW = 7.0
_OPTIONS = {
    "direction": "leftright",
    "spacing": {"layer_gap": 24, "node_gap": 14, "dummy_gap": 14, "port_gap": 10},
    "routing": {"style": "orthogonal", "bundle_parallel": False},
}

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A box with a label. ``kind`` is empty or one of ``SAID``."""

    id: str
    label: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class DrawnEdge:
    """An arrow with a label, from node to node by their ids. ``kind`` is empty or one of ``SAID``."""

    source: str
    target: str
    label: str
    kind: str = ""


def svg(nodes: Sequence[DrawnNode], edges: Sequence[DrawnEdge], *, title: str, standalone: bool = True) -> str:
    """The graph as an SVG element that screen readers announce by its title.

    ``standalone`` adds the style sheet; a page that has ``STYLE`` in its own can do without.

    Raises:
        ValueError: if two nodes have one id, or an edge has an end that is no node.
    """
    import graphlay

    graph = graphlay.Graph()
    boxes = [lines_of(node.label, _NODE_ROOM, _NODE_FONT, _LINES) for node in nodes]
    for node, lines in zip(nodes, boxes):
        graph.node(f"n:{node.id}", width=_widest(lines, _NODE_FONT) + 18, height=len(lines) * 17 + 11, label="")
    labels = [lines_of(SIGNS.get(e.kind, "") + e.label, _EDGE_ROOM, _EDGE_FONT, _LINES) for e in edges]
    for number, (edge, lines) in enumerate(zip(edges, labels)):
        # A label is a node of the layout in the middle of its edge: it gets a place that nothing else takes.
        graph.node(f"e:{number}", width=_widest(lines, _EDGE_FONT) * 1.06 + 6, height=len(lines) * 14, label="")
        graph.edge(f"n:{edge.source}", f"e:{number}")
        graph.edge(f"e:{number}", f"n:{edge.target}")
    placed = graphlay.layout(graph, options=_OPTIONS)
    ways = [[(p["x"], p["y"]) for p in way["points"]] for way in placed.edges]
    parts = [
        *(_arrow(e, ways[2 * i], ways[2 * i + 1]) for i, e in enumerate(edges)),
        *(_label(e, lines, place["center"]) for e, lines, place in zip(edges, labels, placed.nodes[len(nodes) :])),
        *(_box(n, lines, place) for n, lines, place in zip(nodes, boxes, placed.nodes)),
    ]
    low, high = placed.bounds["min"], placed.bounds["max"]
    left, top = low["x"] - _MARGIN, low["y"] - _MARGIN
    width, height = high["x"] + _MARGIN - left, high["y"] + _MARGIN - top
    name = f"d{content_hash('drawing', cleaned(title), parts)}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing{" wide" if width > _WIDE else ""}" '
        f'role="img" aria-labelledby="{name}" '
        f'width="{_n(width)}" height="{_n(height)}" viewBox="{_n(left)} {_n(top)} {_n(width)} {_n(height)}">'
    )
    style = f"<style>{STYLE}</style>" if standalone else ""
    described = f"<desc>{escape(_in_words(nodes, edges))}</desc>"
    return (
        "\n".join(
            [head, f'<title id="{name}">{escape(cleaned(title))}</title>', described, *filter(None, [style]), *parts]
        )
        + "\n</svg>\n"
    )


def dot(nodes: Sequence[DrawnNode], edges: Sequence[DrawnEdge], *, title: str) -> str:
    """The graph in the DOT language of Graphviz."""
    lines = [f"digraph {_quoted(title)} {{", "  rankdir=LR;", "  node [shape=box];"]
    for node in nodes:
        style = f", {_DOT[node.kind]}" if node.kind in _DOT else ""
        lines.append(f"  {_quoted(node.id)} [label={_quoted(node.label)}{style}];")
    for edge in edges:
        label = _quoted(SIGNS.get(edge.kind, "") + edge.label)
        style = f", {_DOT[edge.kind]}" if edge.kind in _DOT else ""
        lines.append(f"  {_quoted(edge.source)} -> {_quoted(edge.target)} [label={label}{style}];")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    r"""A DOT string; a backslash would begin an escape such as \N, so it is doubled."""
    return '"' + cleaned(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def _n(value: float) -> str:
    """A coordinate to a tenth of a pixel."""
    rounded = round(value, 1) + 0.0  # no minus zero
    return f"{rounded:.1f}".removesuffix(".0")


def _widest(lines: Iterable[str], size: float) -> float:
    return max(width_of(line, size) for line in lines)


def _kind(kind: str) -> str:
    return f" {kind}" if kind in SAID else ""


def _box(node: DrawnNode, lines: Sequence[str], place: dict[str, dict[str, float]]) -> str:
    x, y = place["center"]["x"], place["center"]["y"]
    width, height = place["size"]["width"], place["size"]["height"]
    rectangle = (
        f'<rect x="{_n(x - width / 2)}" y="{_n(y - height / 2)}" width="{_n(width)}" height="{_n(height)}" rx="4"/>'
    )
    whole = f"<title>{escape(cleaned(node.label))}</title>" if "".join(lines).endswith("…") else ""
    return f'<g class="n{_kind(node.kind)}">{whole}{rectangle}{_text(lines, x, y, 17, 4.5)}</g>'


def _label(edge: DrawnEdge, lines: Sequence[str], anchor: dict[str, float]) -> str:
    whole = f"<title>{escape(cleaned(edge.label))}</title>" if "".join(lines).endswith("…") else ""
    return f'<g class="e{_kind(edge.kind)}">{whole}{_text(lines, anchor["x"], anchor["y"], 14, 4)}</g>'


def _text(lines: Sequence[str], x: float, y: float, leading: float, drop: float) -> str:
    first = y - (len(lines) - 1) * leading / 2 + drop
    return "".join(f'<text x="{_n(x)}" y="{_n(first + i * leading)}">{escape(t)}</text>' for i, t in enumerate(lines))


def _arrow(edge: DrawnEdge, first: Sequence[Point], second: Sequence[Point]) -> str:
    """A line up to the label, one from the label to where the head begins, and the head."""
    (ax, ay), (bx, by) = second[-2], second[-1]
    length = hypot(bx - ax, by - ay) or 1.0
    dx, dy = (bx - ax) / length, (by - ay) / length
    neck = (bx - dx * _ARROW, by - dy * _ARROW)
    wing = _ARROW * 0.5
    corners = " ".join(
        f"{_n(x)},{_n(y)}"
        for x, y in ((bx, by), (neck[0] - dy * wing, neck[1] + dx * wing), (neck[0] + dy * wing, neck[1] - dx * wing))
    )
    line = _way(first) + _way([*second[:-1], neck])
    return f'<g class="e{_kind(edge.kind)}"><path d="{line}"/><polygon points="{corners}"/></g>'


def _way(points: Sequence[Point]) -> str:
    """A path through the points, with its corners rounded."""
    way = [f"M{_n(points[0][0])} {_n(points[0][1])}"]
    for before, (corner, after) in zip(points, pairwise(points[1:])):
        into = _towards(corner, before)
        out = _towards(corner, after)
        way.append(f"L{_n(into[0])} {_n(into[1])}Q{_n(corner[0])} {_n(corner[1])} {_n(out[0])} {_n(out[1])}")
    way.append(f"L{_n(points[-1][0])} {_n(points[-1][1])}")
    return "".join(way)


def _towards(corner: Point, other: Point) -> Point:
    """The point near a corner, on the way to the other, where its rounding begins."""
    length = hypot(other[0] - corner[0], other[1] - corner[1]) or 1.0
    part = min(_CORNER, length / 2) / length
    return (corner[0] + (other[0] - corner[0]) * part, corner[1] + (other[1] - corner[1]) * part)


def _in_words(nodes: Sequence[DrawnNode], edges: Sequence[DrawnEdge]) -> str:
    """What the drawing shows, for those who do not see it."""
    names = {node.id: cleaned(node.label) for node in nodes}
    parts = [f"{len(nodes)} boxes and {len(edges)} arrows."]
    for kind, said in SAID.items():
        listed = [f"{names[e.source]} – {cleaned(e.label)} – {names[e.target]}" for e in edges if e.kind == kind]
        if listed:
            parts.append(f"{said.capitalize()}: {'; '.join(listed)}.")
    return " ".join(parts)
