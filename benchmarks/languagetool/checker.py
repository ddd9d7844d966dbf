"""What LanguageTool finds in texts, and where it sees their sentences end.

Java runs in a process of its own, which ends with the check. The language is American English with the rules that
are on by default, but for the spelling dictionary: these texts are full of names that no dictionary has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.languagetool import library, missing
from benchmarks.measure import alone

LANGUAGE = "en-US"
SPELLING = ("MORFOLOGIK_RULE_EN_US",)
"""Rules that are switched off."""


@dataclass(frozen=True, slots=True)
class Match:
    """One thing that LanguageTool remarks; ``start`` and ``end`` count code points of the text."""

    rule: str
    category: str
    issue: str
    message: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Checked:
    """A text with its sentences, as LanguageTool divides it, and the remarks on it in order."""

    text: str
    sentences: tuple[str, ...]
    matches: tuple[Match, ...]


def check(texts: Sequence[str]) -> list[Checked]:
    """Check each text by itself.

    Raises:
        OSError: if Java or the jars are not there; the message says what to do.
    """
    problem = missing()
    if problem:
        raise OSError(problem)
    return alone(_check, list(texts))


def _check(texts: list[str]) -> list[Checked]:
    import jpype

    jpype.startJVM("-Xmx1g", classpath=[f"{library()}/*"])
    language = jpype.JClass("org.languagetool.Languages").getLanguageForShortCode(LANGUAGE)
    tool = jpype.JClass("org.languagetool.JLanguageTool")(language)
    for rule in SPELLING:
        tool.disableRule(rule)
    return [
        Checked(
            text,
            tuple(found for sentence in tool.sentenceTokenize(text) if (found := str(sentence).strip())),
            tuple(sorted((_match(text, match) for match in tool.check(text)), key=lambda m: (m.start, m.end, m.rule))),
        )
        for text in texts
    ]


def _match(text: str, match: Any) -> Match:  # noqa: ANN401  an org.languagetool.rules.RuleMatch
    rule = match.getRule()
    return Match(
        rule=str(rule.getId()),
        category=str(rule.getCategory().getId()),
        issue=str(rule.getLocQualityIssueType()),
        message=str(match.getMessage()),
        start=_code_points(text, int(match.getFromPos())),
        end=_code_points(text, int(match.getToPos())),
    )


def _code_points(text: str, place: int) -> int:
    """Java counts UTF-16 units."""
    return len(text.encode("utf-16-le")[: 2 * place].decode("utf-16-le", errors="ignore"))
