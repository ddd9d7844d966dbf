"""Reading versions from a store: the history of a pair, and what a version states and how its text says it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from contragraph.graph.errors import InputError
from contragraph.graph.model import Literal, Sentence, Statement, Text
from contragraph.graph.model.versions import Change, Content, applied
from contragraph.graph.store import GraphStore

Rows = Iterable[Mapping[str, Any]]
_SHOWN = 5
"""How many ids a message about an ambiguous one lists."""


@dataclass(frozen=True, slots=True)
class ReviewInfo:
    """What a reviewer says of a version."""

    id: str
    reviewer: str
    verdict: str
    reason: str


@dataclass(frozen=True, slots=True)
class VersionInfo:
    """A version in the history of a pair."""

    id: str
    number: int
    """0 for the base, 1 for the original, 2 for the perturbed one, then the edits as they came."""
    kind: str
    """``base``, ``original``, ``perturbed``, ``edited`` or ``restored``."""
    parent: str | None
    added: tuple[str, ...]
    """Ids of the statements that its parent does not have."""
    removed: tuple[str, ...]
    """Ids of the statements that only its parent has."""
    text: str | None
    """The id of its text; None if it has none."""
    text_changed: bool
    """Whether its parent has another text, or none."""
    reviews: tuple[ReviewInfo, ...] = ()


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement of a version with labels; ids stand in for labels that the store does not have."""

    statement: Statement
    source: str
    """``kg`` or ``made``."""
    subject_label: str
    relation_label: str
    object_label: str


@dataclass(frozen=True, slots=True)
class VersionContent:
    """What a version states, in order, and the text that renders it."""

    id: str
    kind: str
    number: int
    parent: str | None
    statements: tuple[Stated, ...]
    text: Text | None

    @property
    def hashed(self) -> Content:
        """The ids of the statements with their sources, as ids of versions hash them."""
        return [(s.statement.id, s.source) for s in self.statements]


