"""How long a server asks to be left alone."""

from __future__ import annotations

import time
from email.utils import parsedate_to_datetime


def retry_after(text: str | None) -> float | None:
    """Seconds from a header ``Retry-After``, which gives seconds or a date; None if it gives neither."""
    if text is None:
        return None
    try:
        return max(0.0, float(int(text.strip())))
    except ValueError:
        pass
    try:
        when = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, when.timestamp() - time.time())
