"""What an evaluation reads and writes, as lines of files: items, answers, scores, probes, ratings, and the manifest.

Sentences are named as in a reading folder: ``A2`` is the second sentence of text A. Text A is always the first text of
the item, which is the original side; the order in which a model saw the two texts is undone before anything is scored.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from contragraph.evaluation.results import Answered, Usage
from contragraph.evaluation.sheets import DeclaredStatement, StrictRecord

FORMAT = 1
"""Version of the layout of a folder of results."""
ANSWERS = "answers.jsonl"
SCORES = "scores.jsonl"
PROBES = "probes.jsonl"
RATINGS = "ratings.jsonl"
HUMAN = "human.jsonl"

Prompt = Literal["binary", "steps"]
"""``binary`` asks whether the texts contradict each other, ``steps`` for every conflict with its sentences."""
Variant = Literal["plain", "reasoned"]
"""Whether the model is told to answer at once, or to think step by step first."""
Order = Literal["ab", "ba"]
"""Which text the model sees first; ``ab`` is the original side first."""
Said = Literal["conflict", "none", "unreadable"]
Knowledge = Literal["known", "unsure", "unknown"]


class ItemConflict(StrictRecord):
    """A declared conflict. ``minimal`` has each minimal set as indices of ``statements``.

    A statement's ``sentences`` are all that state it. ``made`` are the indices of the statements that were made up,
    None where a dataset does not say: then any perturbed statement may be the lie. ``hops``, ``strength``, ``relation``
    and ``domain`` (those of the conflict's first original statement) are None where a dataset does not say.
    """

    statements: tuple[DeclaredStatement, ...]
    minimal: tuple[tuple[int, ...], ...]
    made: tuple[int, ...] | None = None
    hops: int | None = None
    strength: Literal["strict", "typical"] | None = None
    relation: str | None = None
    domain: str | None = None


class Item(StrictRecord):
    """One pair of any dataset, as the model sees it and as it is scored. A control declares no conflict."""

    id: str
    type: str
    control: bool
    dataset: str
    """Its layout: that of ours, or one of those that are imported."""
    texts: tuple[str, str]
    sentences: tuple[tuple[str, ...], tuple[str, ...]]
    conflicts: tuple[ItemConflict, ...]
    relations: tuple[str, ...]
    domains: tuple[str, ...]
    kg: str | None = None
    question: str | None = None

    @property
    def sizes(self) -> dict[str, int]:
        """The number of sentences of each text."""
        return {"A": len(self.sentences[0]), "B": len(self.sentences[1])}


class PairAttempt(StrictRecord):
    """Which question it was: one attempt on one item under one setting."""

    item: str
    model: str
    prompt: Prompt
    variant: Variant
    order: Order
    attempt: int


class PairReply(PairAttempt, Answered):
    """A raw answer."""


class PairScore(PairAttempt):
    """One attempt on one item, scored.

    ``localised`` has one entry for each declared conflict: are sentences named for every statement of one of its
    minimal sets? ``paired`` asks less: does some reported conflict that matches it name a sentence of an original
    statement, and one of the made-up statement in the perturbed text (where nothing is said to be made up, of a
    perturbed one)? Both are None where localisation was not asked for (the prompt ``binary``), or cannot be scored
    because the dataset does not say which sentences state its conflicts.
    ``reported`` counts the different conflicts that the answer names, ``matched`` those of them that match a declared
    one, and ``stray`` the sentences that it quotes and that stand in neither text. ``found`` has the sentences of each
    reported conflict. Baselines score in the same shape, with a model such as ``baseline:always``.
    """

    said: Said
    localised: tuple[bool, ...] | None
    paired: tuple[bool, ...] | None
    matched: int
    reported: int
    found: tuple[tuple[str, ...], ...] = ()
    stray: int = 0


class Probe(StrictRecord):
    """What a model knows of a declared conflict's statement, asked yes or no several times.

    ``known`` from four times yes of five, ``unknown`` up to once.
    """

    item: str
    conflict: int
    model: str
    words: str
    asked: int
    yes: int
    unreadable: int
    knowledge: Knowledge


class Rating(StrictRecord):
    """How a judge model rates a pair, from 1 (bad) to 5 (good); None where its answer could not be read."""

    item: str
    model: str
    naturalness: int | None
    realism: int | None


class Human(PairAttempt):
    """How a person scores one answer: what it says, and which declared conflicts it localises."""

    scorer: str
    said: Said
    localised: tuple[bool, ...]


class Evaluated(StrictRecord):
    """The dataset that an evaluation belongs to; ``sha256`` of its file of pairs, or of all its files' checksums."""

    layout: str
    sha256: str
    items: dict[str, int]


class PairsManifest(StrictRecord):
    """What was asked of whom: the settings by model. ``left_out`` says why items could not be asked, by item.

    ``asked`` counts by model and step what all sittings asked, also what was asked again or stands in no record.
    """

    format: int
    contragraph: str
    dataset: Evaluated
    models: dict[str, dict[str, str | int | None]]
    left_out: dict[str, str]
    files: dict[str, str]
    asked: dict[str, dict[str, Usage]] = Field(default_factory=dict)
