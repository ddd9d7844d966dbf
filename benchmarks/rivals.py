"""Pairs of real texts of which it is known whether they contradict each other, by family, parted into two halves.

No half knows anything of the other: pairs are parted by what they are about (a subject, a question, a pair of texts),
never by row. ``webnlg``: two texts that different people wrote of the same facts, one of them with a value of something
else; what agrees are such texts as they are, and texts of other facts of the same thing. ``planted``: the two sentences
of one of our conflicts of one step, each in a passage that a search gave; what agrees tells other facts of the same
thing. ``conflictnq``: passages of one question. ``econ`` and ``wikicontradict``: their pairs; what agrees are a text
and the facts, or the sentence of it, that belong together.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import re
import tarfile
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from contragraph.graph.model import Side

LEARNT, HELD = "learnt", "held"
STRANGERS = "another thing"
"""The kind of pairs whose texts tell the same of different things."""
DENIED = 0.15
"""Share of the subjects of which one text of a single fact is denied."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Two texts. ``kind`` says what differs, where that is known."""

    family: str
    about: str
    texts: tuple[str, str]
    contradict: bool
    kind: str = ""

    @property
    def half(self) -> str:
        """The half that it belongs to."""
        return half_of(self.about)


def half_of(about: str) -> str:
    """The half of what is about something, by a hash of that."""
    return HELD if hashlib.sha256(about.encode()).digest()[0] % 2 else LEARNT


def rivals(data: Path, ours: Path | None = None) -> list[Rival]:
    """All pairs of all families; ``ours`` is a dataset of pairs."""
    found = [*webnlg(data), *conflictnq(data), *econ(data), *wikicontradict(data)]
    return found + list(planted(ours, data)) if ours else found


def _lines(path: Path) -> list[dict[str, object]]:
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in raw.decode("utf-8").splitlines() if line.strip()]


# ---- texts that people wrote of the same triples ------------------------------------------------------------------


def _entries(data: Path) -> Iterator[tuple[tuple[tuple[str, str, str], ...], list[str]]]:
    with tarfile.open(data / "webnlg" / "release_v2_constrained.tar.gz") as archive:
        for member in sorted(archive.getmembers(), key=lambda m: m.name):
            file = archive.extractfile(member) if member.name.endswith(".xml") else None
            if file is None:
                continue
            for entry in ET.parse(file).iter("entry"):
                parts = [(each.text or "").split(" | ") for each in entry.iter("mtriple")]
                texts = [(lex.text or "").strip() for lex in entry.iter("lex") if lex.get("comment") == "good"]
                yield tuple((s, p, o) for s, p, o in (p for p in parts if len(p) == 3)), texts


def written(data: Path) -> list[str]:
    """Two texts that people wrote of each set of triples, of twenty words or more."""
    return [text for _, texts in _entries(data) for text in texts[:2] if text.count(" ") >= 19]


def _said(value: str) -> str:
    """How a value stands in texts: without underscores, marks and what tells namesakes apart."""
    plain = re.sub(r'\^\^.*|"', "", value).replace("_", " ")
    return re.sub(r" \(.*\)$", "", re.sub(r"(?<=\d)\.0$", "", plain))


