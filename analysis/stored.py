"""A classified dataset as nodes of the store: dataset, items, texts, sentences, statements, conflicts and evidence.

Ends of statements are linked to entities of the loaded graphs that have the same name; of several the best connected.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from contragraph.analysis.classify import Classified
from contragraph.analysis.records import Evidence, Said
from contragraph.graph.errors import InputError
from contragraph.graph.model import content_hash
from contragraph.graph.name_index import fold, name_index
from contragraph.graph.rows import Rows
from contragraph.graph.store import GraphStore

BATCH = 100
"""Items in one transaction."""
LOOK_UPS = 500
"""Names in one look-up."""


def store_classified(store: GraphStore, name: str, layout: str, items: Sequence[Classified], settings: str) -> int:
    """Write a classified dataset; writing the same again changes nothing. Returns how many ends were linked.

    :raises InputError: if another classification of that name is in the store.
    """
    dataset = content_hash("dataset", name, settings, [_result(item) for item in items])
    for row in store.run("datasets.held"):
        if row["name"] == name and row["id"] != dataset:
            raise InputError(
                f"{store.address} holds another dataset called {name}: give this one another name with --name."
            )
    linked = _linked(store, items)
    for some in _batches(items, BATCH):
        rows = Rows()
        rows.node("Dataset", dataset, name=name, layout=layout, settings=settings, items=len(items))
        for item in some:
            _item(rows, dataset, item, linked)
        store.write(rows)
    return len(linked)


def _batches(items: Sequence[Classified], size: int) -> Iterable[Sequence[Classified]]:
    return (items[at : at + size] for at in range(0, len(items), size))


def _result(item: Classified) -> list[object]:
    found = [[b.first, b.second, b.clash.cause, b.clash.first.start, b.clash.second.start] for b in item.conflicts]
    return [item.pair.id, item.pair.key, found]


def _item(rows: Rows, dataset: str, item: Classified, linked: dict[str, str]) -> None:
    key = content_hash("item", dataset, item.pair.id)
    form = ("explicit" if item.explicit else "implicit") if item.conflicts else None
    rows.node(
        "Item",
        key,
        name=item.pair.id,
        dataset=item.dataset,
        question=item.pair.question,
        type=item.type,
        form=form,
    )
    rows.join("HOLDS", "Dataset", "Item", dataset, key)
    lines: dict[tuple[int, int], str] = {}
    for position, (text, read) in enumerate(zip(item.pair.texts, item.extracted)):
        passage = content_hash("passage", key, position)
        rows.node("Passage", passage, position=position, body=text)
        rows.join("COMPARES", "Item", "Passage", key, passage)
        for number, sentence in enumerate(read.sentences):
            line = lines[position, number] = content_hash("line", passage, number)
            place = {"start_char": sentence.start, "end_char": sentence.end}
            rows.node("Line", line, position=number, body=sentence.body, **place)
            rows.join("READS", "Passage", "Line", passage, line)
        for number, said in enumerate(read.said):
            claim = content_hash("claim", passage, number)
            rows.node("Claim", claim, **_claim(said, linked))
            rows.join("CLAIMS", "Line", "Claim", lines[position, said.sentence], claim)
    for number, between in enumerate(item.conflicts):
        clash = content_hash("clash", key, number)
        its = between.clash
        values = {"hops": its.hops, "percent": round(100 * its.score), "explicit": its.explicit}
        rows.node("Clash", clash, cause=its.cause, relations=its.relation.split(), **values)
        rows.join("FINDS", "Item", "Clash", key, clash)
        for number_of_text, evidence in ((between.first, its.first), (between.second, its.second)):
            _evidence(rows, clash, number_of_text, evidence, lines[number_of_text, evidence.sentence])


def _claim(said: Said, linked: dict[str, str]) -> dict[str, object]:
    return {
        "subject": said.subject.text,
        "relation": said.relation,
        "object": said.object.text,
        "negated": said.negated,
        "time": said.time.text if said.time else None,
        "subject_entity": linked.get(fold(said.subject.text)),
        "object_entity": linked.get(fold(said.object.text)),
    }


def _evidence(rows: Rows, clash: str, text: int, its: Evidence, line: str) -> None:
    key = content_hash("evidence", clash, text)
    rows.node("Evidence", key, start_char=its.start, end_char=its.end, words=its.words)
    rows.join("SHOWS", "Clash", "Evidence", clash, key)
    rows.join("STANDS_IN", "Evidence", "Line", key, line)


def _linked(store: GraphStore, items: Sequence[Classified]) -> dict[str, str]:
    """The best connected entity of each folded name that statements speak of."""
    names = {
        fold(end.text)
        for item in items
        for read in item.extracted
        for said in read.said
        for end in (said.subject, said.object)
        if end.kind == "name"
    }
    if not store.kgs():
        return {}
    found: dict[str, str] = {}
    with name_index(store) as index:
        ordered = sorted(names)
        for at in range(0, len(ordered), LOOK_UPS):
            found |= _look_up(index, ordered[at : at + LOOK_UPS])
    return found


def _look_up(index: sqlite3.Connection, names: Sequence[str]) -> dict[str, str]:
    marks = ", ".join("?" * len(names))
    rows = index.execute(
        "SELECT name.folded, entity.id FROM name JOIN entity ON entity.number = name.entity"
        f" WHERE name.folded IN ({marks}) ORDER BY name.alias DESC, entity.degree, entity.id DESC",
        list(names),
    )
    return dict(rows)  # the last row of a name stands: a label before aliases, then the best connected
