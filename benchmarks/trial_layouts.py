"""The layouts in which trial answers report conflicts; those of ``HELD_OUT`` were looked at last."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence as an answer tells it: its text (A or B), its number there, and the words."""

    side: str
    number: int
    words: str


STRAIGHT = '""'
Conflict = Sequence[Told]
Layout = Callable[[Sequence[Conflict]], str]


def words_of(conflict: Conflict, side: str) -> list[str]:
    return [t.words for t in conflict if t.side == side]


def clause(words: str) -> str:
    """The words as a clause: without a full stop, *the* and *it* in small letters."""
    words = words.rstrip(".")
    first = words.split(" ")[0]
    return (
        words[0].lower() + words[1:] if first in ("The", "It", "He", "She", "They", "An", "A", "None", "No") else words
    )


def lines(layout: Callable[[int, Conflict], str], head: str = "Answer: yes\n") -> Layout:
    return lambda conflicts: head + "\n".join(layout(n, c) for n, c in enumerate(conflicts, start=1))


def _prompted(n: int, c: Conflict) -> str:
    return f"\nConflict {n}:\n" + "\n".join(f'Sentence {t.side}: "{t.words}"' for t in c)


def _json(entry: Callable[[Conflict], object], wrap: str = "conflicts") -> Layout:
    return lambda conflicts: json.dumps(
        {"answer": "yes", wrap: [entry(c) for c in conflicts]}, ensure_ascii=False, indent=1
    )


def _evidence(c: Conflict) -> object:
    a, b = words_of(c, "A"), words_of(c, "B")
    return {"text_a": (a or [""])[0], "text_b": (b or [""])[0], "evidence": " ".join(a[1:] + b[1:])}


def _table(head: Sequence[str], cells: Callable[[int, Conflict], Sequence[str]], under: str = "---") -> Layout:
    def laid(conflicts: Sequence[Conflict]) -> str:
        rows = [f"| {' | '.join(head)} |", "|" + f"{under}|" * len(head)]
        rows += [f"| {' | '.join(cells(n, c))} |" for n, c in enumerate(conflicts, start=1)]
        return "Yes, they do:\n\n" + "\n".join(rows)

    return laid


def _run(c: Conflict, side: str) -> str:
    """The sentences of a text in a row, parted by semicolons where they lost their full stops."""
    words = words_of(c, side)
    return (" " if all(w.endswith(".") for w in words) else "; ").join(words)


def _both(n: int, c: Conflict) -> list[str]:
    return [_run(c, "A"), _run(c, "B")]


def _said(c: Conflict, first: str, second: str, also: str) -> str:
    a, b = (f" {also} ".join(map(clause, words_of(c, side))) for side in "AB")
    return f"{first} {a}, {second} {b}."


def _names(c: Conflict, form: str, join: str) -> str:
    return join.join(form.format(side=t.side, n=t.number, one="first" if t.side == "A" else "second") for t in c)


def _ordinal(n: int) -> str:
    return f"{n}{'th' if 10 < n < 14 else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"


def _counted(told: Told) -> str:
    return f"the {_ordinal(told.number)} sentence of the {'first' if told.side == 'A' else 'second'} text"


def _paragraphs(n: int, c: Conflict) -> str:
    count = ("First", "Second", "Third", "Next")[min(n, 4) - 1]
    a, b = (quoted(words_of(c, side)) for side in "AB")
    return f"{count}, passage 1 reports: {a}.\n\nPassage 2 contradicts this: {b}.\n"


def _sentences(n: int, c: Conflict) -> str:
    a, b = (list(map(clause, words_of(c, side))) for side in "AB")
    said = " and that ".join(b)
    return f"According to the first text, {' and '.join(a)}. The second text, however, tells us that {said}."


def quoted(words: Sequence[str], marks: str = "“”") -> str:
    return " and ".join(f"{marks[0]}{w}{marks[1]}" for w in words)


