"""What tests of reviews share: a dataset with proposals beside a store of its own, and a server of its pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

from contragraph.annotation.assignment import Assignment
from contragraph.annotation.desk import Desk
from contragraph.annotation.items import ReviewItem
from contragraph.app.pages.rows import PairIndex, read_index
from contragraph.app.review.application import application
from contragraph.app.review.guard import Access
from contragraph.app.review.server import listen, server_of
from contragraph.dataset.files.folder import REVIEW
from contragraph.dataset.folder.content import PAIR_CONTENT
from contragraph.dataset.records.codec import dump
from contragraph.graph.model import content_hash
from tests.forge import rewrite
from tests.made import lines_of, sample_world

ADA, BOB = "ada", "bob"


def world(folder: Path, pairs: Sequence[int] = ()) -> Path:
    """A copy of the sample's store and small dataset, or of some of its pairs, with two proposals beside them."""
    shutil.copy(sample_world() / "contragraph.lbug", folder / "contragraph.lbug")
    shutil.copytree(sample_world() / "dataset", folder / "dataset")
    add_proposals(folder / "dataset")
    if pairs:
        lines = lines_of(folder / "dataset")
        rewrite(folder / "dataset", [lines[place] for place in pairs])
    return folder


def add_proposals(dataset: Path) -> None:
    """Write a queue of two proposals: one undecided, one in words that nobody knows."""
    (dataset / REVIEW).write_text("".join(dump(each) + "\n" for each in proposals(dataset)), "utf-8")


def judge(
    desk: Desk, reviewer: str, item: ReviewItem, verdict: str = "accept", *criteria: str, reason: str = ""
) -> None:
    """Decide on what the item shows."""
    desk.decide(reviewer, item, item.versions, verdict, criteria, reason)


def proposals(dataset: Path) -> list[dict[str, Any]]:
    """The two proposals, of statements of the dataset."""
    line = lines_of(dataset)[0]
    known = {s["id"]: s for context in line["contexts"].values() for s in context["statements"]}
    conflict = line["conflicts"][0]
    seed, made = known[conflict["original"][0]], known[conflict["perturbed"][0]]
    common = {
        "type": line["type"],
        "kg": line["kg"],
        "seed_statement": seed,
        "relation": seed["relation"],
        "original": [seed],
        "why": "They <b>cannot</b> both be.",
        "model": "a/model",
        "prompt": "perturb/1",
    }
    said = [{"subject": seed["subject"]["label"], "relation": "<i>loathes</i>", "object": "somebody"}]
    bodies = [
        {
            **common,
            "kind": "undecided",
            "perturbed": [made],
            "said": [],
            "reason": "No rule.",
        },
        {**common, "kind": "relation", "perturbed": [], "said": said, "reason": "Nobody knows “loathes”."},
    ]
    return [{"id": content_hash("queued", body), **body} for body in bodies]


def desk_of(folder: Path, reviewers: Sequence[str] = (ADA, BOB), overlap: float = 1.0, address: str = "") -> Desk:
    """A desk over the copy."""
    address = address or f"ladybug:{folder / 'contragraph.lbug'}"
    return Desk(folder / "dataset", address, Assignment(tuple(reviewers), overlap))


@dataclass(frozen=True)
class Served:
    """A server that runs."""

    desk: Desk
    index: PairIndex
    access: Access

    @property
    def root(self) -> str:
        """The address of the first page, without a token."""
        return f"http://127.0.0.1:{self.access.port}"


@contextmanager
def served(desk: Desk) -> Iterator[Served]:
    """The pages of a desk on a free port, in a thread."""
    index = read_index(desk.dataset, PAIR_CONTENT)
    with listen(0) as taken:
        access = Access.of(taken.getsockname()[1], desk.assignment.reviewers)
        server = server_of(application(desk, index, access))
        thread = Thread(target=server.run, kwargs={"sockets": [taken]})
        thread.start()
        try:
            yield Served(desk, index, access)
        finally:
            server.should_exit = True
            thread.join(20)
            assert not thread.is_alive()
