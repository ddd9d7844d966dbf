"""Texts told by a language model: asked for, checked, verified, sent back with what is wrong, aligned.

All sides of a batch are asked for at once, then all that pass the check without a model are verified at once, and those
with faults go back with the findings, at most twice. A side that is still not right keeps its template text. Which
sides those are, the pair says; how much was told, the coverage says.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from contragraph.generation.llm.prompts import load_prompt
from contragraph.generation.llm.tell_align import TextSentence, parts_of, place, sentences
from contragraph.generation.llm.tell_clean import NoProseError, clean
from contragraph.generation.llm.tell_coverage import NOTHING, Coverage, StatedCounts, ToldShare
from contragraph.generation.llm.tell_facts import PromptFact, facts_of
from contragraph.generation.llm.verify import Verified, claims_of, verified, verifying
from contragraph.generation.llm.verify_rules import TextFault, findings, overlong, told_anyway
from contragraph.graph.model import Instance, Side, Text, content_hash
from contragraph.graph.model.origin import MadeBy
from contragraph.llm import Answer, Ask, Gateway, Message

RETOLD = 2
"""How often a text is sent back at most."""
LLM = "llm"
"""The verbaliser's name."""
_SHOWN = 12
"""Findings that are sent back at once."""


@dataclass(frozen=True, slots=True)
class Retelling:
    """The pairs with their new texts, in the order in which they came, and what came of the telling."""

    instances: tuple[Instance, ...]
    coverage: Coverage


@dataclass
class _SideDraft:
    """One side on its way to a text."""

    side: Side
    facts: tuple[PromptFact, ...]
    others: tuple[PromptFact, ...]
    """What the other side alone states."""
    conflicting: frozenset[str]
    names: tuple[str, ...]
    messages: tuple[Message, ...]
    """The first question."""
    prompt: str
    again: tuple[Message, ...] = ()
    """The last answer and what is wrong with it, once it was sent back."""
    answers: int = 0
    body: str = ""
    parts: tuple[TextSentence, ...] = ()
    findings: tuple[TextFault, ...] = ()
    text: Text | None = None
    models: dict[MadeBy, None] = field(default_factory=dict)
    first: StatedCounts = NOTHING
    faults: Counter[str] = field(default_factory=Counter)

    def told(self, faulty: frozenset[str | None]) -> StatedCounts:
        """The facts of the side without those that have a fault."""
        stated = [f.id for f in self.facts if f.id not in faulty]
        needed = sum(i in self.conflicting for i in stated)
        wanted = sum(f.id in self.conflicting for f in self.facts)
        return StatedCounts(ToldShare(len(stated), len(self.facts)), ToldShare(needed, wanted))


def tell(instances: Sequence[Instance], gateway: Gateway, prompts: Path | None = None) -> Retelling:
    """Tell both sides of these pairs by the models of the steps ``verbalise`` and ``verify``.

    The pairs come with their template texts, which stay where no text of a model passes. ``prompts`` is a folder with
    a user's own ``tell.md``, ``retell.md`` or ``verify.md``. Nothing depends on the order in which answers come.

    :raises InputError: for a prompt that cannot be used
    :raises CostLimitError: before the limit of cost is passed; a later call gets the answers so far from the cache
    :raises ModelError: on what every question would meet
    """
    pairs = [_drafts(instance, prompts) for instance in instances]
    drafts = [draft for pair in pairs for draft in pair]
    for turn in range(RETOLD + 1):
        waiting = [d for d in drafts if d.text is None]
        if turn:
            for draft in waiting:
                _send_back(draft, prompts)
        _ask(waiting, gateway, prompts)
        _verify([d for d in waiting if not d.findings], gateway, prompts)
        for draft in waiting:
            _note(draft, first=turn == 0)
    coverage = sum(map(_coverage, drafts), Coverage())
    return Retelling(tuple(_instance(i, pair) for i, pair in zip(instances, pairs, strict=True)), coverage)


def asks_for(instances: Sequence[Instance], prompts: Path | None = None) -> list[Ask]:
    """The questions that telling these pairs takes if every first answer passes: to foresee what it costs.

    A verification is asked here of the template text, which is about as long as the model's.
    """
    asks = []
    for draft in (draft for instance in instances for draft in _drafts(instance, prompts)):
        parts = parts_of(draft.side.text.body, draft.names)
        asks += [_asking(draft, prompts), verifying(parts, claims_of(draft.facts, draft.others), prompts)]
    return asks


def _drafts(instance: Instance, prompts: Path | None) -> tuple[_SideDraft, _SideDraft]:
    prompt = load_prompt("tell", prompts)
    conflicting = frozenset(i for c in instance.conflicts for i in (*c.original, *c.perturbed, *c.shared))
    both = tuple(facts_of(side, instance) for side in instance.sides)
    found = []
    for side, facts, others in zip(instance.sides, both, reversed(both), strict=True):
        own = {f.id for f in facts}
        told = {"style": side.text.style, "facts": [f.told(n) for n, f in enumerate(_mixed(facts), 1)]}
        found.append(
            _SideDraft(
                side=side,
                facts=facts,
                others=tuple(f for f in others if f.id not in own),
                conflicting=conflicting & own,
                names=tuple(sorted({end for f in facts for end in f.ends})),
                messages=prompt.render(facts=json.dumps(told, ensure_ascii=False)),
                prompt=prompt.id,
            )
        )
    return found[0], found[1]