def webnlg(data: Path) -> Iterator[Rival]:
    """Per subject a pair that agrees and, for relations of one value, a pair with another value in its place."""
    entries = list(_entries(data))
    values: dict[tuple[str, str], set[str]] = defaultdict(set)
    objects: dict[str, set[str]] = defaultdict(set)
    for triples, _ in entries:
        for s, p, o in triples:
            values[p, s].add(o)
            objects[p].add(o)
    several: dict[str, list[int]] = defaultdict(list)
    for (p, _), its in values.items():
        several[p].append(len(its))
    single = {p for p, n in several.items() if len(n) >= 8 and sum(x > 1 for x in n) <= 0.02 * len(n)}
    told: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    seen: dict[str, int] = defaultdict(int)
    for triples, texts in entries:
        for triple in triples:
            told[triple] += texts
    about: dict[str, list[tuple[tuple[tuple[str, str, str], ...], str]]] = defaultdict(list)
    for triples, texts in entries:
        about[triples[0][0]] += [(triples, text) for text in texts[:1]]
    for subject, given in sorted(about.items()):
        rng = random.Random(subject)
        drawn = zip(rng.sample(given, len(given))[:3], rng.sample(given, len(given))[:3])
        for (mine, first), (yours, second) in drawn:
            if not {*mine} & {*yours}:
                yield Rival("webnlg", subject, (first, second), contradict=False, kind="other facts")
    yield from _strangers(about)
    for triples, texts in entries:
        subject = triples[0][0]
        rng = random.Random(f"{triples}")
        if len(texts) < 2 or seen[subject] >= 6:
            continue
        seen[subject] += 1
        a, b = rng.sample(texts, 2)
        yield Rival("webnlg", subject, (a, b), contradict=False, kind="agree")
        denied = re.sub(r"\b(is|was|are|were)\b", r"\1 not", b, count=1)
        if seen[subject] == 1 and len(triples) == 1 and denied != b and rng.random() < DENIED:
            yield Rival("webnlg", subject, (a, denied), contradict=True, kind="denied")
        for s, p, o in rng.sample(triples, len(triples)):
            others = sorted(objects[p] - values[p, s])
            if p not in single or _said(o) not in b or not others:
                continue
            other = _said(rng.choice(others))
            first = rng.choice([t for t in told[s, p, o] if t != b] or [a])
            if other in first or other in b or _said(o) not in first:
                continue
            yield Rival("webnlg", subject, (first, b.replace(_said(o), other)), contradict=True, kind=p)
            break


def _strangers(about: Mapping[str, Sequence[tuple[tuple[tuple[str, str, str], ...], str]]]) -> Iterator[Rival]:
    """Per subject texts of another one of which the same is told: they speak of different things."""
    telling: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for subject, given in sorted(about.items()):
        for triples, text in given:
            telling[half_of(subject), triples[0][1]].append((subject, text))
    for subject, given in sorted(about.items()):
        rng = random.Random(f"strangers of {subject}")
        for triples, text in rng.sample(given, len(given))[:3]:
            named = {value for triple in triples for value in (triple[0], triple[2])}
            others = [
                t for s, t in telling[half_of(subject), triples[0][1]] if s not in named and _said(subject) not in t
            ]
            if others:
                yield Rival("webnlg", subject, (text, rng.choice(others)), contradict=False, kind=STRANGERS)


@dataclass(frozen=True, slots=True)
class Claimed:
    """A sentence that tells one fact, and a text of several about the same thing."""

    about: str
    claim: str
    passage: str
    label: str

    @property
    def half(self) -> str:
        """The half that it belongs to."""
        return half_of(self.about)


def claims(data: Path) -> Iterator[Claimed]:
    """Of each fact that has a sentence of its own: a text that tells it, one with another value, one without it."""
    entries = list(_entries(data))
    objects: dict[str, set[str]] = defaultdict(set)
    values: dict[tuple[str, str], set[str]] = defaultdict(set)
    about: dict[str, list[tuple[tuple[tuple[str, str, str], ...], list[str]]]] = defaultdict(list)
    for triples, texts in entries:
        if len(triples) > 2 and texts:
            about[triples[0][0]].append((triples, texts))
        for s, p, o in triples:
            objects[p].add(o)
            values[s, p].add(o)
    for triples, texts in entries:
        if len(triples) != 1 or not texts:
            continue
        s, p, o = triples[0]
        rng = random.Random(f"{s} {p} {o}")
        claim = rng.choice(texts)
        tells = [its for mine, given in about[s] if triples[0] in mine for its in given]
        others = [its for mine, given in about[s] if not any((a, b) == (s, p) for a, b, _ in mine) for its in given]
        if tells:
            told = rng.choice(tells)
            yield Claimed(s, claim, told, "supports")
            wrong = sorted(objects[p] - values[s, p])
            if len(values[s, p]) == 1 and wrong and _said(o) in told:
                yield Claimed(s, claim, told.replace(_said(o), _said(rng.choice(wrong))), "contradicts")
        if others:
            yield Claimed(s, claim, rng.choice(others), "irrelevant")


# ---- what was put together by others ------------------------------------------------------------------------------


def conflictnq(data: Path) -> Iterator[Rival]:
    """A passage with the real answer to a question and one with a made-up answer; two of either agree."""
    for row in _lines(data / "conflicts" / "conflictnq" / "conflict_nq_val.jsonl.gz"):
        real, fake = (_passages(row, name) for name in ("real", "fake"))
        mine = [text for text in real if _holds(text, str(row["real_short_answer"]))]
        yours = [text for text in fake if _holds(text, str(row["fake_short_answer"]))]
        about = str(row["question"])
        if mine and yours:
            yield Rival("conflictnq", about, (mine[0], yours[0]), contradict=True)
        if len(fake) > 1:
            yield Rival("conflictnq", about, (fake[0], fake[1]), contradict=False)