def _listed(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [dict(row) for row in rows]


# -- ids -----------------------------------------------------------------------------------------------------


def find_version(store: GraphStore, beginning: str) -> str:
    """The id of the version that begins so.

    :raises InputError: if there is none, or several.
    """
    return _only(store, "versions.starting", "version", beginning)


def find_pair(store: GraphStore, beginning: str) -> str:
    """The id of the pair that begins so.

    :raises InputError: if there is none, or several.
    """
    return _only(store, "versions.pairs_starting", "pair", beginning)


def _only(store: GraphStore, query: str, what: str, beginning: str) -> str:
    wanted = beginning.strip().lower()
    found = [str(row["id"]) for row in store.run(query, prefix=wanted, limit=_SHOWN + 1)] if wanted else []
    return one_of(found, what, beginning, store.address)


def one_of(found: list[str], what: str, beginning: str, where: str) -> str:
    """The only one of the ids found, or the one that is spelled out.

    :raises InputError: if there is none, or several.
    """
    if beginning.strip().lower() in found:
        return beginning.strip().lower()
    if not found:
        raise InputError(f"There is no {what} '{beginning}' in {where}: give the beginning of an id.")
    if len(found) > 1:
        listed = ", ".join(found[:_SHOWN]) + (", …" if len(found) > _SHOWN else "")
        raise InputError(f"Several {what}s begin with '{beginning}' ({listed}): give more of the id.")
    return found[0]


def pairs_of(store: GraphStore, version: str) -> dict[str, str]:
    """The pairs that a version belongs to, each with its KG."""
    return {str(row["id"]): str(row["kg"]) for row in store.run("versions.pairs", version=version)}


# -- histories -------------------------------------------------------------------------------------------------


def log(store: GraphStore, instance: str) -> list[VersionInfo]:
    """The versions of a pair, by number: the base first, parents before children; empty for an unknown pair."""
    rows = _listed(store.run("versions.of_pair", instance=instance))
    ids = [row["id"] for row in rows]
    changes = changes_of(store.run("versions.adds", versions=ids), store.run("versions.removes", versions=ids))
    contents = contents_of({row["id"]: row["parent"] for row in rows}, changes)
    texts = {row["id"]: row["text"] for row in rows}
    reviews: dict[str, list[ReviewInfo]] = {}
    for said in _listed(store.run("versions.reviews", versions=ids)):
        review = ReviewInfo(said["id"], said["reviewer"], said["verdict"], said["reason"])
        reviews.setdefault(said["version"], []).append(review)
    infos = []
    for row in rows:
        its, parent = row["id"], row["parent"]
        now, before = [s for s, _ in contents[its]], [s for s, _ in contents.get(parent, ())]
        infos.append(
            VersionInfo(
                id=its,
                number=row["number"],
                kind=row["kind"],
                parent=parent,
                added=tuple(s for s in now if s not in set(before)),
                removed=tuple(s for s in before if s not in set(now)),
                text=texts[its],
                text_changed=texts[its] != texts.get(parent),
                reviews=tuple(reviews.get(its, ())),
            )
        )
    return infos


def changes_of(adds: Rows, removes: Rows) -> dict[str, Change]:
    """What each version changes, from the rows of what versions add and remove."""
    added: dict[str, dict[str, tuple[int, str]]] = {}
    removed: dict[str, set[str]] = {}
    for row in adds:
        added.setdefault(row["version"], {})[row["statement"]] = (row["position"], row["source"])
    for row in removes:
        removed.setdefault(row["version"], set()).add(row["statement"])
    return {v: Change(added.get(v, {}), frozenset(removed.get(v, ()))) for v in {**added, **removed}}


def contents_of(parents: Mapping[str, str | None], changes: Mapping[str, Change]) -> dict[str, Content]:
    """The content of each version, from parents and changes; a parent that is not among them counts as empty."""
    contents: dict[str, Content] = {}
    for version in parents:
        line = []
        at: str | None = version
        while at is not None and at not in contents and at in parents and at not in line:
            line.append(at)
            at = parents[at]
        for each in reversed(line):
            before = contents.get(parents[each] or "", ())
            contents[each] = applied(before, changes.get(each, _NOTHING))
    return contents


_NOTHING = Change({}, frozenset())


def content(store: GraphStore, version: str) -> VersionContent:
    """What a version states, in order, with labels, and its text.

    :raises InputError: if there is no such version.
    """
    line: dict[str, dict[str, Any]] = {}
    at: str | None = version
    while at is not None and at not in line:
        rows = _listed(store.run("versions.version", version=at))
        if not rows:
            raise InputError(f"There is no version '{at}' in {store.address}: give the beginning of an id.")
        line[at] = rows[0]
        # An original states all of its base again.
        at = rows[0]["parent"] if rows[0]["kind"] != "original" else None
    ids = list(line)
    changes = changes_of(store.run("versions.adds", versions=[*ids]), store.run("versions.removes", versions=[*ids]))
    parents = {each: row["parent"] if row["parent"] in line else None for each, row in line.items()}
    its = contents_of(parents, changes)[version]
    row = line[version]
    return VersionContent(
        id=version,
        kind=row["kind"],
        number=row["number"],
        parent=row["parent"],
        statements=_stated(store, its),
        text=None if row["text"] is None else read_text(store, row["text"]),
    )


def _stated(store: GraphStore, its: Content) -> tuple[Stated, ...]:
    rows = {row["id"]: row for row in _listed(store.run("versions.statements", ids=[s for s, _ in its]))}
    return tuple(_of_row(rows[statement], source) for statement, source in its)


def _of_row(row: Mapping[str, Any], source: str) -> Stated:
    thing: str | Literal = row["object"]
    label = row["object_label"]
    if row["datatype"] is not None:
        thing = Literal(row["value"], row["datatype"], row["literal_label"] or "")
        label = row["literal_label"] or row["value"]
    statement = Statement(row["subject"], row["relation"], thing, row["negated"], row["valid_from"], row["valid_to"])
    return Stated(
        statement,
        source,
        row["subject_label"] or row["subject"],
        row["relation_label"] or row["relation"],
        label or row["object"],
    )


@dataclass
class _Span:
    start: int
    end: int
    statements: list[str] = field(default_factory=list)


def read_text(store: GraphStore, text: str) -> Text:
    """A text with its alignment.

    :raises InputError: if there is no such text.
    """
    found = _listed(store.run("versions.text", text=text))
    if not found:
        raise InputError(f"There is no text '{text}' in {store.address}.")
    spans: dict[int, _Span] = {}
    for row in _listed(store.run("versions.sentences", text=text)):
        span = spans.setdefault(row["position"], _Span(row["start_char"], row["end_char"]))
        if row["statement"] is not None:
            span.statements.append(row["statement"])
    sentences = tuple(Sentence(s.start, s.end, tuple(s.statements)) for s in spans.values())
    return Text(found[0]["body"], sentences, found[0]["verbaliser"], found[0]["style"])
