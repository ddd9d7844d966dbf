"""The one place that knows litellm: imported when the first question goes out, told to keep quiet and stay offline."""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from contragraph.graph.errors import ModelError
from contragraph.graph.secrets import redact
from contragraph.models.config import StepSettings

if TYPE_CHECKING:
    from litellm import ModelResponse

NO_KEY = "none"
"""What is sent where no key is named: clients insist on one."""


FORM_WORDS = ("response_format", "json_schema", "json_object", "schema", "grammar")
"""What a refusal speaks of that is about the form of the answer."""


class AgainError(Exception):
    """Something that may pass; with the seconds that the server asks to wait, and whether it may have cost."""

    def __init__(self, reason: str, *, wait: float | None = None, busy: bool = False, paid: bool = False) -> None:
        super().__init__(reason)
        self.wait = wait
        self.busy = busy
        self.paid = paid


class RefusedError(Exception):
    """The server does not take this request; others may be fine."""

    def __init__(self, reason: str, *, form: bool = False) -> None:
        super().__init__(reason)
        self.form = form
        """Whether it is the form of the answer that it does not know."""


@dataclass(frozen=True, slots=True)
class Raw:
    """An answer as it came."""

    text: str
    finish: str
    refusal: bool
    served: str
    tokens_in: int
    tokens_out: int


@cache
def library() -> ModuleType:
    """litellm, without telemetry, ``.env`` files, price lists from the network, and messages of its own."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ.setdefault("LITELLM_MODE", "PRODUCTION")
    os.environ.setdefault("LITELLM_LOG", "CRITICAL")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import litellm
    litellm.telemetry = False
    litellm.suppress_debug_info = True
    litellm.drop_params = True
    litellm.num_retries = 0
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return litellm


def table_price(model: str) -> tuple[float, float] | None:
    """USD for a token in and out from litellm's own table; None for a model that is not in it."""
    try:
        found = library().get_model_info(model)
        return float(found["input_cost_per_token"]), float(found["output_cost_per_token"])
    except Exception:
        return None


def check_model(settings: StepSettings) -> None:
    """See that the model's provider is known and its key is there.

    :raises ModelError: if not
    """
    litellm = library()
    try:
        litellm.get_llm_provider(settings.model, api_base=settings.api_base)
    except Exception:
        raise ModelError(
            f"The provider of the model {settings.model!r} is not known; models are named PROVIDER/NAME, such as "
            "openai/gpt-4o-mini, anthropic/claude-sonnet-4-5, or openai/NAME with --api-base for a server of your own."
        ) from None
    if settings.secret() is None and settings.api_base is None:
        missing = litellm.validate_environment(settings.model).get("missing_keys") or []
        if missing:
            raise ModelError(f"The key for {settings.model} is missing: set the variable {' and '.join(missing)}.")


@contextmanager
def quietly() -> Iterator[None]:
    """Without the warning that litellm's own records cause when the first of them is made."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Item '.*' on TypedDict class 'ChatCompletion", category=UserWarning)
        yield


async def call(
    settings: StepSettings, messages: list[dict[str, str]], seed: int, form: dict[str, object] | None
) -> Raw:
    """Send one request.

    :raises AgainError: on what may pass
    :raises RefusedError: if the server does not take this request
    :raises ModelError: on what every request would meet
    """
    litellm = library()
    extra: dict[str, Any] = {**settings.sampling, "seed": seed}
    if form is not None:
        extra["response_format"] = form
    if settings.api_base is not None:
        extra["api_base"] = settings.api_base
        extra["api_key"] = settings.secret() or NO_KEY
    elif settings.key is not None:
        extra["api_key"] = settings.secret()
    try:
        answer = await litellm.acompletion(
            model=settings.model, messages=messages, timeout=settings.timeout, max_retries=0, **extra
        )
    except Exception as error:
        raise sorted_error(error, settings) from None
    return _raw(answer)


def _raw(answer: ModelResponse) -> Raw:
    try:
        choice = answer.choices[0]
        message = choice.message
        text = message.content if isinstance(message.content, str) else ""
        usage = getattr(answer, "usage", None)
        refusal = getattr(message, "refusal", None)
        return Raw(
            _clean(text or (refusal if isinstance(refusal, str) else "")),
            str(choice.finish_reason or "stop"),
            bool(refusal) or choice.finish_reason == "content_filter",
            str(answer.model or ""),
            int(getattr(usage, "prompt_tokens", 0) or 0),
            int(getattr(usage, "completion_tokens", 0) or 0),
        )
    except (AttributeError, IndexError, TypeError, ValueError):
        raise AgainError("sends something that is no answer", paid=True) from None


def _clean(text: str) -> str:
    """Text without halves of surrogate pairs, which no file can hold."""
    return text if text.isascii() else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def sorted_error(error: Exception, settings: StepSettings) -> Exception:
    """What an error of litellm means for us."""
    status = getattr(error, "status_code", None)
    said = _said(error)
    where = settings.api_base or settings.model.partition("/")[0]
    kind = type(error).__name__
    if status == 429:
        if "insufficient_quota" in said or "exceeded your current quota" in said:
            return ModelError(f"The account at {where} has no credit left: {said}")
        return AgainError("is busy", wait=_wait(error), busy=True)
    if status in {401, 403}:
        key = f"the variable {settings.key}" if settings.key else "the key in the environment"
        return ModelError(f"{where} does not accept the key for {settings.model}; check {key}. It says: {said}")
    if status == 402:
        return ModelError(f"The account at {where} has no credit left: {said}")
    if status == 404:
        return ModelError(f"{where} knows no model {settings.model!r}; check its name and the address. It says: {said}")
    if status in {400, 413, 422}:
        form = any(word in said.lower() for word in FORM_WORDS)
        return RefusedError(said, form=form)
    if kind == "Timeout" or status == 408:
        return AgainError(f"does not answer within {settings.timeout:g} seconds", paid=True)
    if status == 503:
        return AgainError("is not available", wait=_wait(error), busy=_wait(error) is not None)
    return AgainError(f"fails: {said}", paid=status in {None, 500} and "cannot connect" not in said.lower())


def _wait(error: Exception) -> float | None:
    """Seconds from the header Retry-After of an answer, if there is one."""
    from contragraph.loaders.sparql_client import retry_after

    response = getattr(error, "response", None)
    headers = getattr(response, "headers", None) or getattr(error, "headers", None) or {}
    return retry_after(headers.get("retry-after"))


def _said(error: Exception) -> str:
    """What a server said, on one line, without keys, and cut."""
    text, _, _ = str(getattr(error, "message", "") or error).partition("Traceback (most recent")
    text = " ".join(redact(text).split())
    for prefix in (f"litellm.{type(error).__name__}: ", f"{type(error).__name__}: ", "OpenAIException - "):
        text = text.removeprefix(prefix)
    return (text[:300] + "…" if len(text) > 300 else text) or type(error).__name__


def count_tokens(model: str, texts: list[str]) -> int:
    """About how many tokens the messages of a request have."""
    counted: int = library().token_counter(model=model, text="\n".join(texts))
    return counted + 4 * len(texts)


async def close() -> None:
    """Close the connections that litellm keeps open; nothing if it was never used."""
    if library.cache_info().currsize:
        await library().close_litellm_async_clients()