def _mixed(facts: Sequence[PromptFact]) -> list[PromptFact]:
    """The facts in an order that does not give away which of them a conflict began with."""
    return sorted(facts, key=lambda fact: content_hash("told", fact.id))


def _asking(draft: _SideDraft, prompts: Path | None) -> Ask:
    if not draft.again:
        return Ask("verbalise", draft.prompt, draft.messages)
    prompt = f"{draft.prompt}, {load_prompt('retell', prompts).id}"
    return Ask("verbalise", prompt, (*draft.messages, *draft.again), attempt=draft.answers)


def _send_back(draft: _SideDraft, prompts: Path | None) -> None:
    """Put the last answer and what is wrong with it at the end of the conversation."""
    said = json.dumps([f.says for f in draft.findings[:_SHOWN]], ensure_ascii=False, indent=1)
    answered = (Message("assistant", draft.body),) if draft.body else ()
    draft.again = (*answered, *load_prompt("retell", prompts).render(findings=said))


def _ask(drafts: Sequence[_SideDraft], gateway: Gateway, prompts: Path | None) -> None:
    """One text for each side, cleaned and checked without a model."""
    asks = [_asking(d, prompts) for d in drafts]
    for draft, ask, answer in zip(drafts, asks, gateway.ask(asks), strict=True):
        draft.models[_made_by(gateway, ask)] = None
        draft.answers += 1
        draft.body, draft.parts = "", ()
        draft.findings = _read(draft, answer)


def _read(draft: _SideDraft, answer: Answer) -> tuple[TextFault, ...]:
    if answer.failure is not None:
        return (TextFault("form", f"There was no usable answer: {answer.failure}."),)
    try:
        draft.body = clean(answer.text, draft.names)
    except NoProseError as error:
        return (TextFault("form", f"The answer cannot be used: {error}."),)
    if found := overlong(draft.body, draft.facts):
        draft.body = ""
        return found
    draft.parts = parts_of(draft.body, draft.names)
    placed = place(draft.facts, draft.parts)
    found = findings(draft.body, draft.facts, draft.parts, placed, draft.names)
    return (*found, *told_anyway(draft.others, draft.facts, draft.parts, draft.names))


def _verify(drafts: Sequence[_SideDraft], gateway: Gateway, prompts: Path | None) -> None:
    """Verify texts that passed the check without a model; those that pass get their alignment."""
    claims = [claims_of(d.facts, d.others) for d in drafts]
    asks = [verifying(d.parts, some, prompts) for d, some in zip(drafts, claims, strict=True)]
    for draft, some, ask, answer in zip(drafts, claims, asks, gateway.ask(asks), strict=True):
        draft.models[_made_by(gateway, ask)] = None
        judged = verified(answer, some, len(draft.parts))
        if judged.unusable:
            draft.findings = (TextFault("unverified", f"The text could not be verified: {judged.unusable}."),)
        elif judged.findings:
            draft.findings = judged.findings
        else:
            draft.text = _aligned(draft, judged)


def _aligned(draft: _SideDraft, judged: Verified) -> Text:
    placed = place(draft.facts, draft.parts, judged.sentences)
    return Text(draft.body, sentences(draft.parts, draft.facts, placed), LLM, draft.side.text.style)


def _made_by(gateway: Gateway, ask: Ask) -> MadeBy:
    return MadeBy(**gateway.made_by(ask))


def _note(draft: _SideDraft, *, first: bool) -> None:
    """Count what was wrong with an answer."""
    draft.faults.update({f.kind for f in draft.findings} if draft.text is None else ())
    if first:
        nothing = frozenset[str | None](f.id for f in draft.facts)
        faulty = frozenset(f.fact for f in draft.findings) if draft.text is None else frozenset[str | None]()
        draft.first = draft.told(faulty if draft.parts else nothing)


def _coverage(draft: _SideDraft) -> Coverage:
    text = draft.text or draft.side.text
    parts = parts_of(text.body, draft.names)
    faulty = frozenset(f.fact for f in findings(text.body, draft.facts, parts, place(draft.facts, parts), draft.names))
    told = draft.told(faulty)
    return Coverage(
        sides=1,
        told=int(draft.text is not None),
        answers=draft.answers,
        all=told,
        by_model=told if draft.text else NOTHING,
        first=draft.first,
        findings=draft.faults,
        fallen={} if draft.text else Counter({f.kind for f in draft.findings}),
    )


def _instance(instance: Instance, pair: tuple[_SideDraft, _SideDraft]) -> Instance:
    """The pair with the texts that came of its two drafts."""
    original, perturbed = (replace(d.side, text=d.text or d.side.text) for d in pair)
    used = dict.fromkeys(m for d in pair if d.text is not None for m in d.models)
    return replace(
        instance,
        original=original,
        perturbed=perturbed,
        verbaliser=LLM if used else instance.verbaliser,
        models=(*instance.models, *used),
        fallback=tuple(d.side.name for d in pair if d.text is None),
    )
