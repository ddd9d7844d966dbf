"""Answers of known quality: each is written from what an item declares, together with the score that it must get.

What an answer names is known as it is written, so the expected score is computed from sets of sentence names alone, by
the rule as docs/evaluate.md tells it; nothing of the parser or the matcher has a part in it.
``python -m tests.detect_answers DIR`` scores every quality over all pairs of a dataset and prints what came out.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from contragraph.evaluation.answers.match import score
from contragraph.evaluation.pairs.items import open_dataset
from contragraph.evaluation.records import Item, Order, PairReply, PairScore
from contragraph.evaluation.statistics import Unit
from contragraph.graph.model import content_hash

HERE = Path(__file__).parent
Names = frozenset[str]


@dataclass(frozen=True, slots=True)
class Known:
    """An answer, and the sentences that each of its reported conflicts means."""

    text: str
    means: tuple[Names, ...]
    stray: int = 0
    order: Order = "ab"
    says: str = "conflict"


@dataclass(frozen=True, slots=True)
class Expected:
    """The score that an answer must get."""

    said: str
    localised: tuple[bool, ...]
    paired: tuple[bool, ...]
    matched: int
    reported: int
    stray: int


def sentence(item: Item, name: str) -> str:
    return item.sentences["AB".index(name[0])][int(name[1:]) - 1]


def needed(item: Item) -> list[list[Names]]:
    """For each conflict one sentence for every statement of its first minimal set: the last that states it."""
    found = []
    for conflict in item.conflicts:
        stated = [conflict.statements[i] for i in conflict.minimal[0]]
        found.append([frozenset({(s.sentences or ())[-1]}) for s in stated])
    return found


def expected(item: Item, known: Known) -> Expected:
    """The rule, by brute force over sets of names."""
    means = [names for n, names in enumerate(known.means) if not names or names not in known.means[:n]]
    localised, paired, hit = [], [], set()
    for conflict in item.conflicts:
        every: set[str] = set()
        for s in conflict.statements:
            every |= set(s.sentences or ())
        lies = {
            x
            for i, s in enumerate(conflict.statements)
            if (s.role == "perturbed" if conflict.made is None else i in conflict.made)
            for x in s.sentences or ()
            if x[0] == "B"
        }
        mine = []
        for n, names in enumerate(means):
            original = any(
                s.role == "original" and x in (s.sentences or ())
                for s in conflict.statements
                for x in names
                if x[0] == "A"
            )
            other = any(
                s.role != "original" and x in (s.sentences or ())
                for s in conflict.statements
                for x in names
                if x[0] == "B"
            )
            if original and other and 2 * len(names & every) >= len(names):
                mine.append(names)
                hit.add(n)
        together = frozenset[str]().union(*mine)
        paired.append(any(names & lies for names in mine))
        localised.append(
            any(all(set(conflict.statements[i].sentences or ()) & together for i in m) for m in conflict.minimal)
        )
    return Expected(known.says, tuple(localised), tuple(paired), len(hit), len(means), known.stray)


# -- the qualities --------------------------------------------------------------------------------------------

Words = Callable[[str], str]


def laid_out(item: Item, conflicts: Sequence[Iterable[str]], words: Words = str, labels: str = "AB") -> str:
    """An answer in the layout of the prompt; ``labels`` are what texts A and B are called."""
    lines = ["Answer: yes"]
    for number, names in enumerate(conflicts, start=1):
        lines += ["", f"Conflict {number}:"]
        lines += [f'Sentence {labels["AB".index(n[0])]}: "{words(sentence(item, n))}"' for n in sorted(names)]
    return "\n".join(lines)


def _sets(item: Item) -> list[Names]:
    return [frozenset[str]().union(*names) for names in needed(item)]


def _draw(item: Item, what: str) -> random.Random:
    return random.Random(content_hash(what, item.id))


def perfect(item: Item) -> Known:
    """Every conflict with its sentences, word for word."""
    return Known(laid_out(item, _sets(item)), tuple(_sets(item)))


def shuffled(item: Item) -> Known:
    """The right number of conflicts, each of two sentences drawn at random."""
    draw = _draw(item, "shuffled")
    drawn = [
        frozenset({f"A{draw.randint(1, len(item.sentences[0]))}", f"B{draw.randint(1, len(item.sentences[1]))}"})
        for _ in item.conflicts
    ]
    return Known(laid_out(item, drawn), tuple(drawn))


def half_right(item: Item) -> Known:
    """Every second conflict whole; of the others the sentences of text A alone."""
    kept = [names if n % 2 == 0 else frozenset(x for x in names if x[0] == "A") for n, names in enumerate(_sets(item))]
    if len(kept) == 1:
        kept = [frozenset(x for x in kept[0] if x[0] == "B")]
    return Known(laid_out(item, kept), tuple(kept))


def over_reporting(item: Item) -> Known:
    """Every conflict, and ten others that are drawn at random."""
    draw = _draw(item, "over")
    every = _sets(item) + [
        frozenset({f"A{draw.randint(1, len(item.sentences[0]))}", f"B{draw.randint(1, len(item.sentences[1]))}"})
        for _ in range(10)
    ]
    return Known(laid_out(item, every), tuple(every))


_SYNONYMS = {
    r"\bis\b": "happens to be",
    r"\bwas\b": "had been",
    r"\bhas\b": "does have",
    r"\band\b": "as well as",
    r"\blies\b": "is situated",
    r"\bborders\b": "adjoins",
    r"\bshares a border with\b": "borders on",
    r"\bwithout any\b": "with no",
    r"\breceived\b": "was given",
    r"\ba member\b": "one of the members",
    r"\bwas born in\b": "came into the world in",
    r"\bin\b": "within",
}


def reworded(text: str) -> str:
    """The sentence with the commonest words replaced, and without its full stop."""
    for pattern, word in _SYNONYMS.items():
        text = re.sub(pattern, word, text)
    return text.rstrip(".")


def paraphrased(item: Item) -> Known:
    """Every conflict, its sentences in other words."""
    return Known(laid_out(item, _sets(item), reworded), tuple(_sets(item)))


def partial(item: Item) -> Known:
    """Every conflict, of each sentence two thirds, if no other sentence of the pair has them too."""
    every = [s for text in item.sentences for s in text]

    def cut(text: str) -> str:
        words = text.rstrip(".").split()
        part = " ".join(words[len(words) // 6 : len(words) // 6 + max(5, 2 * len(words) // 3)])
        return part if sum(plain(part) in plain(s) for s in every) == 1 else text

    def plain(text: str) -> str:
        return re.sub(r"\W+", " ", text).casefold()

    return Known(laid_out(item, _sets(item), cut), tuple(_sets(item)))


def wrong_order(item: Item) -> Known:
    """Every conflict, the last first, with the labels of the texts exchanged and text B before text A."""
    sets = _sets(item)[::-1]
    lines = ["Answer: yes"]
    for number, names in enumerate(sets, start=1):
        lines += ["", f"Conflict {number}:"]
        lines += [f'Sentence {"BA"["AB".index(n[0])]}: "{sentence(item, n)}"' for n in sorted(names, reverse=True)]
    return Known("\n".join(lines), tuple(_labelled_b(item, names) for names in sets))


def _labelled_b(item: Item, names: Names) -> Names:
    """What is meant if the labels are exchanged: a sentence that stands in both texts is looked for as labelled."""
    meant = set()
    for name in names:
        text = sentence(item, name)
        other = item.sentences["BA".index(name[0])]
        here = "BA"["AB".index(name[0])]
        meant.add(f"{here}{other.index(text) + 1}" if text in other else name)
    return frozenset(meant)


def other_order(item: Item) -> Known:
    """Every conflict, of texts that the model saw in the other order."""
    return Known(laid_out(item, _sets(item), labels="BA"), tuple(_sets(item)), order="ba")


_INVENTED = ("Brunhold", "Teskovia", "Marlow Quent", "the Ostrander Guild", "Velmora", "Pell and Wick")


def hallucinated(item: Item) -> Known:
    """Two conflicts of sentences that stand in neither text."""
    draw = _draw(item, "invented")
    lines = ["Answer: yes"]
    for number in (1, 2):
        x, y, z = draw.sample(_INVENTED, 3)
        lines += ["", f"Conflict {number}:", f'Sentence A: "{x} was founded by {y} in {1930 + number}."']
        lines += [f'Sentence B: "{x} has never had anything to do with {z}."']
    return Known("\n".join(lines), (frozenset(),) * 2, stray=4)


def denied(item: Item) -> Known:
    """No conflict."""
    return Known("Answer: no", (), says="none")


QUALITIES: dict[str, Callable[[Item], Known]] = {
    f.__name__.replace("_", " "): f
    for f in (
        *(perfect, shuffled, half_right, over_reporting, paraphrased, partial),
        *(wrong_order, other_order, hallucinated, denied),
    )
}


def scored(item: Item, known: Known) -> tuple[Expected, PairScore]:
    """The score that an answer must get, and the one that it gets."""
    reply = PairReply(
        item=item.id,
        model="scripted",
        prompt="steps",
        variant="plain",
        order=known.order,
        attempt=1,
        text=known.text,
        failure=None,
        made_by={},
    )
    return expected(item, known), score(item, reply)


def as_expected(must: Expected, got: PairScore) -> bool:
    found = Expected(got.said, got.localised or (), got.paired or (), got.matched, got.reported, got.stray)
    return found == must


GOLD = {
    "gold_answers": "gold_pairs",
    "gold_answers_2": "gold_pairs",
    "gold_answers_3": "gold_pairs_3",
    "gold_answers_4": "gold_pairs_4",
    "gold_answers_5": "gold_pairs_5",
    "gold_answers_6": "gold_pairs_6",
    "gold_answers_7": "gold_pairs_7",
}
"""The answers that were scored by reading, each with the file of its pairs."""


class Judged(NamedTuple):
    """An answer that was scored by reading: for each declared conflict, is it localised? And the computed score.

    The first three sets were scored by one rule, which stands for both measures; those from the fourth on by a rule
    for each.
    """

    number: int
    localised: tuple[bool, ...]
    paired: tuple[bool, ...]
    score: PairScore


def judged(name: str) -> list[Judged]:
    """The answers of one of the sets of ``GOLD``."""
    lines = (HERE / "data" / f"{GOLD[name]}.jsonl").read_text("utf-8").splitlines()
    items = {item.id: item for item in map(Item.model_validate_json, lines)}
    found = []
    for line in (HERE / "data" / f"{name}.jsonl").read_text("utf-8").splitlines():
        gold = json.loads(line)
        setting = {"model": "hand", "prompt": "steps", "variant": "plain", "order": gold["order"], "attempt": 1}
        reply = PairReply.model_validate(
            {"item": gold["item"], **setting, "text": gold["text"], "failure": None, "made_by": {}}
        )
        localised = tuple(gold["localised"])
        paired = tuple(gold.get("paired", localised))
        found.append(Judged(gold["number"], localised, paired, score(items[gold["item"]], reply)))
    return found


def compared(answers: Sequence[Judged], measure: Literal["localised", "paired"]) -> tuple[list[Unit], list[Unit]]:
    """What was scored by hand beside what is computed, of whole answers and of conflicts."""
    whole: list[Unit] = []
    conflicts: list[Unit] = []
    for answer in answers:
        by_hand, got = getattr(answer, measure), getattr(answer.score, measure)
        whole.append((("hand", int(all(by_hand))), ("computed", int(all(got)))))
        conflicts += [(("hand", int(h)), ("computed", int(c))) for h, c in zip(by_hand, got, strict=True)]
    return whole, conflicts


def differing(answers: Sequence[Judged], measure: Literal["localised", "paired"]) -> list[int]:
    """The numbers of the answers that are not scored alike."""
    return [answer.number for answer in answers if getattr(answer.score, measure) != getattr(answer, measure)]


def main(folder: Path) -> None:
    items = open_dataset(folder).items
    pairs = [item for item in items if not item.control]
    controls = [item for item in items if item.control]
    print(f"{len(pairs)} pairs, {len(controls)} controls")
    for name, quality in QUALITIES.items():
        counts: Counter[str] = Counter()
        for item in pairs:
            must, got = scored(item, quality(item))
            counts["as expected"] += as_expected(must, got)
            counts["full"] += all(got.localised or ())
            counts["must be full"] += all(must.localised)
            counts["matched"] += got.matched
            counts["reported"] += got.reported
            if not as_expected(must, got) and counts["shown"] < 3:
                counts["shown"] += 1
                print(
                    "  ",
                    item.id,
                    must,
                    got.model_dump(include={"said", "localised", "paired", "matched", "reported", "found", "stray"}),
                )
                print(quality(item).text)
        print(
            f"{name}: {counts['as expected']} of {len(pairs)} as expected; LOC {counts['full']} (must be "
            f"{counts['must be full']}); precision {counts['matched']} of {counts['reported']}"
        )
    for name in ("shuffled", "over reporting", "hallucinated", "denied"):
        found = [scored(item, QUALITIES[name](item)) for item in controls]
        right = sum(m.said == g.said and g.matched == 0 and g.stray == m.stray and not g.localised for m, g in found)
        print(f"controls, {name}: {right} of {len(controls)} as expected")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
