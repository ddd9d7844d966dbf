"""The card of a dataset: what it holds, how it was made, and under which licence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from string import Template

from contragraph.dataset.files.folder import BANK, CLAIMS, INSTANCES, SETS
from contragraph.dataset.folder.licences import licence_of
from contragraph.dataset.records.proven_claims import ProvenItem
from contragraph.dataset.records.schema import InstanceRecord, SetRecord
from contragraph.dataset.records.sets import TYPES
from contragraph.dataset.types import CONTROL

_CARD = Template("""\
---
license: $licence
language: en
task_categories: [$task]
tags: [$tags]
---
# $title

$about

## Files

- `$file`: one $one a line
$more- `manifest.json`: seed, settings, counts, checksums

Made with contragraph $version, seed $seed. `contragraph check FOLDER` proves everything again.

## Licence

$attribution
""")
_PAIRS = Template("""\
$total pairs of short texts that contradict each other. Each contradiction was made by changing facts of a knowledge
graph, and is proven: `instances.jsonl` holds the statements, the sentences that state them, and a proof over the
axioms in `ontology.ttl`.

| type | pairs |
|---|---|
$types
$controls
*single-hop*: one statement against one statement; *multi-hop*: a statement that is refuted only together with other
true ones. Strict conflicts (true by the meaning of the words): $strict of $conflicts; the others rest on at least one
axiom that holds but for known exceptions.$lies""")
_SETS = Template("""\
$total sets of $documents documents each, as a retriever returns them. A contradiction stands within one document
(self), between two (pair), or holds only given a third (conditional); sets of the type none look like the others and
hold none. Each contradiction was made by changing facts of a knowledge graph, and is proven: `sets.jsonl` holds the
statements, the sentences that state them, which documents it takes, that no fewer suffice, and a proof over the axioms
in `ontology.ttl`.

| type | sets |
|---|---|
$types""")
_CLAIMS = Template("""\
$total claims with $documents documents each. A document supports a claim (its statements entail it), contradicts it
(both together are a contradiction), says both (mixed), or is irrelevant; most irrelevant ones are about the same
things. Each label is proven: `claims.jsonl` holds the statements of claim and documents, the sentences that state them,
and a proof over the axioms in `ontology.ttl`. True claims and made-up ones occur alike, on either side.

| type | claims |
|---|---|
$types

| label | documents |
|---|---|
$labels""")
_BANK = Template("""\
$facts facts of a knowledge graph. Each has the claim that tells it, claims of other causes (another value, another
value at a time, a namesake), each with texts that tell it amid true facts ($texts in all), and a question with options.
A claim says whether it is proven to contradict the fact, over the axioms in `ontology.ttl`, or proven not to.

| claims | |
|---|---|
$claims""")
_ANSWERS = """\
- `responses.jsonl`: answers to be scored, with the known labels of their claims, CS-C, CS-R and `acknowledged`
"""
_AXIOMS = """\
- `ontology.ttl`: the axioms in force, each with its strength, its source, and how often the knowledge graph breaks it
"""
_REJECTED = """\
- `rejected.jsonl`: what was tried and dropped, with the reason
"""
_CONTROLS = """
Pairs of the type 0-conflict contradict each other in nothing; each is like the conflicting pair that its
`provenance.control.of` names, in shape and words. They show whether a model that finds contradictions sees them where
there are none.
"""
_PLAIN_LIES = """

