"""Keys and passwords in use, and the way to keep them out of everything that is shown or written."""

from __future__ import annotations

import os
import re

_NAMED = re.compile(r"PASSWORD|PASSWD|SECRET|TOKEN|CREDENTIAL|API_?KEY|_KEY$")
_USER_IN_URL = re.compile(r"(?<=://)[^/\s@]+@")
_KEY_LIKE = re.compile(
    r"(?i)\b(?:bearer\s+(?=\S*\d)[\w.~+/=-]{8,}|(?:sk|pk|rk|gsk|xai|hf)[-_](?=[\w*.…-]*[\d*])[\w*.…-]{12,}|AIza[\w-]{16,})"
)
"""What keys of providers look like, whole or with their middle masked, as error messages repeat them."""

_remembered: set[str] = set()


def remember_secret(value: str) -> None:
    """From now on ``redact`` hides this value."""
    if len(value) >= 4:
        _remembered.add(value)


def redact(text: str) -> str:
    """The text without keys and passwords: those in use, those in the environment, and what looks like one.

    User names and passwords in addresses are left out as well.
    """
    named = {value for name, value in os.environ.items() if _NAMED.search(name) and len(value) >= 4}
    for value in sorted(_remembered | named, key=len, reverse=True):
        text = text.replace(value, "…")
    return _KEY_LIKE.sub("…", _USER_IN_URL.sub("", text))
