"""What was read from texts of others as nodes of the store: dataset, items, texts, sentences, statements, conflicts.

A classified dataset has its own items; of a scan, all documents that were compared with each other are one item. Ends
of statements are linked to entities of the loaded graphs that have the same name; of several the best connected.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from contragraph.documents.classify import Between, Classified
from contragraph.documents.records import Evidence, Extracted, Said, TextPair
from contragraph.documents.scan import Scan
from contragraph.graph.errors import InputError
from contragraph.graph.lookup.index import fold, name_index
from contragraph.graph.model import content_hash
from contragraph.graph.store import GraphStore
from contragraph.graph.tables.rows import Rows

NODES = 10_000
"""Nodes in one transaction, about: an item may be a folder of ten thousand documents."""
LOOK_UPS = 500
"""Names in one look-up."""
Piece = Callable[[Rows], None]
"""Notes the rows of a part of an item."""


def store_classified(store: GraphStore, name: str, layout: str, items: Sequence[Classified], settings: str) -> int:
    """Write a classified dataset; writing the same again changes nothing. Returns how many ends were linked.

    :raises InputError: if another result of that name is in the store.
    """
    dataset = content_hash("dataset", name, settings, [_result(item) for item in items])
    for row in store.run("datasets.held"):
        if row["name"] == name and row["id"] != dataset:
            raise InputError(
                f"{store.address} holds another dataset called {name}: give this one another name with --name."
            )
    linked = _linked(store, items)
    about = {"name": name, "layout": layout, "settings": settings, "items": len(items)}
    rows = Rows()
    for piece in chain.from_iterable(_pieces(dataset, item, linked) for item in items):
        rows.node("Dataset", dataset, **about)
        piece(rows)
        if sum(map(len, rows.nodes.values())) >= NODES:
            store.write(rows)
            rows = Rows()
    store.write(rows)
    return len(linked)


def store_scan(store: GraphStore, name: str, found: Scan, settings: str) -> int:
    """Write a scan as a dataset: an item for the folder, or for each question of a trace. Returns as above.

    :raises InputError: if another result of that name is in the store.
    """
    return store_classified(store, name, "documents", _compared(name, found), settings)


def _compared(name: str, found: Scan) -> list[Classified]:
    """The documents that were compared with each other, with what was found between them."""
    groups: dict[str, list[int]] = {}
    for number, document in enumerate(found.documents):
        groups.setdefault(document.group, []).append(number)
    place = {number: at for its in groups.values() for at, number in enumerate(its)}
    clashes: dict[str, list[Between]] = {}
    for each in found.found:
        between = (Between(place[each.first], place[each.second], clash) for clash in each.clashes)
        clashes.setdefault(found.documents[each.first].group, []).extend(between)
    items = []
    for group, its in groups.items():
        texts, titles = (tuple(getattr(found.documents[n], what) for n in its) for what in ("text", "name"))
        pair = TextPair(group or name, texts, titles=titles)
        items.append(Classified(name, pair, tuple(found.texts[n] for n in its), tuple(clashes.get(group, ()))))
    return items


def _result(item: Classified) -> list[object]:
    found = [[b.first, b.second, b.clash.cause, b.clash.first.start, b.clash.second.start] for b in item.conflicts]
    return [item.pair.id, item.pair.key, found, *item.pair.titles]


def _pieces(dataset: str, item: Classified, linked: Mapping[str, str]) -> Iterator[Piece]:
    """The item, each of its texts, and each of its conflicts; what is joined comes before what it is joined to."""
    key = content_hash("item", dataset, item.pair.id)
    yield partial(_item, dataset=dataset, key=key, item=item)
    titles = item.pair.titles or (None,) * len(item.pair.texts)
    for position, (text, title, read) in enumerate(zip(item.pair.texts, titles, item.extracted, strict=True)):
        about = {"position": position, "body": text, "title": title}
        yield partial(_passage, item=key, about=about, read=read, linked=linked)
    for number, between in enumerate(item.conflicts):
        yield partial(_clash, item=key, number=number, between=between)


def _item(rows: Rows, *, dataset: str, key: str, item: Classified) -> None:
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


def _passage(rows: Rows, *, item: str, about: Mapping[str, object], read: Extracted, linked: Mapping[str, str]) -> None:
    passage = _passage_id(item, about["position"])
    rows.node("Passage", passage, **about)
    rows.join("COMPARES", "Item", "Passage", item, passage)
    for number, sentence in enumerate(read.sentences):
        line = content_hash("line", passage, number)
        place = {"start_char": sentence.start, "end_char": sentence.end}
        rows.node("Line", line, position=number, body=sentence.body, **place)
        rows.join("READS", "Passage", "Line", passage, line)
    for number, said in enumerate(read.said):
        claim = content_hash("claim", passage, number)
        rows.node("Claim", claim, **_claim(said, linked))
        rows.join("CLAIMS", "Line", "Claim", content_hash("line", passage, said.sentence), claim)


def _passage_id(item: str, position: object) -> str:
    return content_hash("passage", item, position)


def _clash(rows: Rows, *, item: str, number: int, between: Between) -> None:
    clash = content_hash("clash", item, number)
    its = between.clash
    values = {"hops": its.hops, "percent": round(100 * its.score), "explicit": its.explicit}
    rows.node("Clash", clash, cause=its.cause, relations=its.relation.split(), **values)
    rows.join("FINDS", "Item", "Clash", item, clash)
    for text, evidence in ((between.first, its.first), (between.second, its.second)):
        line = content_hash("line", _passage_id(item, text), evidence.sentence)
        _evidence(rows, clash, text, evidence, line)


def _claim(said: Said, linked: Mapping[str, str]) -> dict[str, object]:
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
