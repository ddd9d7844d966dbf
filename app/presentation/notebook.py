"""A pair as a small piece of HTML, for notebooks: both texts with the conflicting sentences marked, and the proofs.

It brings its own colours and no script; everything that comes from the graph is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from contragraph.app.presentation.date_bounds import said
from contragraph.graph.model import Bound, Conclusion, Conflict, Instance, Literal, MinimalSet, Side, Statement, Step

_BOX = "border:1px solid #8886;border-radius:6px;padding:8px 12px;text-align:left;line-height:1.5"
_MARKS = {
    "original": "background:#2f7ed83d;color:inherit",
    "perturbed": "background:#d8452f3d;color:inherit",
    "shared": "background:#8883;color:inherit",
}
"""How sentences are marked that state an original, a perturbed or a shared statement of a conflict."""


def instance_html(instance: Instance) -> str:
    """The pair as HTML: texts side by side, then each conflict with its smallest proof."""
    count = len(instance.conflicts)
    head = f"{escape(instance.type)} · {count} {'conflict' if count == 1 else 'conflicts'} · {escape(instance.kg)}"
    texts = "".join(
        f'<div style="flex:1 1 20em;{_BOX}"><b>{side.name}</b><br>{_text(side, instance.conflicts)}</div>'
        for side in instance.sides
    )
    conflicts = "".join(_conflict(n, c, instance) for n, c in enumerate(instance.conflicts, 1))
    return (
        f'<div style="max-width:70em"><p><b>{head}</b></p>'
        f'<div style="display:flex;flex-wrap:wrap;gap:10px">{texts}</div><ol>{conflicts}</ol></div>'
    )


def _text(side: Side, conflicts: Sequence[Conflict]) -> str:
    """The text with the sentences that state a part of a conflict marked."""
    parts = []
    for sentence in side.text.sentences:
        body = escape(side.text.body[sentence.start : sentence.end])
        stated = set(sentence.statements)
        roles = [r for r in _MARKS for c in conflicts if not stated.isdisjoint(getattr(c, r))]
        parts.append(f'<mark style="{_MARKS[roles[0]]}" title="{roles[0]}">{body}</mark>' if roles else body)
    return "".join(parts)


def _conflict(number: int, conflict: Conflict, instance: Instance) -> str:
    smallest = min(conflict.minimal, key=lambda m: (len(m.statements), m.statements))
    labels = dict(instance.labels)
    known = instance.known
    roles = {i: role for role in _MARKS for i in getattr(conflict, role)}
    said = "".join(
        f'<li><mark style="{_MARKS[roles[i]]}">{_spelled(known[i], labels)}</mark> ({roles[i]})</li>'
        for i in sorted(smallest.statements, key=lambda i: (list(_MARKS).index(roles[i]), i))
    )
    steps = "".join(f"<li>{step}</li>" for step in _steps(smallest, known, labels))
    return (
        f'<li value="{number}">{conflict.hops} {"hop" if conflict.hops == 1 else "hops"}, {escape(conflict.strength)}'
        f"<ul>{said}</ul><details><summary>proof</summary><ol>{steps}</ol></details></li>"
    )


def _steps(minimal: MinimalSet, known: Mapping[str, Statement], labels: Mapping[str, str]) -> Iterator[str]:
    """Each step of a proof: what follows, from what, by which rule and axiom."""
    for step in minimal.proof:
        follows = "contradiction" if step.conclusion is None else _spelled(step.conclusion, labels)
        premises = "; ".join(_premise(p, minimal.proof, known, labels) for p in step.premises)
        by = escape(f"{step.rule}, {step.axiom}" if step.axiom else step.rule)
        yield f"<b>{follows}</b>{' from ' if premises else ''}{premises} <code>{by}</code>"


def _premise(
    premise: str | int, steps: Sequence[Step], known: Mapping[str, Statement], labels: Mapping[str, str]
) -> str:
    statement = steps[premise].conclusion if isinstance(premise, int) else known[premise]
    assert statement is not None  # only the last step concludes nothing
    return _spelled(statement, labels)


def _spelled(statement: Conclusion, labels: Mapping[str, str]) -> str:
    """A statement or a bound by labels; ids stand in for those that are not known."""
    if isinstance(statement, Bound):
        return escape(said(statement, lambda entity: labels.get(entity, entity)))
    thing = statement.object
    shown = thing.label or thing.value if isinstance(thing, Literal) else labels.get(thing, thing)
    relation = labels.get(statement.relation, statement.relation)
    words = (labels.get(statement.subject, statement.subject), f"not {relation}" if statement.negated else relation)
    return " — ".join(escape(word) for word in (*words, shown))
