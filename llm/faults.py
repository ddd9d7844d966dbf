"""What an error of litellm means: ask again, leave this question, or end the run."""

from __future__ import annotations

from collections.abc import Iterator

from contragraph.graph.errors import ModelError
from contragraph.graph.secrets import redact
from contragraph.graph.waiting import retry_after
from contragraph.llm.config import StepSettings

FORM_WORDS = ("response_format", "json_schema", "json_object", "schema", "grammar")
"""What a refusal speaks of that is about the form of the answer."""
LIKELY_WORDS = ("logprob", "log_prob", "log prob")
"""What a refusal speaks of that is about how likely tokens are."""
NO_CREDIT = ("insufficient_quota", "exceeded your current quota", "credit balance")
SHOWN = 300
"""Characters of a server's own words that are repeated."""


class AgainError(Exception):
    """Something that may pass."""

    def __init__(self, reason: str, *, wait: float | None = None, busy: bool = False, paid: bool = False) -> None:
        super().__init__(reason)
        self.wait = wait
        """Seconds that the server asks to wait."""
        self.busy = busy
        """Whether it has too much to do: then nobody should ask."""
        self.paid = paid
        """Whether the provider may charge for an answer that was never seen."""


class UnreachedError(AgainError):
    """There is no connection to the server."""


class RefusedError(Exception):
    """The server does not take this request; others may be fine."""

    def __init__(self, reason: str, *, form: bool = False, content: bool = False, likely: bool = False) -> None:
        super().__init__(reason)
        self.likely = likely
        """Whether it does not say how likely tokens are."""
        self.form = form
        """Whether it may be the form of the answer that it does not know."""
        self.content = content
        """Whether it is what this one request says, or how long it is."""


def meaning(error: Exception, settings: StepSettings) -> Exception:
    """What is to be done about an error: ``AgainError``, ``RefusedError`` or ``ModelError``."""
    said = _said(error)
    where = settings.api_base or settings.model.partition("/")[0]
    status = getattr(error, "status_code", None)
    kinds = {type(each).__name__ for each in _causes(error)}
    if status in {402, 429} and (status == 402 or any(words in said for words in NO_CREDIT)):
        return ModelError(f"The account at {where} has no credit left: {said}")
    if status == 429:
        return AgainError("is busy", wait=_wait(error), busy=True)
    if status in {401, 403}:
        if settings.key:
            advice = f"check the variable {settings.key}"
        elif settings.api_base:
            advice = 'name the variable that holds it with key = "env:NAME" in the config file'
        else:
            advice = "check the variable of the provider"
        return ModelError(f"{where} does not accept the key for {settings.model}; {advice}. It says: {said}")
    if status in {404, 405, 410}:
        return ModelError(f"{where} knows no model {settings.model!r}; check its name and the address. It says: {said}")
    if "UnsupportedParamsError" in kinds:
        return ModelError(f"{settings.model} does not take a setting of the config; leave it out. litellm says: {said}")
    if status in {400, 413, 422}:
        long = "ContextWindowExceededError" in kinds
        content = long or "ContentPolicyViolationError" in kinds
        form, likely = (not content and any(w in said.lower() for w in words) for words in (FORM_WORDS, LIKELY_WORDS))
        return RefusedError(said, form=form, content=content, likely=likely)
    if kinds & {"ConnectError", "ClientConnectorError", "ConnectTimeout"}:
        return UnreachedError("cannot be reached")
    if "Timeout" in kinds or status in {408, 504}:
        return AgainError("does not answer in time", paid=True)
    if getattr(error, "litellm_response_headers", None) is not None:
        # The server itself said that it failed.
        wait = _wait(error)
        return AgainError(f"fails: {said}", wait=wait, busy=wait is not None)
    return AgainError(f"breaks off: {said}", paid=True)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error and what it came from."""
    for _ in range(10):
        if error is None:
            return
        yield error
        error = error.__cause__ or error.__context__


def _wait(error: Exception) -> float | None:
    """Seconds from the header Retry-After of an answer, if there is one."""
    headers = getattr(error, "litellm_response_headers", None)
    response = getattr(error, "response", None)
    found = headers if headers is not None else getattr(response, "headers", None)
    return retry_after(found.get("retry-after")) if found is not None else None


def _said(error: Exception) -> str:
    """What a server said, on one line, without keys, and cut."""
    text, _, _ = str(getattr(error, "message", "") or error).partition("Traceback (most recent")
    text = " ".join(redact(text).split())
    kind = type(error).__name__
    for prefix in (f"litellm.{kind}: ", f"{kind}: ", "OpenAIException - "):
        text = text.removeprefix(prefix)
    return (text[:SHOWN] + "…" if len(text) > SHOWN else text) or kind
