"""What is asked of a model, what comes back, and what it has cost: records that all rooms share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from pydantic import BaseModel

Step = Literal[
    "perturb", "verbalise", "verify", "detect", "judge", "probe", "extract",
    "decompose", "label", "respond", "regenerate", "choose",
]  # fmt: skip
"""What a question is for; each step may have settings of its own in the config file."""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Ask:
    """One question to a model.

    ``prompt`` is the name and version of the prompt ("perturb/1"): it goes into records, not into the request.
    With ``shape`` the answer is one JSON object that fits this pydantic model: the request carries its schema, the
    answer is checked, and what does not fit is asked for once more, with the error. ``attempt`` 1, 2, … makes
    repetitions of the same question independent of each other. ``among`` are the single tokens (letters of options)
    of which the answer should be one: where the server says how likely each was, the answer has it.
    """

    step: str
    prompt: str
    messages: tuple[Message, ...]
    shape: type[BaseModel] | None = None
    attempt: int = 0
    among: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one question.

    ``failure`` says in plain words why there is no usable answer (refused, cut off, not the shape asked for, the server
    kept failing); then ``text`` is what came, if anything, and ``parsed`` is None. Tokens and ``cost`` (USD) are those
    of all requests that the answer took, also where it was ``cached`` and cost nothing now. ``likely`` has the natural
    logarithm of the probability of each token that the question is ``among``, as far as the server says it.
    """

    text: str
    parsed: BaseModel | None
    model: str
    tokens_in: int
    tokens_out: int
    cost: float
    cached: bool
    failure: str | None
    likely: tuple[tuple[str, float], ...] = ()


@dataclass(slots=True)
class Spent:
    """What a gateway has done so far: requests, tokens and USD since it was opened.

    ``calls`` are requests sent, ``retries`` those of them that repeat one that failed. ``cached`` counts answers taken
    from the cache, ``failures`` questions without a usable answer. ``lost`` is the most that requests may have cost
    whose answers never came (time-outs, cut connections); it counts for the limit, not in ``cost``.
    """

    calls: int = 0
    cached: int = 0
    retries: int = 0
    failures: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    lost: float = 0.0


Came = Callable[[Ask, Answer], None]
"""What is called with each question and its answer as they come, in the thread of the gateway."""


def unheard(ask: Ask, answer: Answer) -> None:
    """For answers that nobody counts."""
    del ask, answer


class Gateway(Protocol):
    """What asks models; ``contragraph.llm.open_gateway`` makes one."""

    spent: Spent
    came: Came

    def ask(self, asks: Sequence[Ask]) -> list[Answer]:
        """The answers in the order of the questions, which are asked at the same time as far as the limits let.

        Questions that fail alone have a ``failure``; the caller decides what that means.

        :raises CostLimitError: before the limit of cost is passed; answers that came are kept in the cache
        :raises ModelError: on what every question would meet: a wrong key, an unknown model, no server
        """

    def made_by(self, ask: Ask) -> dict[str, str]:
        """What records keep of the origin of an answer: step, model, prompt, and a hash of the settings."""
