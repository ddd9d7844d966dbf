"""Names and titles in the tokens of a sentence, by their capitals and quotation marks."""

from __future__ import annotations

from collections.abc import Sequence

from contragraph.documents.language import WordToken, is_stop, lists
from contragraph.documents.records import Mention
from contragraph.graph.lookup.index import fold

_QUOTES = {"'": "'", '"': '"', "“": "”", "‘": "’", "`": "'", "«": "»"}
LONGEST_TITLE = 12


def name_key(text: str) -> str:
    """What names have in common that are spelled alike but for case, accents, articles and the genitive."""
    folded = fold(text.removesuffix("'s").removesuffix("’s"))
    for article in ("the ", "a ", "an "):
        folded = folded.removeprefix(article)
    return folded


def names(body: str, words: Sequence[WordToken], taken: frozenset[int]) -> list[tuple[int, int, Mention]]:
    """The names of a sentence outside of the ``taken`` tokens, as (first token, token after the last, mention)."""
    found: list[tuple[int, int, Mention]] = []
    at = 0
    while at < len(words):
        after = _title(words, at) or _name(words, at, taken)
        if after is None:
            at += 1
            continue
        first = at + (words[at].text in _QUOTES)
        last = after - (words[at].text in _QUOTES)
        start, end = words[first].start, words[last - 1].end
        key = name_key(body[start:end])
        if key:
            found.append((at, after, Mention("name", body[start:end], key, start, end)))
        at = after
    return found


def _title(words: Sequence[WordToken], at: int) -> int | None:
    """The token after a quoted title that begins at a quotation mark."""
    closing = _QUOTES.get(words[at].text)
    if closing is None or at + 2 >= len(words) or not (words[at + 1].capital or words[at + 1].text[0] in ".0123456789"):
        return None
    for last in range(at + 2, min(at + 2 + LONGEST_TITLE, len(words))):
        if words[last].text == closing:
            return last + 1
    return None


def _name(words: Sequence[WordToken], at: int, taken: frozenset[int]) -> int | None:
    """The token after a run of capitals with the small words that stand within names."""
    if at in taken or not _proper(words, at):
        return None
    after = at + 1
    while after < len(words):
        word = words[after]
        if after not in taken and (word.capital or (word.text.isdigit() and len(word.text) < 4)) and not _breaks(word):
            after += 1
        elif word.text == "-" and not word.spaced and after + 1 < len(words) and not words[after + 1].spaced:
            after += 2
        elif word.lower in lists()["joints"] and (further := _joined(words, after, taken)):
            after = further
        else:
            break
    return after


def _joined(words: Sequence[WordToken], at: int, taken: frozenset[int]) -> int | None:
    """The place after the small words at ``at`` if a capital follows them: "of the Rings"."""
    for after in range(at + 1, min(at + 3, len(words))):
        word = words[after]
        if word.capital and after not in taken and word.stem:
            # "and" joins two names as a rule, and only now and then the parts of one.
            return after if words[at].lower not in ("and", "&", "for") else None
        if word.lower not in lists()["joints"]:
            return None
    return None


def _proper(words: Sequence[WordToken], at: int) -> bool:
    word = words[at]
    if word.text[0] == "." and len(word.text) > 2 and word.text[1:].isalnum():
        return True  # a file's ending
    if not word.capital or is_stop(word.lower) or not word.stem:
        return False
    first = not any(w.text[0].isalnum() for w in words[:at])
    if not first:
        return True
    following = words[at + 1] if at + 1 < len(words) else None
    return following is None or following.capital or following.lower in _AFTER_SUBJECT or following.text in (",", "(")


def _breaks(word: WordToken) -> bool:
    return word.lower in lists()["pronouns"]


_AFTER_SUBJECT = frozenset(["is", "was", "are", "were", "has", "had", "did", "does", "'s", "’s", "will", "would"])
