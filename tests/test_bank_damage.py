"""Facts of a bank that say something wrong, each in a line whose id fits."""

from __future__ import annotations

import json
from functools import cache

import pytest

from contragraph.dataset.check.bank import bank_faults
from contragraph.dataset.check.faults import Axioms
from contragraph.dataset.records.bank import parse_fact, read_bank
from contragraph.dataset.records.codec import statement_of
from contragraph.dataset.records.schema import StatementRecord
from tests.forge import OTHER_STRENGTH, Change, at, by, drop, relined
from tests.made import Line, bank


@cache
def axioms() -> Axioms:
    return Axioms.of(bank())


PLAIN, CONTROL, NAMESAKE = (("claims", {"kind": kind}) for kind in ("plain", "control", "namesake"))
OPTIONS = ("question", "options")


def name_the_truth(line: Line) -> None:
    evidence = at(line, *PLAIN, "evidence", 0)
    start = len(evidence["text"])
    evidence["text"] += f" Others say {line['object']['label']}."
    evidence["sentences"].append({"start": start, "end": len(evidence["text"]), "statements": []})


def exchange_options(line: Line) -> None:
    one, other = (at(line, *OPTIONS, {"role": role}) for role in ("original", "replacement"))
    one["role"], other["role"] = other["role"], one["role"]


def state_besides(line: Line, statement: Line) -> None:
    line["facts"].append(statement)
    evidence = at(line, *PLAIN, "evidence", 0)
    evidence["statements"].append(statement["id"])


def state_a_third_value(line: Line) -> None:
    third = json.loads(json.dumps(at(line, *PLAIN, "statement")))
    third["object"] = {"value": "1066", "datatype": "xsd:gYear", "label": "1066"}
    third["id"] = statement_of(StatementRecord.model_validate_json(json.dumps(third))).id
    state_besides(line, third)
    at(line, *PLAIN, "evidence", 0, "sentences", 0)["statements"].append(third["id"])


def state_nothing(line: Line) -> None:
    for sentence in at(line, *PLAIN, "evidence", 0, "sentences"):
        sentence["statements"] = []


UNPROVEN: Line = {"conflicts": [], "hops": None, "strength": None}
DAMAGES: dict[str, tuple[Change, str]] = {
    "names the truth": (name_the_truth, "names “"),
    "consistent": (by(*PLAIN, of=lambda c: {**c, **UNPROVEN, "status": "consistent"}), "other minimal conflicts"),
    "without proof": (by(*PLAIN, of=lambda c: {**c, **UNPROVEN}), "other minimal conflicts"),
    "stronger": (by(*PLAIN, "strength", of=OTHER_STRENGTH.get), "a strength that its axioms do not have"),
    "options exchanged": (exchange_options, "is another thing"),
    "without a style": (drop(*PLAIN, "evidence", -1), "once in each style"),
    "the truth besides": (lambda line: state_besides(line, at(line, "claims", 0, "statement")), "does not state"),
    "a third value": (state_a_third_value, "something else of the fact"),
    "states nothing": (state_nothing, "does not state"),
    "a lie for a control": (by(*CONTROL, of=lambda c: {**c, "kind": "plain", "control": False}), "the wrong subject"),
    "one of namesakes": (
        lambda line: at(line, *NAMESAKE, "subject").update(description=at(line, "subject", "description")),
        "nothing tells the namesakes apart",
    ),
    "another default": (by("claims", of=lambda c: [c[1], c[0], *c[2:]]), "must be the default"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_found(damage: str) -> None:
    change, said = DAMAGES[damage]
    kind = {"a lie for a control": "control", "one of namesakes": "namesake"}.get(damage, "plain")
    whole, line = next((x, json.loads(x)) for x, fact in read_bank(bank()) if kind in {c.kind for c in fact.claims})
    assert relined(line, "bank", lambda _: None) == whole
    told = relined(line, "bank", change)
    found = list(bank_faults(told, parse_fact(told, "the line"), axioms()))
    assert any(said in each for each in found), found
    old = told.replace(json.loads(told)["id"], line["id"])
    assert "the line was changed" in " ".join(bank_faults(old, parse_fact(old, "the line"), axioms()))
