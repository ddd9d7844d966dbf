"""The sets of a wave in two parts, which two processes make at once where there are two.

What is known around one part is read for that part alone, so what comes of it depends on what else is in it, but not on
who makes it, nor on what was made before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from multiprocessing.connection import Connection
from typing import Any, Protocol

from contragraph.generation.assembly.proof import Proven
from contragraph.generation.executors.forking import PARTS, forked
from contragraph.generation.sets.drafting import Unmade
from contragraph.graph.store import GraphStore

Made = list[Any]
"""What was made of each pair, or why nothing was (:class:`Unmade`)."""


class Setter(Protocol):
    """What makes of pairs what slots ask for."""

    def made(self, pairs: Sequence[Proven], slots: Sequence[Any]) -> Iterator[Any]:
        """For each pair what its slot asks for, or why there is none."""


def in_parts(
    setter: Callable[[GraphStore, int], Setter],
    store: GraphStore,
    pairs: Sequence[Proven],
    slots: Sequence[Any],
    processes: int,
) -> Made:
    """For each pair what its slot asks for, or why there is none; ``setter`` makes those of one part."""

    def made(its: GraphStore, place: int) -> Made:
        return [*setter(its, place).made(pairs[place::PARTS], slots[place::PARTS])]

    def work(connection: Connection) -> None:
        connection.send(made(opener(), PARTS - 1))

    if processes > 1 and len(pairs) >= PARTS:
        opener = store.opener()
        with closing(forked(work)) as helper:
            found = [*(made(store, place) for place in range(PARTS - 1)), helper.answer("made sets")]
    else:
        found = [made(store, place) for place in range(PARTS)]
    both: Made = [Unmade("")] * len(pairs)
    for place, some in enumerate(found):
        both[place::PARTS] = some
    return both
