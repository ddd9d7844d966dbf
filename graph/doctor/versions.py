"""The audit of versions and texts: one lineage for each pair, contents and texts as hashed, and a whole alignment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from contragraph.graph.doctor.findings import Finding, rows
from contragraph.graph.model import Sentence, Text
from contragraph.graph.model.versions import Content, statements_hash, version_hash
from contragraph.graph.store import GraphStore
from contragraph.graph.tables.rows import sentence_id
from contragraph.graph.versions.history import changes_of, contents_of

_LATER = ("edited", "restored")
_FIRST = ("base", "proposed", "document")
"""Kinds that have no parent."""
_TOLD = ("original", "perturbed", "document")
"""Kinds that always have a text."""


def contents(store: GraphStore) -> dict[str, Content]:
    """The content of every version of the store."""
    parents = {row["id"]: row["parent"] for row in rows(store, "doctor.versions")}
    return contents_of(parents, changes_of(rows(store, "doctor.adds"), rows(store, "doctor.removes")))


def versions(store: GraphStore) -> Iterator[Finding]:
    """Versions whose content or id is not what was hashed."""
    its = contents(store)
    for row in rows(store, "doctor.versions"):
        content = its[row["id"]]
        if statements_hash(content) != row["content_hash"]:
            yield Finding("version", "Version", row["id"], "its statements are not those that were hashed")
        elif version_hash(row["parent"], row["kind"], content, row["text"]) != row["id"]:
            yield Finding("version", "Version", row["id"], "its id is not the hash of parent, kind, content and text")


def lineage(store: GraphStore) -> Iterator[Finding]:
    """Pairs whose versions are not one line from a base, and versions with no parent or several."""
    kinds: dict[str, str] = {}
    parents: dict[str, set[str]] = {}
    texts: dict[str, set[str]] = {}
    for row in rows(store, "doctor.versions"):
        kinds[row["id"]] = row["kind"]
        parents.setdefault(row["id"], set()).update(filter(None, [row["parent"]]))
        texts.setdefault(row["id"], set()).update(filter(None, [row["text"]]))
    for version, kind in kinds.items():
        first = kind in _FIRST
        if len(parents[version]) != (0 if first else 1):
            problem = f"a {kind} version has no parent" if first else f"it has {len(parents[version])} parents, not one"
            yield Finding("lineage", "Version", version, problem)
        if len(texts[version]) > 1 or (kind in _TOLD and not texts[version]):
            yield Finding("lineage", "Version", version, f"it has {len(texts[version])} texts, not one")
    roles: dict[str, dict[str, list[str]]] = {row["id"]: {} for row in rows(store, "doctor.pairs")}
    for row in rows(store, "doctor.roles"):
        roles[row["instance"]].setdefault(row["role"], []).append(row["version"])
    for pair, its in roles.items():
        yield from (Finding("lineage", "Instance", pair, problem) for problem in _broken(its, kinds, parents))


def _broken(its: dict[str, list[str]], kinds: dict[str, str], parents: dict[str, set[str]]) -> Iterator[str]:
    """What is wrong with the lineage of one pair."""
    own = {version for some in its.values() for version in some}
    for role in ("base", "original", "perturbed"):
        if len(its.get(role, ())) != 1:
            yield f"it has {len(its.get(role, ()))} versions as its {role}, not one"
            return
    for role, some in its.items():
        for version in some:
            if kinds[version] != role and not (role == "edited" and kinds[version] in _LATER):
                yield f"its {role} version {version} is of the kind {kinds[version]}"
            if parents[version] - own:
                yield f"the parent of its version {version} is a version of another pair"
    for child, parent in (("original", "base"), ("perturbed", "original")):
        if parents[its[child][0]] != {its[parent][0]}:
            yield f"the parent of its {child} version is not its {parent}"


def texts(store: GraphStore) -> Iterator[Finding]:
    """Texts that are not what was hashed, whose sentences do not cover them, or that state too little or too much."""
    stated: dict[str, list[tuple[int | None, str]]] = {}
    for row in rows(store, "doctor.states"):
        stated.setdefault(row["sentence"], []).append((row["position"], row["statement"]))
    ordered = {s for s, some in stated.items() if all(position is not None for position, _ in some)}
    spans: dict[str, list[tuple[int, int, int, str, str]]] = {}
    for row in rows(store, "doctor.sentences"):
        span = (row["position"], row["start_char"], row["end_char"], row["id"], row["body"])
        spans.setdefault(row["text"], []).append(span)
    said: dict[str, set[str]] = {}
    for row in rows(store, "doctor.texts"):
        text, body, its = row["id"], row["body"], sorted(spans.get(row["id"], ()))
        said[text] = {statement for *_, s, _ in its for _, statement in stated.get(s, ())}
        problem = _uncovered(text, body, its)
        if problem:
            yield Finding("text", "Text", text, problem)
        elif all(s in ordered or s not in stated for *_, s, _ in its):  # layout 1 did not keep the order
            sentences = (Sentence(a, b, tuple(x for _, x in _sorted(stated.get(s, [])))) for _, a, b, s, _ in its)
            if Text(body, tuple(sentences)).id != text:
                yield Finding("text", "Text", text, "its id is not the hash of its body and what its sentences state")
    yield from _unaligned(store, said)


def _sorted(some: list[tuple[int | None, str]]) -> list[tuple[int, str]]:
    return sorted((position or 0, statement) for position, statement in some)


def _uncovered(text: str, body: str, spans: list[tuple[int, int, int, str, str]]) -> str | None:
    """What is wrong with the sentences of a text."""
    at = 0
    for number, (position, start, end, sentence, said) in enumerate(spans):
        if position != number or sentence != sentence_id(text, number):
            return f"its sentence {number + 1} is missing"
        if body[at:start].strip() or start < at or end <= start:
            return f"its sentence {number + 1} does not begin where the one before it ends"
        if body[start:end].strip() != said:
            return f"its sentence {number + 1} is not what stands there"
        at = end
    return "its sentences do not cover it" if body[at:].strip() else None


def _unaligned(store: GraphStore, said: dict[str, set[str]]) -> Iterator[Finding]:
    """Versions whose text does not state exactly their statements; of edits, only those that nothing follows."""
    its = contents(store)
    children = Counter(row["parent"] for row in rows(store, "doctor.versions"))
    for row in rows(store, "doctor.versions"):
        if row["text"] is None or (row["kind"] in _LATER and children[row["id"]]):
            continue
        content = {statement for statement, _ in its[row["id"]]}
        for statement in sorted(content - said[row["text"]]):
            yield Finding("alignment", "Version", row["id"], f"no sentence of its text states {statement}")
        for statement in sorted(said[row["text"]] - content):
            yield Finding("alignment", "Version", row["id"], f"its text states {statement}, which is not in it")


CHECKS = (versions, lineage, texts)
