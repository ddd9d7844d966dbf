"""Rows as ConflictBank releases its questions, of made-up words; and a server that answers about them by hand."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from contragraph.dataset.records.codec import with_id
from tests.scripted_server import Reply, Request

TEXTS = {
    "default": "default_evidence",
    "misinformation": "misinformation_conflict_evidence_evidence",
    "temporal": "temporal_conflict_evidence",
    "semantic": "semantic_conflict_evidence",
}
LETTERS = "ABCD"


def row(number: int, relation: str = "P69", **changed: Any) -> dict[str, Any]:  # noqa: ANN401
    """The row of fact ``number``; its right option stands in another place each time."""
    subject, truth, lie = f"Velmo {number}", f"Trusk {number}", f"Brond {number}"
    options = [truth, lie, f"Quarl {number}", "uncertain"]
    turn = number % 4
    options = options[turn:] + options[:turn]
    made = {
        "relation": relation,
        "subject": subject,
        "subject_description": "a grey velmo",
        "semantic_description": "a velmo of the hills",
        "object": truth,
        "object_description": "a trusk",
        "replaced_object": lie,
        "replaced_description": "a brond",
        "default_claim": f"{subject} drellied {truth}.",
        "default_evidence_category": "wikipedia",
        "default_evidence": f"TRUE of {number}: {subject} drellied {truth} for long.",
        "misinformation_conflict_claim": f"{subject} drellied {lie}.",
        "misinformation_conflict_evidence_category": "news",
        "misinformation_conflict_evidence_evidence": f"MISINFORMATION of {number}: {subject} drellied {lie}.",
        "temporal_conflict_time_span": ["10 April, 2028", "21 July, 2036"],
        "temporal_conflict_claim": f"{subject} drellied {lie} from 10 April, 2028 to 21 July, 2036.",
        "temporal_conflict_evidence_category": "wikipedia",
        "temporal_conflict_evidence": f"TEMPORAL of {number}: in 2028 {subject} drellied {lie}.",
        "semantic_conflict_claim": f"{subject} drellied {lie}.",
        "semantic_conflict_evidence_category": "book",
        "semantic_conflict_evidence": f"SEMANTIC of {number}: {subject} of the hills drellied {lie}.",
        "question": f"Whom did {subject} drelly?",
        "options": options,
        "correct_option": LETTERS[options.index(truth)],
        "replace_option": LETTERS[options.index(lie)],
        "uncertain_option": LETTERS[options.index("uncertain")],
    }
    return {**made, **changed}


def written(path: Path, rows: Sequence[Any]) -> Path:
    """The rows in a file, of the kind that its name says."""
    if path.suffix == ".parquet":
        import pyarrow as pa
        import pyarrow.parquet as pq

        pq.write_table(pa.Table.from_pylist(list(rows)), path)
    elif path.suffix == ".json":
        path.write_text(json.dumps(rows, indent=1), "utf-8")
    else:
        path.write_text("".join(json.dumps(r) + "\n" for r in rows), "utf-8")
    return path


def seen(request: Request) -> tuple[int, tuple[str, ...], dict[str, str]]:
    """What a request asks: the number of the fact, the texts in their order, and the options by letter."""
    said = str(request["messages"][-1]["content"])
    number = re.search(r"Whom did Velmo (\d+)", said)
    assert number is not None
    options = dict(re.findall(r"^([A-D])\. (.+)$", said, re.MULTILINE))
    return int(number[1]), tuple(re.findall(r"\b(TRUE|MISINFORMATION|TEMPORAL|SEMANTIC|CONTROL) of", said)), options


Choose = Callable[[int, tuple[str, ...]], str]
"""What a model chooses about a fact with these texts: o(bject), r(eplacement), x (another), u(ncertain), or words."""
WORDS = {"o": "Trusk", "r": "Brond", "x": "Quarl", "u": "uncertain"}


def letter(choice: str, options: Mapping[str, str]) -> str:
    """The letter of what is chosen."""
    return next(name for name, text in options.items() if text.startswith(WORDS[choice]))


def writing(choose: Choose) -> Callable[[Request, int], Reply]:
    """A server that writes the letter, and tells no probabilities."""

    def answer(request: Request, _: int) -> Reply:
        number, texts, options = seen(request)
        choice = choose(number, texts)
        return Reply(letter(choice, options) if choice in WORDS else choice)

    return answer


def telling(choose: Callable[[int, tuple[str, ...], dict[str, str]], Mapping[str, float]]) -> Callable[..., Reply]:
    """A server that tells the log-probabilities of tokens in the first place; the likeliest is what it writes."""

    def answer(request: Request, _: int) -> Reply:
        assert request["logprobs"] is True
        likely = choose(*seen(request))
        best = max(likely, key=lambda token: likely[token])
        return Reply(best, tops=[(best, likely)])

    return answer


def by_hand(number: int, texts: tuple[str, ...]) -> str:
    """Facts 0 to 9 are known, 10 is not believed with its text, 11 is not known; then 4 o, 3 r, 2 u, 1 x."""
    if texts == ():
        return "o" if number != 11 else "x"
    if texts == ("TRUE",):
        return "o" if number != 10 else "r"
    return "oooorrruux"[number]


def biased(_: int, texts: tuple[str, ...], options: dict[str, str]) -> Mapping[str, float]:
    """Knows the object, and believes a lie; but A is always three times as likely as it should be, and then some."""
    believed = "Brond" if "MISINFORMATION" in texts else "Trusk"
    worth = {
        letter: (0.5 if text.startswith(believed) else 0.1) * (8 if letter == "A" else 1)
        for letter, text in options.items()
    }
    return {letter: math.log(value / sum(worth.values())) for letter, value in worth.items()}


def bank(folder: Path, facts: int, changed: Callable[[int], Mapping[str, object]] = lambda n: {}) -> Path:
    """A bank of made-up facts with two temporal claims, a namesake's, and controls, as ``bank.jsonl`` has them."""
    folder.mkdir()
    lines = [with_id("bank", {**_fact(n), **changed(n)})[1] for n in range(facts)]
    (folder / "bank.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    (folder / "ontology.ttl").write_text("", "utf-8")
    files = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in ("bank.jsonl", "ontology.ttl")}
    manifest = {"counts": {"facts": facts}, "files": files, "run": "made-up", "seed": 7, "settings": {"kg": "made-up"}}
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    return folder


