"""Several processes that search: each reads the store for itself, and judges what it finds there.

What is asked is dealt out like cards, into as many parts whatever the number of processes: what is known around one
part is read together, and filters may look at all of it, so what is found depends on what else is in the part, but not
on who searched it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection

from contragraph.generation.executors.forking import PARTS, Forked, forked
from contragraph.generation.search.searching import Batch, Searcher
from contragraph.generation.search.shapes import Shape
from contragraph.graph.store import Opener, Window

Asked = Sequence[tuple[Shape, Window]]


class Team:
    """So many processes that search, this one included, but no more than there are parts; others begin when asked."""

    def __init__(self, searcher: Searcher, processes: int) -> None:
        self._searcher = searcher
        self._others = min(processes, PARTS) - 1
        self._workers: list[Forked] = []

    def found(self, asked: Asked) -> list[Batch]:
        """What a window of each of some shapes gives, in their order."""
        if self._others and not self._workers:
            opener = self._searcher.store.opener()
            for _ in range(self._others):
                self._workers.append(forked(partial(_work, self._searcher, opener), self._workers))
        things = self._searcher.things(asked)
        parts = [asked[place::PARTS] for place in range(PARTS)]
        found: list[Batch | None] = [None] * len(asked)
        for part, worker in zip(reversed(parts), self._workers, strict=False):
            with suppress(ConnectionError):  # of one that is no more we hear when it is to answer
                worker.connection.send((things, [(shape.name, window) for shape, window in part]))
        for place in range(PARTS - len(self._workers)):
            found[place::PARTS] = self._searcher.found(parts[place])
        for place, worker in zip(reversed(range(PARTS)), self._workers, strict=False):
            answer = worker.answer("searched")
            found[place::PARTS] = [Batch(shape, *rest) for (shape, _), rest in zip(parts[place], answer, strict=True)]
        return [batch for batch in found if batch is not None]

    def close(self) -> None:
        """End the other processes; closing twice is fine."""
        for worker in self._workers:
            worker.close()
        self._workers = []


def _work(searcher: Searcher, opener: Opener, connection: Connection) -> None:
    """Answer what is asked until nobody asks any more."""
    own = searcher.reading(opener())
    shapes = {shape.name: shape for shape in searcher.grounds.shapes}
    while True:
        things, asked = connection.recv()
        own.know(things)
        batches = own.found([(shapes[name], window) for name, window in asked])
        connection.send([(b.rows, b.later, b.proven, b.refused) for b in batches])
