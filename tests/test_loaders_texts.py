"""Descriptions are cut by fast paths for plain texts; they must give what the plain definition gives."""

import re

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from contragraph.loaders.texts import shortened, tidy

PIECES = st.sampled_from(
    ["plain words here ", "and so on. Then more ", "a", " ", "  ", "é", "ß. Éa ", "(x). B", "\t", "\x7f", "\u00a0"]
)
TEXTS = st.lists(
    st.one_of(
        st.lists(PIECES, max_size=60).map("".join),
        st.integers(0, 60).map("plain words here ".__mul__),
        st.integers(0, 40).map(lambda count: "x" * 30 + "plain words here " * count + "end. Next " * 3),
    ),
    max_size=8,
)


def simply(text: str) -> str:
    """The first 300 characters of a tidy text, up to the end of a sentence or of a word."""
    tidied = str(pl.DataFrame({"text": [text[:900]]}).select(tidy(pl.col("text"))).item())
    if len(tidied) <= 300:
        return tidied
    head = tidied[:300]
    found = re.compile(r"[a-zéß0-9)]\. [A-ZÉ]").search(head, 40)
    return head[: found.start() + 2] if found else re.sub(r"\s\S*$", " …", head)


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_the_fast_way_and_the_simple_way_agree(texts: list[str]) -> None:
    assert shortened(pl.Series("text", texts, dtype=pl.String)).to_list() == [simply(text) for text in texts]
