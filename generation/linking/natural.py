"""stub"""

from typing import Any


def disagreeing(*_: Any) -> Any:
    """Stub."""
    raise NotImplementedError
