"""Paths and proofs for a reader: lines of labels, JSON and CSV rows, a drawing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import click

from contragraph.app.presentation.drawing import DrawnEdge, DrawnNode, dot, svg
from contragraph.app.presentation.lettering import cleaned
from contragraph.app.presentation.say import RecordWords
from contragraph.app.terminal.output import show_rows
from contragraph.generation.routes import Route
from contragraph.graph.model import Statement
from contragraph.graph.paths.wanted import Path
from contragraph.graph.store import GraphStore

_LONG = 80
"""Characters of a label in a line of text."""


@dataclass(frozen=True, slots=True)
class PathView:
    """What was found, in each of the forms in which it may be shown."""

    title: str
    lines: tuple[Mapping[str, object], ...] | tuple[str, ...]
    """Rows of a table, or lines of text."""
    objects: tuple[Mapping[str, object], ...]
    columns: tuple[str, ...]
    nodes: tuple[DrawnNode, ...]
    edges: tuple[DrawnEdge, ...]
    complete: bool


def show(answer: PathView, form: str) -> None:
    """Print an answer as ``table``, ``json``, ``csv``, ``dot`` or ``svg``."""
    if form in ("dot", "svg"):
        draw = dot if form == "dot" else svg
        click.echo(draw(answer.nodes, answer.edges, title=answer.title), nl=False)
    elif form != "table":
        show_rows(answer.objects, form, answer.columns)
    elif answer.lines and isinstance(answer.lines[0], str):
        click.echo("\n".join(map(str, answer.lines)))
    else:
        show_rows([line for line in answer.lines if isinstance(line, Mapping)], form, ("bits", "hops", "path"))


def labels_of(store: GraphStore, kg: str, statements: Iterable[Statement], more: Iterable[str] = ()) -> dict[str, str]:
    """The labels of what statements speak of, and of all relations of the graph."""
    wanted = {each for statement in statements for each in statement.entities}.union(more)
    labels = {relation.id: relation.label for relation in store.relations(kg)}
    labels |= {entity.id: entity.label for entity in store.entities(sorted(wanted)).values()}
    return {each: _short(label) or each for each, label in labels.items()}


def _short(label: str) -> str:
    """A label on one line that ends where it should and turns no writing around."""
    text = " ".join(cleaned(label).split())
    return text if len(text) <= _LONG else text[: _LONG - 1] + "…"


def of_paths(paths: Sequence[Path], ends: Sequence[str], labels: Mapping[str, str], *, complete: bool) -> PathView:
    """Paths as an answer."""
    objects = tuple(
        {
            "bits": path.bits,
            "hops": path.hops,
            "path": in_labels(path, labels),
            "entities": [_named(each, labels) for each in path.entities],
            "facts": [_fact(fact, labels) for fact in path.facts],
        }
        for path in paths
    )
    facts = tuple(dict.fromkeys(fact for path in paths for fact in path.facts))
    return PathView(
        "Paths from " + " to ".join(_label(end, labels) for end in ends),
        tuple({"bits": f"{path.bits:.2f}", "hops": path.hops, "path": in_labels(path, labels)} for path in paths),
        objects,
        ("bits", "hops", "path", "entities", "facts"),
        _nodes(facts, ends, labels),
        tuple(_edge(fact, labels, "path") for fact in facts),
        complete,
    )


def in_labels(path: Path, labels: Mapping[str, str]) -> str:
    """A path on one line, each fact as an arrow in its own direction."""
    said = [_label(path.entities[0], labels)]
    for (_, other), fact in zip(pairwise(path.entities), path.facts, strict=True):
        relation = _label(fact.relation, labels)
        arrow = f"←{relation}—" if fact.subject == other else f"—{relation}→"
        said += [arrow, _label(other, labels)]
    return " ".join(said)


def of_routes(
    routes: Sequence[Route], statement: Statement, words: RecordWords, *, proves: bool, complete: bool
) -> PathView:
    """Proofs or refutations of a statement as an answer."""
    verb = "Proves" if proves else "Refutes"
    lines: list[str] = []
    for number, route in enumerate(routes, start=1):
        sure = "no exceptions" if route.strength == "strict" else "with exceptions"
        several = "1 fact" if len(route.facts) == 1 else f"{len(route.facts)} facts"
        lines.append(f"[{number}] {verb} “{words.clause(statement)}” by {several}, {sure}:")
        lines += [f"    {words.clause(fact)}" for fact in route.facts]
        lines += [f"    {step}" for step in _steps(route, statement, words, proves=proves)]
    objects = tuple(
        {
            "verdict": verb.lower(),
            "strength": route.strength,
            "facts": [{**_fact(fact, words.labels), "said": words.clause(fact)} for fact in route.facts],
            "axioms": list(route.proof.axioms),
            "steps": list(_steps(route, statement, words, proves=proves)),
        }
        for route in routes
    )
    facts = tuple(dict.fromkeys(fact for route in routes for fact in route.facts if fact != statement))
    edges = [_edge(fact, words.labels, "shared") for fact in facts]
    edges.append(_edge(statement, words.labels, "path" if proves else "made"))
    return PathView(
        f"{'What proves' if proves else 'What refutes'} “{words.clause(statement)}”",
        tuple(lines or ["(none)"]),
        objects,
        ("verdict", "strength", "facts", "axioms", "steps"),
        _nodes((*facts, statement), statement.entities, words.labels),
        tuple(edges),
        complete,
    )


def _steps(route: Route, statement: Statement, words: RecordWords, *, proves: bool) -> list[str]:
    """The steps of a proof as sentences, each with what it rests on."""
    given = {fact.id: words.clause(fact) for fact in (*route.facts, statement)}
    derived: list[str] = []
    said = []
    for step in route.proof.proof:
        premises = [derived[p] if isinstance(p, int) else given.get(p, "") for p in step.premises]
        reason = words.rests_on(step.rule, step.axiom, broken=step.conclusion is None)
        if step.conclusion is not None:
            derived.append(words.follows(step.conclusion))
            said.append(f"{_joined(premises)}, so {derived[-1]} — {reason}")
        elif not proves:
            claimed = words.clause(statement)
            others = [premise for premise in premises if premise != claimed]
            said.append(f"but {_joined(others or premises)}, against “{claimed}” — {reason}")
        elif not derived:
            said.append("which says the same")
    return said


def _joined(clauses: Sequence[str]) -> str:
    return " and ".join(filter(None, clauses))


def _label(identifier: str, labels: Mapping[str, str]) -> str:
    return labels.get(identifier) or identifier


def _named(identifier: str, labels: Mapping[str, str]) -> dict[str, str]:
    return {"id": identifier, "label": _label(identifier, labels)}


def _fact(fact: Statement, labels: Mapping[str, str]) -> dict[str, object]:
    return {
        "subject": _named(fact.subject, labels),
        "relation": _named(fact.relation, labels),
        "object": _named(fact.object_id, labels),
    }


def _nodes(facts: Iterable[Statement], ends: Iterable[str], labels: Mapping[str, str]) -> tuple[DrawnNode, ...]:
    """The entities of the facts, the ends first and marked."""
    marked = tuple(ends)
    ids = dict.fromkeys((*marked, *(each for fact in facts for each in fact.entities)))
    return tuple(DrawnNode(each, _label(each, labels), "path" if each in marked else "") for each in ids)


def _edge(fact: Statement, labels: Mapping[str, str], kind: str) -> DrawnEdge:
    return DrawnEdge(fact.subject, fact.object_id, _label(fact.relation, labels), kind)
