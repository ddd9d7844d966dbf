"""One pair as a person reads it: texts with the conflicts marked, what differs, and each proof in words.

Everything is built as :class:`rich.text.Text`, so brackets in labels are never taken for markup; the marks are
characters, so nothing is lost without colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text
from rich.tree import Tree

from contragraph.app.presentation.proof import (
    STRENGTHS,
    Branch,
    in_short,
    made_up,
    origin,
    premises,
    relation_said,
    smallest,
    tree,
)
from contragraph.app.presentation.say import RecordWords
from contragraph.dataset.records.schema import ConflictRecord, ContextRecord, InstanceRecord, StatementRecord
from contragraph.kgs import lexicon_for
from contragraph.ontology.axioms import Ontology

OWN = "▶"
"""Marks a sentence that says what only this text says."""
SHARED = "▷"
"""Marks a sentence that both texts say and a proof needs."""
COLOURS = ("red", "blue", "magenta", "dark_orange3")


def render(record: InstanceRecord, ontology: Ontology) -> RenderableType:
    """The pair as something rich can print."""
    words = RecordWords.of(record, ontology, lexicon_for(ontology.labels))
    parts: list[RenderableType] = [_head(record)]
    for name, context in (("ORIGINAL", record.contexts.original), ("PERTURBED", record.contexts.perturbed)):
        parts += [_title(f"{name} TEXT"), _indented(_body(context, record.conflicts))]
    parts += [_title("WHAT DIFFERS"), _indented(Group(*_differences(record)))]
    for number, conflict in enumerate(record.conflicts, start=1):
        parts += _conflict(number, conflict, record, words)
    return Group(*parts)


def _title(text: str) -> Text:
    return Text(f"\n{text}", style="bold")


def _indented(content: RenderableType) -> Padding:
    return Padding(content, (0, 0, 0, 2))


def _colour(number: int) -> str:
    return COLOURS[(number - 1) % len(COLOURS)]


def _head(record: InstanceRecord) -> Text:
    labels = {s.relation.id: s.relation.label for s in record.contexts.original.statements}
    relations = ", ".join(labels.get(r, r) for r in record.relations)
    count = len(record.conflicts)
    head = Text()
    head.append(f"{record.type}", style="bold")
    many = f"{count or 'no'} conflict{'' if count == 1 else 's'}"
    head.append(f" · {many} about {relations} ({', '.join(record.domains)})\n")
    against = record.provenance.against
    graphs = f"{record.kg}, against {against.kg}" if against else record.kg
    head.append(f"pair {record.id} from {graphs}, run {record.provenance.run}", style="dim")
    if control := record.provenance.control:
        head.append(f"\na control of pair {control.of}, by {control.kind}", style="dim")
    for told in against.statements if against else ():
        head.append(f"\nthe other graph says: {told.subject} {told.relation} {told.object}", style="dim")
    return head


def _body(context: ContextRecord, conflicts: Sequence[ConflictRecord]) -> Text:
    """The text of a side; a sentence of conflicts begins with a mark and their numbers."""
    body = Text()
    for sentence in context.sentences:
        said = set(sentence.statements)
        own = [n for n, c in enumerate(conflicts, start=1) if said & {*c.original, *c.perturbed}]
        shared = [n for n, c in enumerate(conflicts, start=1) if said & set(c.shared) and n not in own]
        for mark, numbers in ((OWN, own), (SHARED, shared)):
            if numbers:
                body.append(f"{mark}[{','.join(map(str, numbers))}] ", style=f"bold {_colour(numbers[0])}")
        style = f"bold {_colour(own[0])}" if own else _colour(shared[0]) if shared else ""
        body.append(context.text[sentence.start : sentence.end], style=style)
    body.rstrip()
    return body


def _differences(record: InstanceRecord) -> Iterator[Text]:
    """Each statement that only one side makes, with a sign for its side and the numbers of its conflicts."""
    original, perturbed = record.contexts.original.statements, record.contexts.perturbed.statements
    shared = {s.id for s in original} & {s.id for s in perturbed}
    for sign, style, statements in (("-", "red", original), ("+", "green", perturbed)):
        numbered = [(_numbers(s, record.conflicts), s) for s in statements if s.id not in shared]
        for numbers, statement in sorted(numbered, key=lambda pair: pair[0]):
            line = Text(f"{sign} ", style=style)
            line.append(_triple(statement))
            note = ", ".join(["made up" if made_up(statement, record) else "true", *(f"[{n}]" for n in numbers)])
            line.append(f"  ({note})", style="dim")
            yield line


def _numbers(statement: StatementRecord, conflicts: Sequence[ConflictRecord]) -> list[int]:
    """The numbers of the conflicts that a statement is part of."""
    return [n for n, c in enumerate(conflicts, start=1) if statement.id in {*c.original, *c.perturbed, *c.shared}]


def _triple(statement: StatementRecord) -> str:
    return f"{statement.subject.label} | {relation_said(statement)} | {statement.object.label}"


def _conflict(
    number: int, conflict: ConflictRecord, record: InstanceRecord, words: RecordWords
) -> list[RenderableType]:
    head = Text(f"\n[{number}] ", style=f"bold {_colour(number)}")
    hops = "1 hop" if conflict.hops == 1 else f"{conflict.hops} hops"
    head.append(f"CONFLICT {number} OF {len(record.conflicts)}", style="bold")
    head.append(f" · {hops} · {STRENGTHS[conflict.strength]}")
    parts: list[RenderableType] = [head, *map(_indented, conflict_in_words(conflict, record, words))]
    if more := len(conflict.minimal) - 1:
        again = "once more" if more == 1 else f"in {more} more ways"
        parts.append(_indented(Text(f"(It can be proven {again}, with other statements.)", style="dim")))
    return parts


def conflict_in_words(conflict: ConflictRecord, record: InstanceRecord, words: RecordWords) -> list[RenderableType]:
    """A conflict in one sentence, and the proof of its smallest minimal set."""
    minimal = smallest(conflict)
    short = in_short(minimal, conflict, record, words)
    line = Text(short.against, style="bold")
    line.append(f"{short.given}.", style="not bold")
    return [line, proof_tree(tree(minimal, premises(record), words, origin(conflict)))]


def proof_tree(root: Branch) -> Tree:
    """A proof as a tree that rich can print."""
    head = Text(root.said, style="bold")
    head.append(f" — {root.note}", style="dim")
    grown = Tree(head)
    for branch in root.branches:
        _grow(grown, branch)
    return grown


def _grow(parent: Tree, branch: Branch) -> None:
    if branch.statement:
        line = Text(branch.said)
        line.append(f"  ({branch.note})", style="dim")
        parent.add(line)
        return
    line = Text(f"so {branch.said}", style="italic")
    line.append(f" — {branch.note}", style="dim")
    grown = parent.add(line)
    for deeper in branch.branches:
        _grow(grown, deeper)
