"""Versions as a person reads them: the history of a pair as a tree, one version, and what differs between two.

Built as :class:`rich.text.Text`, so brackets in labels and texts are never taken for markup. The signs and brackets say
all that the colours say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.text import Text
from rich.tree import Tree

from contragraph.graph.versions.alignment import words
from contragraph.graph.versions.history import Stated, VersionContent, VersionInfo

SIGNS = {"removed": ("-", "red"), "added": ("+", "green"), "same": (" ", "")}
BRACKETS = {"removed": ("[-", "-]"), "added": ("{+", "+}"), "same": ("", "")}
"""As word differences are written where there is no colour."""
Row = dict[str, object]


def spoken(statements: Iterable[Stated]) -> Mapping[str, str]:
    """Labels of the relations that are not of the loaded graph: those of the ontology."""
    unknown = {s.statement.relation for s in statements if s.relation_label == s.statement.relation}
    if not unknown:
        return {}
    from contragraph.kgs import label_of

    return {relation: label for relation in sorted(unknown) if (label := label_of(relation))}


def triple(stated: Stated, labels: Mapping[str, str]) -> str:
    """A statement by its labels: ``Berlin | capital of | Germany``."""
    its = stated.statement
    relation = labels.get(its.relation, stated.relation_label)
    return f"{stated.subject_label} | {'not ' if its.negated else ''}{relation} | {stated.object_label}"


def statement_row(stated: Stated, labels: Mapping[str, str], **before: object) -> Row:
    """A statement as a row of a list."""
    its = stated.statement
    return {
        "what": "statement",
        **before,
        "id": its.id,
        "subject": its.subject,
        "relation": its.relation,
        "object": its.object_id,
        "negated": its.negated,
        "source": stated.source,
        "text": triple(stated, labels),
    }


# -- log -------------------------------------------------------------------------------------------------------


def log_rows(infos: Sequence[VersionInfo]) -> Iterator[Row]:
    """The history as rows of a list."""
    for info in infos:
        yield {
            "id": info.id,
            "number": info.number,
            "kind": info.kind,
            "parent": info.parent,
            "added": len(info.added),
            "removed": len(info.removed),
            "text": info.text,
            "text_changed": info.text_changed,
            "reviews": [
                {"id": r.id, "reviewer": r.reviewer, "verdict": r.verdict, "reason": r.reason} for r in info.reviews
            ],
        }


def log_tree(pair: str, infos: Sequence[VersionInfo]) -> Tree:
    """The history as a tree, children below their parents."""
    root = Tree(Text(f"pair {pair}", style="bold"))
    branches: dict[str | None, Tree] = {}
    for info in infos:
        branch = branches.get(info.parent, root).add(_line(info))
        branches[info.id] = branch
        for review in info.reviews:
            said = Text(f"{review.reviewer}: {review.verdict}", style="yellow")
            said.append(f" — {review.reason}" if review.reason else "", style="not bold")
            branch.add(said)
    return root


def _line(info: VersionInfo) -> Text:
    line = Text(f"{info.number} {info.kind} ", style="bold")
    line.append(info.id, style="not bold cyan")
    changed = []
    if info.parent is None:
        changed.append(f"{len(info.added)} statements")
    elif info.added or info.removed:
        changed.append(f"-{len(info.removed)} +{len(info.added)} statements")
    if info.text_changed:
        changed.append("no text any more" if info.text is None else "a text" if info.kind == "original" else "new text")
    line.append("  " + (", ".join(changed) or "in another order"), style="not bold dim")
    return line


# -- one version -----------------------------------------------------------------------------------------------


def content_rows(content: VersionContent) -> Iterator[Row]:
    """The statements of a version, each with the number of the sentence that states it, and its sentences."""
    labels, said = spoken(content.statements), sentence_numbers(content)
    for stated in content.statements:
        yield statement_row(stated, labels, sentence=said.get(stated.statement.id))
    if content.text is not None:
        for number, sentence in enumerate(content.text.sentences, start=1):
            body = content.text.body[sentence.start : sentence.end]
            yield {"what": "sentence", "sentence": number, "text": body.strip()}


def sentence_numbers(content: VersionContent) -> dict[str, int]:
    """The number of the first sentence, from 1, that states each statement."""
    found: dict[str, int] = {}
    if content.text is not None:
        for number, sentence in enumerate(content.text.sentences, start=1):
            for statement in sentence.statements:
                found.setdefault(statement, number)
    return found


def content_text(content: VersionContent, pairs: Iterable[str]) -> Text:
    """A version as a person reads it."""
    labels, said = spoken(content.statements), sentence_numbers(content)
    shown = Text(f"{content.number} {content.kind} {content.id}\n", style="bold")
    shown.append(f"of pair {', '.join(pairs)}", style="not bold dim")
    shown.append(f", made from {content.parent}\n" if content.parent else "\n", style="not bold dim")
    shown.append("\nTEXT\n")
    if content.text is None:
        shown.append("  (none)\n", style="not bold dim")
    else:
        for number, sentence in enumerate(content.text.sentences, start=1):
            shown.append(f"  [{number}] ", style="not bold dim")
            shown.append(content.text.body[sentence.start : sentence.end].strip() + "\n", style="not bold")
    shown.append("\nSTATEMENTS\n")
    for stated in content.statements:
        its = stated.statement.id
        shown.append(f"  {its} ", style="not bold cyan")
        shown.append(triple(stated, labels), style="not bold")
        note = "made up" if stated.source == "made" else "true"
        where = f", sentence {said[its]}" if its in said else ", in no sentence" if content.text else ""
        shown.append(f"  ({note}{where})\n", style="not bold dim")
    shown.rstrip()
    return shown


# -- two versions ------------------------------------------------------------------------------------------------


def diff_rows(old: VersionContent, new: VersionContent) -> list[Row]:
    """What leads from one version to the other: statements, then the words of the texts, all of them in order."""
    before = {s.statement.id for s in old.statements}
    after = {s.statement.id for s in new.statements}
    labels = spoken([*old.statements, *new.statements])
    rows = [statement_row(s, labels, change="removed") for s in old.statements if s.statement.id not in after]
    rows += [statement_row(s, labels, change="added") for s in new.statements if s.statement.id not in before]
    bodies = [content.text.body if content.text else "" for content in (old, new)]
    if bodies[0] != bodies[1]:
        rows += [{"what": "text", "change": change, "text": said} for change, said in words(*bodies)]
    return rows


def diff_text(rows: Sequence[Row]) -> Text:
    """The differences as a person reads them."""
    shown = Text()
    for row in rows:
        if row["what"] == "statement":
            sign, style = SIGNS[str(row["change"])]
            shown.append(f"{sign} {row['text']}", style=style)
            shown.append(f"  ({'made up' if row['source'] == 'made' else 'true'}, {row['id']})\n", style="dim")
    said = [row for row in rows if row["what"] == "text"]
    if said and shown:
        shown.append("\n")
    for row in said:
        opening, closing = BRACKETS[str(row["change"])]
        shown.append(f"{opening}{row['text']}{closing}", style=SIGNS[str(row["change"])][1])
    if not rows:
        shown.append("No difference.")
    shown.rstrip()
    return shown
