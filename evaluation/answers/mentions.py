"""How answers name the two texts, in prose: *text A*, *the second passage*, *the latter*, *in the other one*."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from contragraph.evaluation.answers.answered import Label, Quote


@dataclass(frozen=True, slots=True)
class Where:
    """Both texts of a pair, for one who reads an answer about them.

    ``find`` gives the names of the sentences that a quote means, as the item has them: none if it is in neither text.
    """

    find: Callable[[Quote], frozenset[str]]
    sentences: tuple[str, ...]

    def __call__(self, quote: Quote) -> frozenset[str]:
        """As ``find``."""
        return self.find(quote)


KINDS = r"(?:text|context|passage|document|paragraph|sentence|statement|quote|claim|source|version|side)"
LABELS: dict[str, Label] = {
    **dict.fromkeys(("a", "1", "one", "first", "1st", "former", "opening", "original", "i"), "A"),
    **dict.fromkeys(("b", "2", "two", "second", "2nd", "latter", "closing", "modified", "ii"), "B"),
}
_VERB = (
    r"(?:(?:clearly|flatly|explicitly|also|only|simply|then|however|instead|rather|even|itself)\s+)*(?:says|states|claims|mentions|"
    r"has|that|tells|makes|denies|describes|asserts|insists|puts|gives|lists|counts|reports|maintains|holds|is|does|calls|"
    r"rules|places|credits|names|speaks|adds|declares|writes|notes|presents|treats|lets|keeps|contends|affirms|excludes|"
    r"rejects|disputes|contradicts|attributes)\b"
)
_THERE = r"(?=\s*(?:[,:;(“\"]|\s(?:he|she|it|they|that|this|we|the|his|her|its|there|one|no|(?-i:[A-Z]))))"
_IN = r"(?:(?<=\bin )|(?<=\bby )|(?<=\bto )|(?<=from )|(?<=\bof ))"
MENTION = re.compile(
    rf"\b{KINDS}\s*[\"'(#]?(?P<named>A|B|1|2|one|two|I{{1,2}}(?=\W))\b|"
    rf"\b(?P<ordinal>first|second|1st|2nd|former|latter|opening|original|closing)\s+(?:one\b|(?:of\s+the\s+)?(?:two\s+)?{KINDS}s?\b)|"
    r"\b(?P<bare>(?-i:A|B))\b(?=\s+(?:says|states|claims|mentions|has|that|while|and)\b)|"
    rf"{_IN}(?P<within>(?-i:A|B))\b(?=\s*(?:[,:;.)]|$|\s(?:but|while|whereas|and|he|she|it|they|the)\b))|"
    rf"\bthe\s+(?P<short>first|second|former|latter)(?=\s+{_VERB})|"
    rf"{_IN}the\s+(?P<placed>first|second|former|latter)\b(?!\s+{KINDS}){_THERE}|"
    rf"(?P<either>{_IN}(?:the\s+)?(?:one|other)\b(?=\s*(?:[,:;.]|\s(?:he|she|it|they|that)\b)|$)|"
    rf"\b(?:the\s+)?(?:one|other)\s+(?:text|passage|document|version|context)\b|\bthe\s+other(?:\s+one)?(?=\s+{_VERB}))",
    re.IGNORECASE,
)
_SLIPS = (
    (re.compile(r"\b(?:f[ir]{2}st|frst|fisrt|firts)\b", re.IGNORECASE), "first"),
    (re.compile(r"\b(?:secnd|secon|secodn|seccond|scond|sceond|secound)\b", re.IGNORECASE), "second"),
    (re.compile(r"\b(?:texte|tekst|txt|tetx|teext|etxt)\b", re.IGNORECASE), "text"),
    (re.compile(r"\b(?:sentance|sentense|sentnce|setence|sentece)\b", re.IGNORECASE), "sentence"),
    (re.compile(r"\b(?:passsage|pasage|passge)\b", re.IGNORECASE), "passage"),
)
_ABBREVIATED = re.compile(
    r"\b(Bros|Inc|Jr|Sr|St|Dr|Mr|Mrs|Ms|Ltd|Co|Corp|Sept|Oct|Nov|Dec|Jan|Feb|Aug|[A-Z])\.(?=\s+[\w(])(?!\s+Text\b)"
)


def mended(text: str) -> str:
    """The text with slips in the words that name a text mended, and without the points of abbreviations."""
    for slip, word in _SLIPS:
        text = slip.sub(word, text)
    return text


def unpointed(text: str) -> str:
    """The text without the points of abbreviations, which end no sentence."""
    return _ABBREVIATED.sub(r"\1", text)


def label_of(match: re.Match[str]) -> Label | None:
    """The text that a mention names; None for *the one* and *the other*."""
    named = match["named"] or match["ordinal"] or match["bare"] or match["short"] or match["placed"] or match["within"]
    return LABELS[named.lower()] if named else None


def named_in(words: str) -> set[Label]:
    """The texts that a sentence names."""
    return {label for m in MENTION.finditer(words) if (label := label_of(m)) is not None}


def labels_in(words: str) -> set[Label]:
    """The texts that words such as a heading or a key name."""
    plain = re.sub(r"(?<=[a-z])(?=[A-Z0-9])|[_-]+", " ", words)
    found = named_in(plain)
    if not found and (bare := re.fullmatch(r"\W*(?:from|in|the|of|\s)*\b([AB12])\b\W*", plain.strip())):
        found = {LABELS[bare[1].lower()]}
    return found


def sides(quotes: tuple[Quote, ...] | list[Quote], where: Where) -> frozenset[str]:
    """The texts of which a conflict names a sentence that is there."""
    return frozenset(name[0] for quote in quotes for name in where(quote))
