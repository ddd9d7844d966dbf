"""Counting tokens: words between spaces, or what a tokeniser that the user names makes of a text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from contragraph.graph.errors import InputError

WORDS = "words"
"""The counter that needs no file: words between spaces."""
Count = Callable[[str], int]


def counter(name: str) -> Count:
    """What counts the tokens of a text; ``name`` is ``words``, a ``tokenizer.json``, or a folder that has one.

    Raises:
        InputError: if there is no such file, it is no tokeniser, or the library ``tokenizers`` is not installed.
    """
    if name == WORDS:
        return lambda text: len(text.split())
    path = Path(name) / "tokenizer.json" if Path(name).is_dir() else Path(name)
    if not path.is_file():
        raise InputError(f"There is no tokeniser {path}; name a tokenizer.json, a folder with one, or {WORDS}.")
    try:
        from tokenizers import Tokenizer
    except ImportError:
        raise InputError("Tokenisers need the library tokenizers: pip install 'contragraph[nli]'.") from None
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises a bare Exception
        raise InputError(f"{path} is no tokeniser that can be read: {str(error).splitlines()[0]}.") from None
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)
