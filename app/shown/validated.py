"""What was found in contexts, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from contragraph.app.presentation.proof import STRENGTHS, Branch, listed, tree_of
from contragraph.app.shown.pair import OWN, proof_tree
from contragraph.dataset.files.folder import write_lines, write_text
from contragraph.dataset.records.codec import dump, minimal_json, statement_json
from contragraph.ontology.axioms import Ontology

if TYPE_CHECKING:
    from contragraph.documents.validate import ContextFinding, Derivation, Validation

COLUMNS = ("context", "type", "documents", "ids", "by", "cause", "score", "sentences", "why")
CONTEXTS = "contexts.jsonl"


def record(found: Validation, ontology: Ontology) -> dict[str, object]:
    """What was found in a context as JSON."""
    return {
        "context": found.context,
        "size": found.size,
        "conflict": found.conflict,
        "type": found.type,
        "types": list(found.types),
        "documents": list(found.documents),
        "findings": [_finding(each, ontology) for each in found.findings],
        "notes": list(found.notes),
    }


def _finding(found: ContextFinding, ontology: Ontology) -> dict[str, object]:
    return {
        "type": found.type,
        "k": found.k,
        "documents": [{"number": n, "id": name} for n, name in zip(found.documents, found.ids, strict=True)],
        "by": found.by,
        "cause": found.cause,
        "score": found.score,
        "sentences": [
            {"document": q.document, "sentence": q.sentence, "start": q.start, "end": q.end, "text": q.text}
            for q in found.sentences
        ],
        **({"why": found.why} if found.why else {}),
        **({"proof": _proof(found.proof, ontology)} if found.proof else {}),
    }


def _proof(proof: Derivation, ontology: Ontology) -> dict[str, object]:
    statements = [_statement(proof, n, ontology) for n in range(len(proof.statements))]
    return {**minimal_json(proof.minimal), "statements": statements, "strength": proof.strength}


def _statement(proof: Derivation, number: int, ontology: Ontology) -> dict[str, object]:
    """A statement as datasets have them; it is of no graph."""
    said, told = proof.statements[number], proof.told[number]
    labels = {**dict(proof.labels), said.relation: ontology.labels.get(said.relation, said.relation)}
    spelled = {name: value for name, value in statement_json(said, "kg", labels).items() if name != "source"}
    return {**spelled, "document": told.document, "sentence": told.sentence}


def rows(found: Iterable[Validation]) -> Iterator[dict[str, object]]:
    """One row for each finding."""
    for validation in found:
        for each in validation.findings:
            values = (
                *(validation.context, each.type, each.documents, each.ids, each.by, each.cause, each.score),
                *([q.text for q in each.sentences], each.why),
            )
            yield dict(zip(COLUMNS, values, strict=True))


def render(found: Validation, ontology: Ontology) -> RenderableType:
    """What was found in a context as something that rich can print."""
    head = Text(f"context {found.context}: ", style="bold")
    kinds = listed(list(found.types)) or "nothing found"
    head.append(f"{kinds}", style="bold red" if found.conflict else "bold")
    head.append(f" · {found.size} document{'' if found.size == 1 else 's'}", style="dim")
    parts: list[RenderableType] = [head]
    parts += [Text(f"  note: {note}", style="dim") for note in found.notes]
    parts += [Padding(Group(*_shown(each, ontology)), (0, 0, 0, 2)) for each in found.findings]
    return Group(*parts)


def _shown(found: ContextFinding, ontology: Ontology) -> list[RenderableType]:
    head = Text(f"{said(found)} ", style="bold")
    head.append(f"({how(found)})", style="dim")
    parts: list[RenderableType] = [head]
    for quote in found.sentences:
        line = Text(f"  {OWN} [{quote.document}] ", style="bold red")
        line.append(quote.text, style="not bold default")
        parts.append(line)
    if found.why:
        parts.append(Text(f"  {found.why}"))
    if found.proof:
        parts.append(Padding(proof_tree(branch_of(found.proof, ontology)), (0, 0, 0, 2)))
    return parts


def branch_of(proof: Derivation, ontology: Ontology) -> Branch:
    """The proof as a tree of plain words."""
    places = {s.id: q.document for s, q in zip(proof.statements, proof.told, strict=True)}
    return tree_of(proof.statements, dict(proof.labels), proof.minimal, ontology, lambda s: f"document {places[s.id]}")


def said(found: ContextFinding) -> str:
    """What was found in one sentence."""
    names = [f"{n} ({name})" if name else str(n) for n, name in zip(found.documents, found.ids, strict=True)]
    if found.k == 1:
        return f"Document {names[0]} contradicts itself."
    if found.k == 2:
        return f"Documents {listed(names)} contradict each other."
    return f"Documents {listed(names)} cannot all be true."


def how(found: ContextFinding) -> str:
    """By what it was found."""
    if found.proof:
        return f"by proof, {STRENGTHS[found.proof.strength]}"
    return f"by {found.by}, {found.cause}" + (f", {found.score:.2f}" if found.by == "rule" else "")


def write_page(found: Sequence[Validation], ontology: Ontology, path: Path) -> None:
    """Write one page with all that was found; it needs no other file."""
    from contragraph.app.pages.templating import environment, style

    each = [
        (its, [(said(f), how(f), f, branch_of(f.proof, ontology) if f.proof else None) for f in its.findings])
        for its in found
    ]
    write_text(path, environment().get_template("validated.html").render(style=style(), each=each))


def write_validated(found: Sequence[Validation], ontology: Ontology, folder: Path) -> None:
    """Write what was found as data and as a page into a new folder.

    :raises InputError: if the folder holds files already, or another run writes it
    """
    from contragraph.app.pages.findings import new_folder

    with new_folder(folder) as work:
        write_lines(work / CONTEXTS, (dump(record(each, ontology)) for each in found))
        write_page(found, ontology, work / "index.html")
