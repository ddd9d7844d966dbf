"""The first sentence of a text, for whole columns."""

from __future__ import annotations

import polars as pl

ABBREVIATIONS = (
    r"Inc|Ltd|Corp|Bros|Dept|Univ|Prof|Gen|Col|Capt|Lieut|Sgt|Adm|Maj|Brig|Cmdr|Gov|Sen|Rep|Pres|Rev|Hon|Mrs|Messrs|"
    r"St|Mt|Ft|Fr|Dr|Mr|Ms|Jr|Sr|Lt|No|Nos|no|nos|vs|pp|vol|Vol|lit|est|ca|fl|pron|approx|incl|abbr|trans|var|sp"
)
_HELD = "\ue000"
_END = r"^(.*?[\p{Ll}\p{N})\"”'’%]{2}[.!?][\"”’)]?)\s+[\"“‘(]?[\p{Lu}\p{N}]"


def first_sentence(text: pl.Expr) -> pl.Expr:
    """What stands before the first end of a sentence that a capital or a number follows; else all of the text.

    A full stop after a single letter or a common abbreviation ends no sentence.
    """
    held = text.str.replace_all(rf"\b({ABBREVIATIONS})\. ", "${1}" + _HELD)
    found = pl.coalesce(held.str.extract(_END), held)
    return found.str.replace_all(_HELD, ". ", literal=True)
