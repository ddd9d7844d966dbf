"""Export of sets in the layout of HotpotQA: a question, paragraphs in sentences, and which of these matter."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import count, pairwise

from contragraph.dataset.exports.card import write_card
from contragraph.dataset.exports.job import Job, WrittenFile, split_files
from contragraph.dataset.exports.questions import ask, asked_about
from contragraph.dataset.exports.registry import registered
from contragraph.dataset.records.schema import DocumentRecord, SetRecord

LEVEL = "hard"
"""The level of every question in HotpotQA's own development and test files; nobody has measured that of ours."""
_HOW = """\
The layout of HotpotQA (distractor setting): `SPLIT.json` is a list of questions with `context`, a list of
[title, [sentence, …]], and `supporting_facts`, a list of [title, number of the sentence from 0]. These are the
sentences that the contradiction rests on or, in a set without one, those that give the `answer`, which is the true one.
`type` is that of the contradiction. A title that an earlier document of the set has too bears a number in brackets."""


@registered("hotpotqa", "questions with paragraphs in the layout of HotpotQA", "sets", splits=True)
def write(job: Job[SetRecord]) -> list[WrittenFile]:
    """Write ``SPLIT.json`` for each split, and a card."""
    counts = dict.fromkeys(job.splits, 0)
    with split_files(job, ".json") as files:
        for split, _, record in job.lines():
            files[split].write(
                (",\n" if counts[split] else "[\n") + json.dumps(to_hotpotqa(record), ensure_ascii=False)
            )
            counts[split] += 1
        for split, file in files.items():
            file.write("\n]\n" if counts[split] else "[]\n")
    write_card(job, _HOW)
    return [WrittenFile(f"{split}.json", count, "questions") for split, count in counts.items()]


def to_hotpotqa(record: SetRecord) -> dict[str, object]:
    """A set as HotpotQA writes a question."""
    about = asked_about(record)
    wanted = {i for conflict in record.conflicts for i in conflict.statements} or {about.id}
    titles = unique_titles([document.title for document in record.documents])
    return {
        "_id": record.id,
        "question": ask(about),
        "answer": about.object.label,
        "type": record.type,
        "level": LEVEL,
        "context": [[t, _sentences(d)] for t, d in zip(titles, record.documents, strict=True)],
        "supporting_facts": [
            [title, place]
            for title, document in zip(titles, record.documents, strict=True)
            for place, sentence in enumerate(document.sentences)
            if wanted & set(sentence.statements)
        ],
    }


def _sentences(document: DocumentRecord) -> list[str]:
    """The sentences, each but the first with the space before it, as HotpotQA has them: joined they are the text."""
    starts = [0, *(len(document.text[: s.start].rstrip()) for s in document.sentences[1:]), len(document.text)]
    return [document.text[start:end] for start, end in pairwise(starts)]


def unique_titles(titles: Sequence[str]) -> list[str]:
    """Titles of which no two are equal: a later one bears the next number in brackets that no other title has."""
    found: list[str] = []
    for title in titles:
        numbered = (f"{title} ({number})" for number in count(2))
        free = (each for each in numbered if each not in found and each not in titles)
        found.append(next(free) if title in found else title)
    return found
