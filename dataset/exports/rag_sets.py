"""Export of sets for tests of retrieval-augmented generation: questions with the documents of sets as passages."""

from __future__ import annotations

from contragraph.dataset.exports.card import write_card
from contragraph.dataset.exports.job import Job, WrittenFile, split_files
from contragraph.dataset.exports.questions import answers_to, ask, asked_about, sentences_of
from contragraph.dataset.records.codec import dump
from contragraph.dataset.records.schema import SetRecord
from contragraph.dataset.records.sets import conflicting

CORPUS = "corpus.jsonl"
_HOW = f"""\
A line of `SPLIT.jsonl` is a `question` with its `passages`, the documents of a set in their order. `conflicting` are
the places (from 0) of those that contradict each other, `wrong` of those that tell what is made up; `truth` is the true
answer. `answers` (the values that it gives), `evidence` (its sentences that the contradiction rests on) and `roles`
have one entry for each passage. `{CORPUS}` holds all passages, for tests of the retrieval itself."""


def write_sets(job: Job[SetRecord]) -> list[WrittenFile]:
    """Write the documents of sets, the questions of each split, and a card."""
    counts, passages = dict.fromkeys(job.splits, 0), 0
    with (
        (job.work / CORPUS).open("w", encoding="utf-8", newline="") as corpus,
        split_files(job, ".jsonl") as files,
    ):
        for split, _, record in job.lines():
            for place, passage in enumerate(_passages(record)):
                corpus.write(dump({**passage, "set": record.id, "place": place}) + "\n")
                passages += 1
            files[split].write(dump(_entry(record)) + "\n")
            counts[split] += 1
    write_card(job, _HOW)
    asked = (WrittenFile(f"{split}.jsonl", count, "questions") for split, count in counts.items())
    return [*asked, WrittenFile(CORPUS, passages, "passages")]


def passage_id(record: SetRecord, place: int) -> str:
    """What a document of a set is called in a corpus, by its place from 0."""
    return f"{record.id}-{place}"


def _passages(record: SetRecord) -> list[dict[str, str]]:
    return [
        {"id": passage_id(record, place), "title": document.title, "text": document.text}
        for place, document in enumerate(record.documents)
    ]


def _entry(record: SetRecord) -> object:
    about = asked_about(record)
    clashing = {i for conflict in record.conflicts for i in conflict.statements}
    made = [{s.id for s in document.statements if s.source == "made"} for document in record.documents]
    return {
        "id": record.id,
        "type": record.type,
        "shape": record.shape,
        "hops": [conflict.hops for conflict in record.conflicts],
        "strength": [conflict.strength for conflict in record.conflicts],
        "question": ask(about),
        "subject": {"id": about.subject.id, "label": about.subject.label},
        "relation": {"id": about.relation.id, "label": about.relation.label},
        "truth": about.object.label,
        "answers": [answers_to(about, document.statements) for document in record.documents],
        "evidence": [sentences_of(document, clashing) for document in record.documents],
        "roles": [document.role for document in record.documents],
        "passages": _passages(record),
        "conflicting": conflicting(record),
        "wrong": [place for place, lies in enumerate(made) if lies & clashing],
    }