LAYOUTS: Mapping[str, Layout] = {
    "the prompt's": lines(_prompted),
    "with explanations": lines(
        lambda n, c: _prompted(n, c) + "\nExplanation: The two cannot both be true, as text A and text B differ."
    ),
    "json, a key for each text": _json(
        lambda c: {"text_a": words_of(c, "A"), "text_b": words_of(c, "B"), "why": "They exclude each other."}
    ),
    "json, evidence in one string": _json(_evidence),
    "json, keys without a text": _json(lambda c: {"claim": _run(c, "A"), "counterclaim": _run(c, "B")}),
    "json, a list of sources": _json(
        lambda c: {"id": 1, "sentences": [{"source": f"Text {t.side}", "quote": t.words} for t in c]}, "contradictions"
    ),
    "json, sentences in a list": _json(lambda c: [t.words for t in c]),
    "table": _table(("#", "Text A", "Text B"), lambda n, c: [str(n), *_both(n, c)]),
    "table, texts say": _table(
        ("Topic", "What text A says", "What text B says", "Why"),
        lambda n, c: ["a point", *_both(n, c), "cannot both hold"],
    ),
    "table, heads without a text": _table(("Claim", "Contradicting claim"), _both, ":--"),
    "two lines": lines(lambda n, c: f"{n}. A: {quoted(words_of(c, 'A'))}\n   B: {quoted(words_of(c, 'B'))}"),
    "one line, slash": lines(lambda n, c: f"{n}. A: {quoted(words_of(c, 'A'))} / B: {quoted(words_of(c, 'B'))}"),
    "bullets, text behind": lines(
        lambda n, c: f"- {quoted(words_of(c, 'A'))} (text 1) <-> {quoted(words_of(c, 'B'))} (text 2)"
    ),
    "bullets, text behind, no quotes": lines(
        lambda n, c: (
            f"- {'; '.join(map(clause, words_of(c, 'A')))} (text 1) "
            f"vs. {'; '.join(map(clause, words_of(c, 'B')))} (text 2)"
        )
    ),
    "bullets told": lines(lambda n, c: "- " + _said(c, "Text A says that", "whereas text B says that", "and that")),
    "prose, first and second": lines(
        lambda n, c: _said(c, "In the first text,", "but in the second", "and"),
        "Yes, the two texts contradict each other. ",
    ),
    "prose, one sentence each": lines(_sentences, "The texts disagree. "),
    "prose with quotes": lines(
        lambda n, c: (
            f"Text A states {quoted(words_of(c, 'A'), STRAIGHT)}, "
            f"while text B claims {quoted(words_of(c, 'B'), STRAIGHT)}."
        ),
        "Yes. ",
    ),
    "names of sentences": lines(lambda n, c: f"{n}. " + _names(c, "{side}{n}", " - ")),
    "names in brackets": lines(lambda n, c: f"{n}. " + _names(c, "[{side}{n}]", " vs. ")),
    "names in words": lines(lambda n, c: f"{n}. " + _names(c, "sentence {n} of text {side}", " and ")),
    "reasoned, then prompt's": lines(
        _prompted, "Let me go through both texts. They agree on most of what they tell.\n\n---\nAnswer: yes\n"
    ),
}
HELD_OUT: Mapping[str, Layout] = {
    "yaml": lines(
        lambda n, c: (
            f"  - text_a: {quoted(words_of(c, 'A'), STRAIGHT)}\n    text_b: {quoted(words_of(c, 'B'), STRAIGHT)}"
        ),
        "answer: yes\nconflicts:\n",
    ),
    "tags": lines(
        lambda n, c: (
            "<conflict>\n"
            + "\n".join(f"  <text_{t.side.lower()}>{t.words}</text_{t.side.lower()}>" for t in c)
            + "\n</conflict>"
        ),
        "<answer>yes</answer>\n",
    ),
    "json, nested by text": _json(
        lambda c: {"original": {"sentences": words_of(c, "A")}, "contradicted_by": {"sentences": words_of(c, "B")}}
    ),
    "json, first and second passage": _json(
        lambda c: {"passage_one_quote": _run(c, "A"), "passage_two_quote": _run(c, "B")}, "pairs"
    ),
    "table, documents": _table(
        ("No.", "Document 1 (quote)", "Document 2 (quote)"), lambda n, c: [str(n), *(quoted([x]) for x in _both(n, c))]
    ),
    "headings": lines(
        lambda n, c: (
            f"### {n}. A contradiction\n\n**Original:** {_run(c, 'A')}\n\n**Contradicted by:** {_run(c, 'B')}\n"
        )
    ),
    "arrow": lines(lambda n, c: f"{n}) {_run(c, 'A')} => {_run(c, 'B')}"),
    "one text, the other": lines(
        lambda n, c: _said(c, "In the one text,", "in the other,", "and"), "There are contradictions. "
    ),
    "former and latter": lines(
        lambda n, c: _said(c, "The former says that", "while the latter has it that", "and that"),
        "Text A and text B contradict each other. ",
    ),
    "paragraphs": lines(_paragraphs),
    "ordinals": lines(lambda n, c: f"{n}. " + " against ".join(map(_counted, c))),
    "names with a hyphen": lines(lambda n, c: "* " + _names(c, "({side}-{n})", ", ")),
}
