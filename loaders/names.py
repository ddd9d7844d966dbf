"""Names without what does not belong to them: markup, invisible characters, underscores, letters of another script.

Nothing is added to a name and no word of it is changed; what was done is counted under the name of each rule.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable

import polars as pl

INVISIBLE = r"[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
"""Soft hyphens, marks of direction and the like. The joiners of Indian scripts and of emoji are not among them."""
OTHER_SCRIPTS = r"\p{Arabic}\p{Hebrew}\p{Han}\p{Hangul}\p{Hiragana}\p{Katakana}\p{Thai}\p{Devanagari}"
SUSPECT = (
    rf"[<>{{}}\[\]|_&]|''|{INVISIBLE}|\S\(|[,;]\t|[,;]$|"
    r"  |[\p{Zs}\p{Cc}--[ \t]]|\t\t|\t$|^\t|^ | \t|\t | $|"
    rf"\p{{Latin}}\p{{Cyrillic}}|\p{{Cyrillic}}\p{{Latin}}|\p{{Latin}}\s?\(?[{OTHER_SCRIPTS}]"
)
"""Lines in which a rule may have something to do; the others are not looked at name by name."""

EMPTY, MARKUP, UNSEEN, UNDERSCORE, QUALIFIER, SCRIPT, COMMA = RULES = (
    "empty label: the next name stands for it",
    "markup removed",
    "invisible characters removed",
    "underscores made blanks",
    "blank put before the qualifier",
    "letters of another script mended",
    "trailing comma removed",
)

_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<!--.*?-->")
_CHARACTER = re.compile(r"&#?\w+;")
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_TEMPLATE = re.compile(r"\{\{[^{}]*\}\}")
_QUOTES = re.compile(r"'{2,}")
_BARS = re.compile(r"\s*\|+$|^\|+\s*")
_UNDERSCORE = re.compile(r"(?<=[^\W\d_]{2})_+(?=[^\W\d_]{2})")
_QUALIFIED = re.compile(r"(?<=[^\W\d_]{3})\((?=[^()]{3,}\)$)")
_SPACE = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_INVISIBLE = re.compile(INVISIBLE)
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_GLUED = re.compile(
    r"\s*\(?[\u0590-\u06ff\u0900-\u097f\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
    r"[\u0590-\u06ff\u0900-\u097f\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\s]*\)?$"
)
_ALIKE = str.maketrans("АВЕЅІЈКМНОРСТХУаеорсухіїѕј", "ABESIJKMHOPCTXYaeopcyxiïsj")


def _markup(name: str) -> str:
    plain = _CHARACTER.sub(lambda found: html.unescape(found.group()), _TAG.sub("", name))
    plain = _TEMPLATE.sub("", _LINK.sub(r"\1", _TAG.sub("", plain)))
    return _BARS.sub("", _QUOTES.sub("", plain))


def _script(name: str) -> str:
    """Cyrillic letters among Latin ones of a word that look the same; a tail in another script behind a Latin name."""
    words = name.split(" ")
    for place, word in enumerate(words):
        if _CYRILLIC.search(word) and _LATIN.search(word):
            latin = word.translate(_ALIKE)
            words[place] = word if _CYRILLIC.search(latin) else latin
    mended = " ".join(words)
    head = _GLUED.sub("", mended)
    return head if len(_LATIN.findall(head)) > 1 else mended


_STEPS: tuple[tuple[str, Callable[[str], str]], ...] = (
    (UNSEEN, lambda name: _INVISIBLE.sub("", name)),
    (MARKUP, _markup),
    (UNDERSCORE, lambda name: _UNDERSCORE.sub(" ", name)),
    (QUALIFIER, lambda name: _QUALIFIED.sub(" (", name)),
    (SCRIPT, _script),
    (COMMA, lambda name: name.rstrip(",;")),
)


def mended(name: str) -> tuple[str, tuple[str, ...]]:
    """A name as it should be, possibly empty, and the rules that had something to do."""
    done: list[str] = []
    for rule, step in _STEPS:
        better = " ".join(step(name).split())
        if better != name:
            done.append(rule)
            name = better
    return name, tuple(done)


def names_of(rest: pl.Series, used: Counter[str] | None = None) -> pl.Series:
    """The names on each line, mended, in order, without empty ones and repeats; a list for each line.

    :param rest: what follows the id on a line: names with tabs between them
    :param used: counts for each rule the names on which it was used
    """
    suspects = rest.str.contains(SUSPECT).arg_true()
    better: list[str] = []
    for line in rest.gather(suspects):
        names: list[str] = []
        for given in line.split("\t"):
            name, rules = mended(" ".join(_SPACE.sub(" ", given).split()))
            names.append(name)
            if used is not None:
                used.update(rules)
        if used is not None and not names[0] and any(names):
            used[EMPTY] += 1
        better.append("\t".join(filter(None, names)))
    lines = rest.clone().scatter(suspects, better)
    listed = lines.str.split("\t").list.unique(maintain_order=True)
    return listed.set(lines == "", []) if "" in better else listed
