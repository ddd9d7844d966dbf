"""Depth-first fill: what a search from each topic comes to, as MAGIC cuts its subgraphs out.

From a thing to the first of its facts in seeded order, on from there as deep as was drawn for the topic, then back,
with at most so many facts of one thing as a side may have. All topics are walked in lock step, so that the graph is
asked once for each step, whatever the number of topics.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from contragraph.generation.assembly.around import Around
from contragraph.generation.assembly.sides import MOST_OF_ONE, MOST_STATEMENTS
from contragraph.graph.model import Statement, id_number

DEEPEST = 4
"""Steps from the topic, at most."""
LONGEST = 2 * MOST_STATEMENTS
"""Facts of a walk, at most: some of them no text of the pair will be able to tell."""


@dataclass
class DepthFirst:
    """The walks of topics, made once each."""

    around: Around
    relations: frozenset[str]
    """Those by whose facts it goes: what texts may state."""
    salt: str
    found: dict[str, list[Statement]] = field(default_factory=dict)

    def walk(self, topics: Iterable[str]) -> None:
        """Walk from those topics from which there is no walk yet."""
        walks = {topic: self._from(topic) for topic in sorted({*topics} - self.found.keys())}
        while walks:
            asked = {topic: next(steps, None) for topic, steps in walks.items()}
            walks = {topic: steps for topic, steps in walks.items() if asked[topic] is not None}
            self.around.read(thing for thing in asked.values() if thing is not None)

    def facts(self, topics: Sequence[str]) -> Iterator[Statement]:
        """The facts of the walks from some topics, in their order."""
        return (statement for topic in topics for statement in self.found.get(topic, ()))

    def _from(self, topic: str) -> Iterator[str]:
        """A walk, that gives what has to be read before it goes on."""
        depth = 1 + id_number(f"{self.salt}|{topic}|depth") % DEEPEST
        walked: list[Statement] = []
        self.found[topic], seen = walked, {topic}

        def into(thing: str, left: int) -> Iterator[str]:
            yield thing
            facts = (s for s in self.around.about(thing) if s.relation in self.relations)
            for statement in islice(facts, MOST_OF_ONE):
                if len(walked) == LONGEST:
                    return
                if statement not in walked:
                    walked.append(statement)
                new = [e for e in statement.entities if e not in seen and not self.around.hidden(e)]
                seen.update(new)
                for other in new if left > 1 else ():
                    yield from into(other, left - 1)

        return into(topic, depth)