def _passages(row: dict[str, object], side: str) -> list[str]:
    given = row[f"{side}_passages"]
    assert isinstance(given, list)
    return [re.sub(r" ([,.;:?!)']|n't|'s)", r"\1", str(each["passage"])) for each in given]


def _holds(text: str, answer: str) -> bool:
    return len(answer) > 1 and answer.casefold().strip(".") in text.casefold()


def econ(data: Path) -> Iterator[Rival]:
    """Its pairs; the facts behind a text agree with it."""
    for row in _lines(data / "conflicts" / "econ" / "econ_168_merged.jsonl"):
        one, other = row["e1"], row["e2"]
        assert isinstance(one, list)
        assert isinstance(other, list)
        about = str(row["question"])
        yield Rival("econ", about, (one[2], other[2]), contradict=True, kind=str(row["kind"]))
        for side in (one, other):
            if isinstance(side[1], list):
                yield Rival("econ", about, (" ".join(side[1]), side[2]), contradict=False)


def wikicontradict(data: Path) -> Iterator[Rival]:
    """Its pairs of passages, each once; a passage agrees with the sentence that was taken from it."""
    seen: set[str] = set()
    for row in _lines(data / "conflicts" / "wikicontradict" / "wiki_contradict_half.jsonl.gz"):
        one, other = str(row["context1"]), str(row["context2"])
        about = "".join(sorted((one, other)))
        if about in seen or one == other:
            continue
        seen.add(about)
        kind = str(row["contradiction_type"]).split()[0].lower()
        yield Rival("wikicontradict", about, (one, other), contradict=True, kind=kind)
        for text, source in ((one, row["context1_info"]), (other, row["context2_info"])):
            if text != source:
                yield Rival("wikicontradict", about, (text, str(source)), contradict=False)


# ---- ours, in passages of others ----------------------------------------------------------------------------------


def planted(ours: Path, data: Path) -> Iterator[Rival]:
    """The sentences that clash in our pairs of one step, each in a passage of its own; the true one twice agrees."""
    from contragraph.dataset.records.pairs import read_dataset

    passages = [
        text
        for row in _lines(data / "conflicts" / "conflictnq" / "conflict_nq_val.jsonl.gz")
        for text in _passages(row, "real")
        if 200 < len(text) < 1_200
    ]
    for instance in read_dataset(ours):
        labels = dict(instance.labels)
        for conflict in instance.conflicts:
            rng = random.Random(conflict.id)
            true = _sentence(instance.original, conflict.original[0], labels)
            made = _sentence(instance.perturbed, conflict.perturbed[0], labels)
            if not true or not made:
                continue
            a, b, c = rng.sample(passages, 3)
            about = labels[next(s.subject for s in instance.original.statements if s.id == conflict.original[0])]
            yield Rival("planted", about, (_put(true, a, rng), _put(made, b, rng)), contradict=True)
            shared = [s for s in instance.perturbed.statements if s.id not in instance.perturbed.made]
            further = [t for s in shared if (t := _sentence(instance.perturbed, s.id, labels)) and t != made]
            other = rng.choice(further or [true])
            yield Rival("planted", about, (_put(true, a, rng), _put(other, c, rng)), contradict=False)


def _sentence(side: Side, statement: str, labels: Mapping[str, str]) -> str:
    """The sentence that tells a statement, with its subject's name in place of a pronoun that opens it; "" without."""
    said = next(s for s in side.text.sentences if statement in s.statements)
    name = labels[next(s.subject for s in side.statements if s.id == statement)]
    text = re.sub(r"^(?:Its|His|Her|Their)\b", f"{name}'s", side.text.body[said.start : said.end].strip())
    text = re.sub(r"^(?:It|He|She|They)\b", name, text)
    return text if name.split()[-1] in text else ""


def _put(sentence: str, passage: str, rng: random.Random) -> str:
    """A sentence behind some sentence of a passage."""
    parts = re.split(r"(?<=[.!?]) (?=[A-Z])", passage)
    at = rng.randint(0, len(parts))
    return " ".join([*parts[:at], sentence, *parts[at:]])