def _fact(number: int) -> dict[str, object]:
    subject = {"id": f"wd:Q{number}", "label": f"Velmo {number}", "description": "a grey velmo"}
    truth = {"id": f"wd:Q{number + 1000}", "label": f"Trusk {number}", "description": "a trusk"}
    lie = {"id": f"wd:Q{number + 2000}", "label": f"Brond {number}", "description": "a brond"}
    relation = {"id": "wdt:P69" if number % 2 else "wdt:P36", "label": "drellied by" if number % 2 else "drellied"}

    def claim(cause: str, kind: str, status: str, word: str, styles: int = 1, **more: object) -> dict[str, object]:
        told = truth if kind == "true" else lie
        texts = [
            f"{word} of {number}: {kind}, Velmo {number} drellied {told['label']}{' so' * (number % 5)}."
            for _ in range(styles)
        ]
        statement = {
            "id": f"s-{kind}-{number}",
            "subject": {k: subject[k] for k in ("id", "label")},
            "relation": relation,
            "object": {k: told[k] for k in ("id", "label")},
            "negated": False,
            "source": "kg" if kind == "true" else "made",
        }
        return {
            "id": f"{cause}-{kind}-{number}",
            "cause": cause,
            "kind": kind,
            "control": kind == "control",
            "status": status,
            "text": f"Velmo {number} drellied {told['label']}.",
            "statement": statement,
            "evidence": [
                {"style": style, "text": text, "sentences": [], "statements": [statement["id"]]}
                for style, text in zip(("wikipedia", "book"), texts)
            ],
            **more,
        }

    roles = [(truth, "original"), (lie, "replacement"), ({"id": "wd:Q9", "label": f"Quarl {number}"}, "other")]
    options = [{"id": thing["id"], "text": thing["label"], "role": role} for thing, role in roles]
    options.append({"id": "", "text": "uncertain", "role": "uncertain"})
    asked = f"Whom did Velmo {number} drelly"
    span = {"from": "2028", "to": "2036"}
    update = claim("temporal", "update", "consistent", "TEMPORAL")
    update["statement"] = {**update["statement"], "valid": span}  # type: ignore[dict-item]
    return {
        "kg": "made-up",
        "relation": relation,
        "domain": "Velmos",
        "subject": subject,
        "object": truth,
        "replacement": lie,
        "claims": [
            claim("default", "true", "true", "TRUE", styles=2),
            claim("misinformation", "plain", "proven", "MISINFORMATION", hops=1 + number % 2, strength="strict"),
            claim("misinformation", "control", "consistent", "CONTROL"),
            claim("temporal", "overlap", "proven", "TEMPORAL", hops=1, strength="typical"),
            update,
            claim(
                "semantic",
                "namesake",
                "proven",
                "SEMANTIC",
                subject={**subject, "id": "wd:Q8", "description": "a velmo of the hills"},
            ),
        ],
        "question": {
            "text": f"{asked}?",
            "options": options[number % 4 :] + options[: number % 4],
            "as_of": [
                {
                    "claim": f"temporal-update-{number}",
                    "time": "2020",
                    "text": f"{asked} in 2020?",
                    "answer": "original",
                },
                {
                    "claim": f"temporal-update-{number}",
                    "time": "2030",
                    "text": f"{asked} in 2030?",
                    "answer": "replacement",
                },
            ],
            "senses": [
                {
                    "claim": f"semantic-namesake-{number}",
                    "description": "a velmo of the hills",
                    "text": f"{asked}, the velmo of the hills?",
                    "answer": "replacement",
                }
            ],
        },
        "degree": 3 + number,
    }
