"""How good the check without a model is: does it find all that template texts state, and what is done to them?

``python -m benchmarks.telling DATASET`` prints two tables in Markdown. Template texts state everything, by
construction, so each finding in one is a false alarm. Then each text is spoilt in several ways, one at a time, and it
is counted in how many of them something is found. What is spoilt depends on the pair alone.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from contragraph.dataset.records.pairs import read_dataset
from contragraph.generation.llm.tell_align import parts_of, place, spans
from contragraph.generation.llm.tell_facts import PromptFact, facts_of
from contragraph.generation.llm.verify_rules import TextFault, findings, told_anyway
from contragraph.graph.model import Instance, Side

_REMOVED = (
    (r"\b(has|have|had|was|were|is|are|does|do|did) (?:never|not)\b", r"\1"),
    (r"\bnever ", ""),
    (r"\bno\b", "a"),
)
_DENIED = ((r"\b(is|was|are|were)\b", r"\1 not"), (r"\b(has|have|had)\b", r"\1 never"))


@dataclass(frozen=True)
class Case:
    """A side with what spoiling it needs."""

    side: Side
    facts: tuple[PromptFact, ...]
    others: tuple[PromptFact, ...]
    names: tuple[str, ...]
    strange: str
    """A name of another pair."""
    random: Random

    @property
    def bodies(self) -> list[str]:
        """The sentences of the template text."""
        return [self.side.text.body[s.start : s.end].strip() for s in self.side.text.sentences]


def found(body: str, case: Case) -> tuple[TextFault, ...]:
    """What the check says of a text that is to tell the side."""
    parts = parts_of(body, case.names)
    placed = place(case.facts, parts)
    told = findings(body, case.facts, parts, placed, case.names)
    return (*told, *told_anyway(case.others, case.facts, parts, case.names))


def _replaced(case: Case, patterns: Sequence[tuple[str, str]]) -> str | None:
    """One sentence, drawn by lot, in which one of the patterns is replaced once."""
    bodies = case.bodies
    for number in case.random.sample(range(len(bodies)), len(bodies)):
        for pattern, instead in patterns:
            changed = re.sub(pattern, instead, bodies[number], count=1)
            if changed != bodies[number]:
                return " ".join((*bodies[:number], changed, *bodies[number + 1 :]))
    return None


def name_replaced(case: Case) -> str | None:
    """The object of a fact gives way, once, to a name of another pair."""
    fact = case.random.choice(case.facts)
    at = case.side.text.body.rfind(fact.thing)
    return None if at < 0 else case.side.text.body[:at] + case.strange + case.side.text.body[at + len(fact.thing) :]


def names_exchanged(case: Case) -> str | None:
    """The objects of two facts change places, each in the sentence that states it."""
    where = {i: n for n, s in enumerate(case.side.text.sentences) for i in s.statements}
    bodies = case.bodies
    pairs = [
        (a, b)
        for a in case.facts
        for b in case.facts
        if where[a.id] < where[b.id] and len({*a.ends, *b.ends}) == 4
        if a.thing in bodies[where[a.id]] and b.thing in bodies[where[b.id]]
    ]
    if not pairs:
        return None
    a, b = case.random.choice(pairs)
    bodies[where[a.id]] = bodies[where[a.id]].replace(a.thing, b.thing)
    bodies[where[b.id]] = bodies[where[b.id]].replace(b.thing, a.thing)
    return " ".join(bodies)


def sentence_dropped(case: Case) -> str | None:
    """A sentence is left out."""
    bodies = case.bodies
    if len(bodies) < 2:
        return None
    del bodies[case.random.randrange(len(bodies))]
    return " ".join(bodies)


def denial_removed(case: Case) -> str | None:
    """*never*, *not* or *no* is taken from a sentence."""
    return _replaced(case, _REMOVED)


def restriction_removed(case: Case) -> str | None:
    """*only*, *alone* and the like are taken from a sentence."""
    return _replaced(case, ((r"\b(?:only|alone|sole|solely|single)\b ?", ""),))


def denial_added(case: Case) -> str | None:
    """A verb is denied."""
    return _replaced(case, _DENIED)


def claim_added(case: Case) -> str | None:
    """A sentence with a name of another pair comes after the others."""
    return f"{case.side.text.body} {case.facts[0].subject} was also an admirer of {case.strange}."


def date_added(case: Case) -> str | None:
    """A sentence gets a year."""
    return _replaced(case, ((r"([^\W\d]{2})\.$", rf"\1 in {case.random.randint(1800, 2020)}."),))


def other_side_told(case: Case) -> str | None:
    """What the other side alone states is stated as well, in the lexicon's words."""
    if not case.others:
        return None
    said = case.random.choice(case.others).meaning
    return f"{case.side.text.body} {said[0].upper()}{said[1:]}."


