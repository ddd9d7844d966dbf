"""Changing versions: every change makes a child version, and nothing is overwritten. Reviews judge versions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from contragraph.graph.errors import InputError
from contragraph.graph.model import Statement, Text, unique
from contragraph.graph.model.versions import Content, VersionKind, review_id, version_hash
from contragraph.graph.store import GraphStore
from contragraph.graph.tables.rows import Rows, statement_rows, text_rows, version_rows
from contragraph.graph.versions.alignment import align
from contragraph.graph.versions.history import Stated, VersionContent, content, find_version, log, one_of, pairs_of

LATER = ("edited", "restored")


@dataclass(frozen=True, slots=True)
class Edit:
    """A version that was made of another one."""

    id: str
    number: int
    parent: str
    unaligned: tuple[Stated, ...] = ()
    """Statements that were found in no sentence of its text."""
    without_text: bool = False


def edit(
    store: GraphStore,
    version: str,
    *,
    text: str | None = None,
    drop: Sequence[str] = (),
    add: Sequence[Stated] = (),
) -> Edit:
    """A child of a version with another text, without some statements, or with further ones.

    ``drop`` are beginnings of ids of its statements. Added statements count as true if the loaded graph has them as
    they are. If statements change and no text is given, the child has none, since the old one would not state it.

    :raises InputError: if nothing changes, a statement is not in the version, or is in it already.
    """
    its = content(store, version)
    gone = {_statement(its, each) for each in drop}
    here = {s.statement.id for s in its.statements}
    for each in add:
        if each.statement.id in here:
            raise InputError(f"The version {version} states {each.statement.id} already: leave it out.")
    facts = store.existing([_triple(s.statement) for s in add])
    new = [_sourced(each, facts) for each in {s.statement.id: s for s in add}.values()]
    statements = [*(s for s in its.statements if s.statement.id not in gone), *new]
    if not statements:
        raise InputError(f"Nothing would be left of the version {version}: keep at least one statement.")
    same = text is None or (its.text is not None and text.strip() == its.text.body.strip())
    if same and not gone and not new:
        raise InputError("Nothing to change: give a text, or statements to drop or add.")
    aligned: Text | None = None
    lost: tuple[Stated, ...] = ()
    if text is not None:
        aligned, lost = align(text.strip(), statements, its.text)
    made = _child(store, its, "edited", statements, aligned)
    return Edit(made.id, made.number, version, lost, aligned is None)


def _statement(its: VersionContent, beginning: str) -> str:
    found = [s.statement.id for s in its.statements if s.statement.id.startswith(beginning.strip().lower() or "-")]
    return one_of(found, "statement", beginning, f"the version {its.id}")


def _triple(statement: Statement) -> tuple[str, str, str]:
    return (statement.subject, statement.relation, statement.object_id)


def _sourced(stated: Stated, facts: set[tuple[str, str, str]]) -> Stated:
    its = stated.statement
    plain = not its.negated and its.valid_from is None and its.valid_to is None
    source = "kg" if plain and _triple(its) in facts else "made"
    return Stated(its, source, stated.subject_label, stated.relation_label, stated.object_label)


def restore(store: GraphStore, version: str, onto: str | None = None) -> Edit:
    """A new version with statements and text of an older one, as a child of the newest version made from that.

    ``onto`` names another parent, a version of the same pair.

    :raises InputError: if the parent is the version itself or says the same, or belongs to other pairs.
    """
    old = content(store, version)
    parent = newest(store, version) if onto is None else onto
    if parent == version:
        raise InputError(f"Nothing was made from the version {version}, so there is nothing to restore it over.")
    require_kin(store, version, parent)
    its = content(store, parent)
    made = _child(store, its, "restored", list(old.statements), old.text)
    return Edit(made.id, made.number, parent, (), old.text is None)


def newest(store: GraphStore, version: str) -> str:
    """The last version that was made from a version by edits alone; itself if there is none."""
    children: dict[str, tuple[int, str]] = {}
    for pair in pairs_of(store, version):
        line = {version}
        for info in log(store, pair):
            if info.parent in line and info.kind in LATER:
                line.add(info.id)
                children[info.id] = (info.number, info.id)
    return max(children.values())[1] if children else version


def require_kin(store: GraphStore, version: str, other: str) -> None:
    """Refuse two versions that no pair has both.

    :raises InputError: if they belong to different pairs.
    """
    its, others = pairs_of(store, version), pairs_of(store, other)
    if not its.keys() & others.keys():
        raise InputError(
            f"The version {other} belongs to the pair {', '.join(others) or '(none)'}, and {version} to "
            f"{', '.join(its) or '(none)'}: name two versions of one pair."
        )


def _child(
    store: GraphStore, parent: VersionContent, kind: VersionKind, statements: Sequence[Stated], text: Text | None
) -> Edit:
    its: Content = [(s.statement.id, s.source) for s in statements]
    if its == parent.hashed and (text and text.id) == (parent.text and parent.text.id):
        raise InputError(f"That would not change the version {parent.id}: it says the same already.")
    version = version_hash(parent.id, kind, its, None if text is None else text.id)
    pairs = pairs_of(store, parent.id)
    infos = {info.id: info for pair in pairs for info in log(store, pair)}
    if version in infos:
        raise InputError(f"The version {version} is that change of {parent.id} already.")
    number = 1 + max(info.number for info in infos.values())
    rows = Rows()
    for stated in statements:
        statement_rows(rows, stated.statement, stated.source)
    version_rows(rows, version, number, kind, parent.id, parent.hashed, its)
    for pair in pairs:
        rows.join("EDITED", "Instance", "Version", pair, version)
    if text is not None:
        text_rows(rows, text, version)
    store.write(rows)
    return Edit(version, number, parent.id)


def review(store: GraphStore, judged: str, reviewer: str, verdict: str, reason: str = "") -> str:
    """Note what a reviewer says of a version or a conflict; the id of the review. Saying it again changes nothing.

    ``judged`` is the beginning of an id.

    :raises InputError: if there is no such version or conflict, or reviewer or verdict are empty.
    """
    for what, said in (("reviewer", reviewer), ("verdict", verdict)):
        if not said.strip() or not said.isprintable():
            raise InputError(f"The {what} is empty or not one line: give one, as in --{what} WORD.")
    kind, target = _judged(store, judged)
    key = review_id([target], reviewer.strip(), verdict.strip(), reason.strip())
    rows = Rows()
    rows.node("Review", key, reviewer=reviewer.strip(), verdict=verdict.strip(), reason=reason.strip())
    rows.join("JUDGES", "Review", kind, key, target)
    store.write(rows)
    return key


def _judged(store: GraphStore, beginning: str) -> tuple[str, str]:
    """The label and id of the version or conflict that begins so."""
    wanted = beginning.strip().lower()
    found = store.run("versions.conflicts_starting", prefix=wanted, limit=2) if wanted else []
    conflicts = unique(str(row["id"]) for row in found)
    versions = [str(row["id"]) for row in store.run("versions.starting", prefix=wanted, limit=2)] if wanted else []
    if not versions and len(conflicts) == 1:
        return "Conflict", conflicts[0]
    if versions and conflicts and wanted not in versions:
        raise InputError(f"Versions and conflicts begin with '{beginning}': give more of the id.")
    return "Version", find_version(store, beginning)
