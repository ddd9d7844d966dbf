"""The formats that ``contragraph export`` writes: those of datasets, and the pages."""

from __future__ import annotations

from contragraph.app.pages import export as _pages
from contragraph.dataset.exports.registry import FORMATS as REGISTERED
from contragraph.dataset.exports.registry import writer

__all__ = ["FORMATS", "writer"]

assert _pages  # imported, so that it is registered
FORMATS = dict(sorted(REGISTERED.items()))