WAYS: tuple[Callable[[Case], str | None], ...] = (
    name_replaced,
    names_exchanged,
    sentence_dropped,
    denial_removed,
    restriction_removed,
    denial_added,
    claim_added,
    date_added,
    other_side_told,
)


def cases(instance: Instance, strange: str) -> list[Case]:
    """Both sides of a pair."""
    both = [facts_of(side, instance) for side in instance.sides]
    found = []
    for side, facts, others in zip(instance.sides, both, both[::-1], strict=True):
        own = {f.id for f in facts}
        names = tuple(sorted({end for f in facts for end in f.ends}))
        alone = tuple(f for f in others if f.id not in own)
        found.append(Case(side, facts, alone, names, strange, Random(side.text.id)))
    return found


def measure(folder: Path) -> str:
    """Both tables for a dataset."""
    texts = clean = facts = stated = same = 0
    spoilt: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    strange = "Wendelin Graub"
    for instance in read_dataset(folder):
        for case in cases(instance, strange):
            said = found(case.side.text.body, case)
            texts, clean = texts + 1, clean + (not said)
            facts, stated = facts + len(case.facts), stated + len(case.facts) - len({f.fact for f in said} - {None})
            same += _alike(case)
            for way in WAYS:
                body = way(case)
                if body is not None and body != case.side.text.body:
                    spoilt[way.__name__] += 1
                    caught[way.__name__] += bool(found(body, case))
        known = {name for case in cases(instance, "") for name in case.names}
        strange = min(known, key=lambda name: (abs(len(name) - 14), name))
    lines = [
        "| template texts | statements | found stated | in the same sentence | texts without a false alarm |",
        "|--:|--:|--:|--:|--:|",
        f"| {texts:,} | {facts:,} | {stated:,} ({stated / facts:.2%}) | {same:,} ({same / facts:.1%})"
        f" | {clean:,} ({clean / texts:.2%}) |",
        "",
        "| spoilt by | texts | caught |",
        "|---|--:|--:|",
    ]
    for way in WAYS:
        name, what = way.__name__, (way.__doc__ or "").rstrip(".")
        if spoilt[name]:
            lines.append(f"| {what} | {spoilt[name]:,} | {caught[name] / spoilt[name]:.1%} |")
    return "\n".join(lines)


def _alike(case: Case) -> int:
    """How many facts are aligned with the sentence that the template made for them."""
    text = case.side.text
    parts = parts_of(text.body, case.names)
    placed = place(case.facts, parts)
    made = {i: s for s in text.sentences for i in s.statements}
    overlaps = ((parts[n], made[i]) for i, n in placed.items())
    return sum(part.start < its.end and its.start < part.end for part, its in overlaps)


def divided(folder: Path) -> str:
    """How often the sentences are found as the template made them."""
    right = texts = 0
    for instance in read_dataset(folder):
        for case in cases(instance, ""):
            texts += 1
            right += spans(case.side.text.body, case.names) == [(s.start, s.end) for s in case.side.text.sentences]
    return f"Divided just as they were made: {right:,} of {texts:,} texts ({right / texts:.1%})."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset", type=Path)
    folder = parser.parse_args().dataset
    print(measure(folder))
    print(f"\n{divided(folder)}")


if __name__ == "__main__":
    main()
