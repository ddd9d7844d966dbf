"""Export of sets for tests of retrieval in the layout of BEIR: a corpus, queries, and which documents belong to which.

Each document of a set is a document of the corpus, and each set a query about what its contradiction is about. Of the
documents of its set those with the role *conflict* bear on it; those of other sets are not judged.
"""

from __future__ import annotations

from contragraph.dataset.exports.card import write_card
from contragraph.dataset.exports.job import Job, WrittenFile, split_files
from contragraph.dataset.exports.questions import ask, asked_about
from contragraph.dataset.exports.rag_sets import CORPUS, passage_id
from contragraph.dataset.exports.registry import registered
from contragraph.dataset.records.codec import dump
from contragraph.dataset.records.schema import SetRecord
from contragraph.dataset.records.sets import conflicting

QUERIES = "queries.jsonl"
_HOW = f"""\
The layout of BEIR: `{CORPUS}`, `{QUERIES}`, and `qrels/SPLIT.tsv` with 1 for the documents of a set that stand in its
contradiction, or in the place of one, and 0 for its others; documents of other sets are not judged. The metadata of a
query tell the type of its set, the documents that contradict each other, and the true answer."""


@registered("beir", "corpus, queries and judgements of BEIR", "sets", splits=True)
def write(job: Job[SetRecord]) -> list[WrittenFile]:
    """Write the corpus, the queries, the judgements of each split, and a card."""
    counts = dict.fromkeys(job.splits, 0)
    queries = passages = 0
    (job.work / "qrels").mkdir()
    with (
        (job.work / CORPUS).open("w", encoding="utf-8", newline="") as corpus,
        (job.work / QUERIES).open("w", encoding="utf-8", newline="") as asked,
        split_files(job, ".tsv", folder="qrels") as judged,
    ):
        for file in judged.values():
            file.write("query-id\tcorpus-id\tscore\n")
        for split, _, record in job.lines():
            asked.write(dump(_query(record)) + "\n")
            queries += 1
            for place, document in enumerate(record.documents):
                name = passage_id(record, place)
                metadata = {"set": record.id, "place": place}
                entry = {"_id": name, "title": document.title, "text": document.text, "metadata": metadata}
                corpus.write(dump(entry) + "\n")
                judged[split].write(f"{record.id}\t{name}\t{int(document.role == 'conflict')}\n")
                passages += 1
                counts[split] += 1
    write_card(job, _HOW)
    judgements = (WrittenFile(f"qrels/{split}.tsv", count, "judgements") for split, count in counts.items())
    return [WrittenFile(CORPUS, passages, "documents"), WrittenFile(QUERIES, queries, "queries"), *judgements]


def _query(record: SetRecord) -> object:
    about = asked_about(record)
    metadata = {
        "type": record.type,
        "shape": record.shape,
        "conflicting": [passage_id(record, place) for place in conflicting(record)],
        "answer": about.object.label,
    }
    return {"_id": record.id, "text": ask(about), "metadata": metadata}
