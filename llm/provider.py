"""The one place that knows litellm: imported when the first question goes out, told to keep quiet and stay offline."""

from __future__ import annotations

import logging
import os
import threading
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

from contragraph.graph.errors import ModelError
from contragraph.llm.config import StepSettings
from contragraph.llm.faults import AgainError, meaning
from contragraph.llm.likely import MOST_TOPS, Top, tops_of

if TYPE_CHECKING:
    from litellm import ModelResponse

_OWN: set[str] = set()
"""Models that litellm's table did not have; its price for them is nobody's."""
_FILTERS = threading.RLock()
"""Held where filters of warnings change, which all threads share, and while litellm is imported in one of them."""
NO_KEY = "none"
"""What is sent where no key is named: clients insist on one."""


@dataclass(frozen=True, slots=True)
class Raw:
    """An answer as it came."""

    text: str
    finish: str
    refusal: bool
    served: str
    tokens_in: int | None
    """As the server says; None where it says nothing, or no number."""
    tokens_out: int | None
    tops: tuple[Top, ...] = ()
    """The tokens of the answer, where they were asked for."""


@cache
def library() -> ModuleType:
    """litellm, without telemetry, ``.env`` files, price lists from the network, and messages of its own."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ.setdefault("LITELLM_MODE", "PRODUCTION")
    os.environ.setdefault("LITELLM_LOG", "CRITICAL")
    with _FILTERS, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import litellm
    litellm.telemetry = False
    litellm.suppress_debug_info = True
    litellm.num_retries = 0
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return litellm


def table_price(model: str) -> tuple[float, float] | None:
    """USD for a token in and out from litellm's own table; None for a model that is not in it."""
    if model in _OWN:
        return None
    try:
        found = library().get_model_info(model)
        return float(found["input_cost_per_token"]), float(found["output_cost_per_token"])
    except Exception:  # litellm raises a bare Exception for a model that is not in its table
        return None


def supported(settings: StepSettings) -> frozenset[str]:
    """Which settings the model's provider takes, after seeing that there is one and that its key is there.

    :raises ModelError: if not
    """
    litellm = library()
    settings.secret()
    try:
        name, kind, _, _ = litellm.get_llm_provider(settings.model, api_base=settings.api_base)
        known = frozenset(litellm.get_supported_openai_params(name, custom_llm_provider=kind) or ())
    except Exception:  # as above
        raise ModelError(
            f"The provider of the model {settings.model!r} is not known; models are named PROVIDER/NAME, such as "
            "openai/gpt-4o-mini, anthropic/claude-sonnet-4-5, or openai/NAME with --api-base for a server of your own."
        ) from None
    if settings.api_base is not None:
        _introduce(settings.model, kind)
        # A server of one's own takes what it takes.
        return known | settings.sampling.keys()
    for name in settings.sampling:
        if name not in known and name not in settings.wishes:
            raise ModelError(f"{settings.model} does not take the setting {name}; leave it out of the config.")
    if settings.secret() is None:
        # Other variables have defaults, or other ways to sign in beside them.
        missing = [n for n in litellm.validate_environment(settings.model)["missing_keys"] if n.endswith("_API_KEY")]
        if missing:
            raise ModelError(f"The key for {settings.model} is missing: set the variable {' or '.join(missing)}.")
    return known


def _introduce(model: str, provider: str) -> None:
    """Tell litellm of a model that is not in its table.

    It looks up a price for each answer, and takes a millisecond of the processor to find that there is none.
    """
    if model not in _OWN and table_price(model) is None:
        _OWN.add(model)
        free = {"input_cost_per_token": 0.0, "output_cost_per_token": 0.0}
        library().register_model({model: {**free, "litellm_provider": provider, "mode": "chat"}})


@contextmanager
def quietly() -> Iterator[None]:
    """Without warnings about litellm's own ways: its records, and calls that end before they have begun."""
    filters = warnings.catch_warnings()
    with _FILTERS:
        filters.__enter__()
        warnings.filterwarnings("ignore", message="Item '.*' on TypedDict class 'ChatCompletion", category=UserWarning)
        warnings.filterwarnings("ignore", message="coroutine '.*completion' was never awaited", category=RuntimeWarning)
    ends = False
    try:
        yield
        ends = True
    except Exception:
        ends = True
        raise
    finally:
        if ends:  # who is stopped here does not bring back the warnings of what still goes on in another thread
            with _FILTERS:
                filters.__exit__(None, None, None)


async def call(
    settings: StepSettings,
    messages: list[dict[str, str]],
    sampling: Mapping[str, object],
    form: dict[str, object] | None,
    *,
    likely: bool = False,
) -> Raw:
    """Send one request; ``likely`` asks how likely the tokens of the answer were, and others in their places.

    :raises AgainError: on what may pass
    :raises RefusedError: if the server does not take this request
    :raises ModelError: on what every request would meet
    """
    extra: dict[str, object] = {**sampling, "no-log": True}
    if form is not None:
        extra["response_format"] = form
    if likely:
        extra |= {"logprobs": True, "top_logprobs": MOST_TOPS}
    if settings.api_base is not None:
        extra["api_base"] = settings.api_base
        extra["api_key"] = settings.secret() or NO_KEY
        extra["allowed_openai_params"] = [*sampling, *(("logprobs", "top_logprobs") if likely else ())]
    elif settings.key is not None:
        extra["api_key"] = settings.secret()
    try:
        answer = await library().acompletion(
            model=settings.model, messages=messages, timeout=settings.timeout, max_retries=0, **extra
        )
    except Exception as error:  # what litellm raises has no common class; ``meaning`` sorts it
        raise meaning(error, settings) from None
    return _raw(answer)


def _raw(answer: ModelResponse) -> Raw:
    try:
        choice = answer.choices[0]
        message = choice.message
        text = message.content if isinstance(message.content, str) else ""
        usage = getattr(answer, "usage", None)
        refusal = (getattr(message, "provider_specific_fields", None) or {}).get("refusal")
        return Raw(
            _clean(text or (refusal if isinstance(refusal, str) else "")),
            str(choice.finish_reason or "stop"),
            bool(refusal) or choice.finish_reason == "content_filter",
            str(answer.model or ""),
            _number(getattr(usage, "prompt_tokens", None)),
            _number(getattr(usage, "completion_tokens", None)),
            tops_of(getattr(choice, "logprobs", None)),
        )
    except (AttributeError, IndexError, TypeError, ValueError):
        raise AgainError("sends something that is no answer", paid=True) from None


def _number(said: object) -> int | None:
    """A count that a server gives, if it is one."""
    return said if isinstance(said, int) and not isinstance(said, bool) else None


def _clean(text: str) -> str:
    """Text without halves of surrogate pairs, which no file can hold."""
    return text if text.isascii() else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def count_tokens(model: str, texts: list[str]) -> int:
    """About how many tokens the messages of a request have."""
    counted: int = library().token_counter(model=model, text="\n".join(texts))
    return counted + 4 * len(texts)


async def close() -> None:
    """Close the connections that litellm keeps open; nothing if it was never used."""
    if library.cache_info().currsize:
        await library().close_litellm_async_clients()