All made-up statements are of the graph's own relations, and told as true ones are: neither the wording nor the place
nor the length of a sentence should give them away."""


@dataclass
class Counts:
    """What the card and the ontology of a dataset need to know of its pairs."""

    types: Counter[str] = field(default_factory=Counter)
    conflicts: int = 0
    strict: int = 0
    relations: set[str] = field(default_factory=set)
    seeds: dict[str, None] = field(default_factory=dict)
    """Seed relations."""

    def add(self, record: InstanceRecord) -> None:
        """Count one pair."""
        self.types[record.type] += 1
        self.conflicts += len(record.conflicts)
        self.strict += sum(c.strength == "strict" for c in record.conflicts)
        for context in (record.contexts.original, record.contexts.perturbed):
            self.relations.update(s.relation.id for s in context.statements)
        self.relations.update(s.relation.id for s in record.background)
        self.seeds.update(dict.fromkeys(record.relations))


@dataclass
class SetCounts:
    """What the card and the ontology of a dataset of sets need to know of them."""

    types: Counter[str] = field(default_factory=Counter)
    documents: int = 0
    relations: set[str] = field(default_factory=set)
    seeds: dict[str, None] = field(default_factory=dict)
    """Seed relations."""

    def add(self, record: SetRecord) -> None:
        """Count one set."""
        self.types[record.type] += 1
        self.documents = len(record.documents)
        self.relations.update(s.relation.id for document in record.documents for s in document.statements)
        self.relations.update(s.relation.id for s in record.background)
        self.seeds.update(dict.fromkeys(record.relations))


@dataclass
class ClaimCounts:
    """What the card and the ontology of a dataset of claims need to know of them."""

    types: Counter[str] = field(default_factory=Counter)
    labels: Counter[str] = field(default_factory=Counter)
    documents: int = 0
    relations: set[str] = field(default_factory=set)
    seeds: dict[str, None] = field(default_factory=dict)
    """Seed relations."""

    def add(self, item: ProvenItem) -> None:
        """Count one claim."""
        self.types[item.type] += 1
        self.labels.update(document.label for document in item.documents)
        self.documents = len(item.documents)
        told = (s for document in item.documents for s in document.statements)
        stated = (*told, item.statement, *(other.statement for other in item.others), *item.background)
        self.relations.update(s.relation.id for s in stated)
        self.seeds.update(dict.fromkeys(item.relations))


def _card(
    title: str, about: str, file: str, one: str, seeds: Iterable[str], settings: Mapping[str, object], **parts: str
) -> str:
    """What all cards have; ``seeds`` are the relations whose graphs say what the licence is."""
    licence = licence_of(seeds)
    usual = {"task": "text-classification", "tags": "contradiction, knowledge-graph, rag"}
    return _CARD.substitute(
        usual | {"more": _AXIOMS + _REJECTED} | parts,
        title=title,
        about=about,
        file=file,
        one=one,
        licence=licence.code,
        version=version("contragraph"),
        seed=settings["seed"],
        attribution=licence.attribution,
    )


def _table(counts: Iterable[tuple[str, int]]) -> str:
    return "\n".join(f"| {name} | {n} |" for name, n in counts)


def card(counts: Counts, settings: Mapping[str, object]) -> str:
    """The text of the card of a dataset with these pairs, made with these settings."""
    graphs = settings.get("kgs")
    kg = " and ".join(sorted(graphs)) if isinstance(graphs, dict) else settings["kg"]
    about = _PAIRS.substitute(
        total=counts.types.total() - counts.types[str(CONTROL)],
        controls=_CONTROLS if counts.types[str(CONTROL)] else "",
        types=_table(counts.types.items()),
        strict=counts.strict,
        lies=_PLAIN_LIES if settings.get("lies") == "plain" else "",
        conflicts=counts.conflicts,
    )
    return _card(f"Contradicting pairs of texts from {kg}", about, INSTANCES, "pair", counts.seeds, settings)


def set_card(counts: SetCounts, settings: Mapping[str, object]) -> str:
    """The text of the card of a dataset with these sets, made with these settings."""
    types = _table((kind, counts.types[kind]) for kind in TYPES if counts.types[kind])
    about = _SETS.substitute(total=counts.types.total(), documents=counts.documents, types=types)
    title = f"Sets of documents that contradict themselves, from {settings['kg']}"
    return _card(title, about, SETS, "set", counts.seeds, settings)


def claim_card(counts: ClaimCounts, settings: Mapping[str, object]) -> str:
    """The text of the card of a dataset with these claims, made with these settings."""
    about = _CLAIMS.substitute(
        total=counts.types.total(),
        documents=counts.documents,
        types=_table(sorted(counts.types.items())),
        labels=_table(sorted(counts.labels.items())),
    )
    title = f"Claims with documents that disagree about them, from {settings['kg']}"
    more = {"tags": "contradiction, knowledge-graph, rag, fact-checking", "more": _ANSWERS + _AXIOMS + _REJECTED}
    return _card(title, about, CLAIMS, "claim", counts.seeds, settings, **more)


def bank_card(summary: Mapping[str, object], settings: Mapping[str, object]) -> str:
    """The text of the card of a bank of facts with this summary, made with these settings."""
    relations, claims, counts = summary["relations"], summary["claims"], summary["counts"]
    assert isinstance(relations, dict)
    assert isinstance(claims, dict)
    assert isinstance(counts, dict)
    about = _BANK.substitute(facts=counts["facts"], texts=summary["texts"], claims=_table(claims.items()))
    title = f"True facts from {settings['kg']}, and claims against them"
    more = {"task": "question-answering", "tags": "knowledge-conflict, knowledge-graph, rag", "more": _AXIOMS}
    return _card(title, about, BANK, "fact", relations, settings, **more)
