"""What a reader has still to do, for a person at a terminal and as JSON for another program."""

from __future__ import annotations

from contragraph.annotation.answers import read_findings, read_judgements
from contragraph.evaluation.matching import beyond, needed
from contragraph.evaluation.sheets import Key, ReadingFolder, Sheet, read_key


def to_find(reading: ReadingFolder, reader: str) -> list[Sheet]:
    """The sheets without a finding of the reader, in order."""
    done = read_findings(reading, reader)
    return [sheet for number, sheet in sorted(reading.sheets.items()) if number not in done]


def to_judge(reading: ReadingFolder, reader: str) -> list[Key]:
    """The keys of the pairs that the reader has a finding on but not judged, in order."""
    found, done = read_findings(reading, reader), read_judgements(reading, reader)
    return [key for number, key in sorted(read_key(reading).items()) if number in found and number not in done]


def judging_sheets(reading: ReadingFolder, reader: str) -> list[dict[str, object]]:
    """All that a judge sees of each pair to judge.

    ``undeclared`` are the found conflicts that match no declared one; null where that depends on the sentences that the
    judge names for the declared ones.
    """
    findings = read_findings(reading, reader)
    sheets = []
    for key in to_judge(reading, reader):
        sheet, found = reading.sheets[key.number], findings[key.number].conflicts
        wanted = needed(key, sheet.sizes, None)
        sheets.append(
            {
                "pair": key.number,
                "sheet": key.sheet,
                "A": list(sheet.A),
                "B": list(sheet.B),
                "found": list(found),
                "declared": [c.model_dump(exclude={"minimal"}) for c in key.conflicts],
                "undeclared": None if wanted is None else beyond(found, wanted, sheet.sizes),
            }
        )
    return sheets
