"""Writing a dataset folder from the waves of its run: lines, axioms in force, card, and the manifest in the end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from contragraph.dataset.files.folder import (
    BANK,
    CARD,
    CLAIMS,
    INSTANCES,
    MANIFEST,
    ONTOLOGY,
    REJECTED,
    RESPONSES,
    REVIEW,
    SETS,
    new_file,
    sha256,
    write_lines,
    write_text,
)
from contragraph.dataset.folder.card import ClaimCounts, Counts, SetCounts, bank_card, card, claim_card, set_card
from contragraph.dataset.records.codec import dump, parse_line
from contragraph.dataset.records.proven_claims import parse_claim
from contragraph.dataset.records.responses import responses_of
from contragraph.dataset.records.sets import parse_set
from contragraph.ontology.axioms import AnyAxiom, Axiom, Ontology
from contragraph.ontology.turtle import format_ontology

FORMAT = 1
"""Version of the dataset layout."""

Entry = Mapping[str, object]
"""A wave: its type, what was tried, and what was kept and rejected, as the dataset will have it."""


def lines_of(entry: Entry) -> Iterator[str]:
    """The lines of the pairs that a wave kept."""
    kept = entry["kept"]
    assert isinstance(kept, list)
    return (pair["line"] for pair in kept)


def rejections_of(entry: Entry) -> list[dict[str, object]]:
    """What a wave rejected."""
    rejected = entry["rejected"]
    assert isinstance(rejected, list)
    return rejected


def review_of(entry: Entry) -> list[dict[str, object]]:
    """What a wave leaves to people."""
    review = entry.get("review", [])
    assert isinstance(review, list)
    return review


def in_force(ontology: Ontology, relations: frozenset[str]) -> list[AnyAxiom]:
    """The axioms that can have a say about these relations: all that are linked to them through shared relations.

    Of those between classes alone these are all that lead, from class to class, to one that such an axiom speaks of.
    """
    reached = set(relations)
    kept: dict[str, AnyAxiom] = {}
    changed = True
    while changed:
        changed = False
        for axiom in ontology.every:
            if axiom.id not in kept and axiom.relations & reached:
                kept[axiom.id] = axiom
                reached |= axiom.relations
                changed = True
    above = {t for axiom in kept.values() if isinstance(axiom, Axiom) for t in axiom.terms if isinstance(t, str)}
    between = [a for a in ontology.axioms if not a.relations]
    while linked := [a for a in between if a.id not in kept and not above.isdisjoint(map(str, a.terms))]:
        kept |= {axiom.id: axiom for axiom in linked}
        above.update(str(term) for axiom in linked for term in axiom.terms)
    return list(kept.values())


def write_dataset(
    folder: Path,
    entries: Iterable[Entry],
    ontology: Ontology,
    settings: Mapping[str, object],
    run: str,
    summary: Mapping[str, object],
) -> None:
    """Write all files of a dataset of pairs into a folder from the waves of its run, one at a time."""
    counts = Counts()
    review: list[dict[str, object]] = []

    def reviewed() -> Iterator[Entry]:
        for entry in entries:
            review.extend(review_of(entry))
            yield entry

    _write_lines(folder, INSTANCES, reviewed(), lambda line: counts.add(parse_line(line, "the journal")))
    files = [INSTANCES, REJECTED]
    if settings.get("generator") == "llm":
        write_lines(folder / REVIEW, map(dump, review))
        files.append(REVIEW)
    write_text(folder / CARD, card(counts, settings))
    _finish(folder, files, ontology, counts.relations, settings, run, summary)


def write_sets(
    folder: Path,
    entries: Iterable[Entry],
    ontology: Ontology,
    settings: Mapping[str, object],
    run: str,
    summary: Mapping[str, object],
) -> None:
    """Write all files of a dataset of sets into a folder from the waves of its run, one at a time."""
    counts = SetCounts()
    _write_lines(folder, SETS, entries, lambda line: counts.add(parse_set(line, "the journal")))
    write_text(folder / CARD, set_card(counts, settings))
    _finish(folder, [SETS, REJECTED], ontology, counts.relations, settings, run, summary)


def write_claims(
    folder: Path,
    entries: Iterable[Entry],
    ontology: Ontology,
    settings: Mapping[str, object],
    run: str,
    summary: Mapping[str, object],
) -> None:
    """Write all files of a dataset of claims into a folder from the waves of its run, one at a time."""
    counts = ClaimCounts()
    with new_file(folder / RESPONSES) as responses:

        def count(line: str) -> None:
            item = parse_claim(line, "the journal")
            counts.add(item)
            responses.writelines(response + "\n" for _, response in responses_of(item))

        _write_lines(folder, CLAIMS, entries, count)
    write_text(folder / CARD, claim_card(counts, settings))
    _finish(folder, [CLAIMS, RESPONSES, REJECTED], ontology, counts.relations, settings, run, summary)


def write_bank(
    folder: Path,
    lines: Iterable[str],
    ontology: Ontology,
    relations: Iterable[str],
    settings: Mapping[str, object],
    run: str,
    summary: Mapping[str, object],
) -> None:
    """Write all files of a bank of facts into a folder; ``lines`` have their line breaks."""
    with new_file(folder / BANK) as bank:
        bank.writelines(lines)
    write_text(folder / CARD, bank_card(summary, settings))
    _finish(folder, [BANK], ontology, relations, settings, run, summary)


def _write_lines(folder: Path, name: str, entries: Iterable[Entry], count: Callable[[str], None]) -> None:
    """Write what waves kept, each line when it is counted, and what they rejected."""
    with new_file(folder / name) as kept, new_file(folder / REJECTED) as rejected:
        for entry in entries:
            for line in filter(None, lines_of(entry)):
                count(line)
                kept.write(line + "\n")
            for rejection in rejections_of(entry):
                rejected.write(dump(rejection) + "\n")


def _finish(
    folder: Path,
    files: Sequence[str],
    ontology: Ontology,
    relations: Iterable[str],
    settings: Mapping[str, object],
    run: str,
    summary: Mapping[str, object],
) -> None:
    """Write the axioms in force for some relations, and the manifest last."""
    kept = in_force(ontology, frozenset(relations))
    write_text(folder / ONTOLOGY, format_ontology(ontology.only(kept)))
    manifest = {
        "format": FORMAT,
        "contragraph": version("contragraph"),
        "run": run,
        "seed": settings["seed"],
        "settings": settings,
        **summary,
        "files": {name: sha256(folder / name) for name in (*files, ONTOLOGY, CARD)},
    }
    write_text(folder / MANIFEST, json.dumps(manifest, indent=2, sort_keys=True, ensure_ascii=False) + "\n")
