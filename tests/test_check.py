"""``check`` and instances: what was made is accepted, and every forgery is named with the reason."""

from __future__ import annotations

import json
import shutil
import tempfile
from functools import cache
from pathlib import Path

import pytest

from contragraph.dataset.check.check import check
from contragraph.dataset.check.faults import CheckReport
from tests.forge import Change, at, by, drop, faults, forged, put, rewrite
from tests.made import Line, dataset, lines_of
from tests.recheck import digest


@cache
def whole() -> CheckReport:
    return check(dataset())


def test_what_was_made_is_accepted() -> None:
    report = whole()
    assert report.faults == []
    assert report.accepted
    assert (report.instances, report.conflicts) == (16, 40)


# -- forgeries of one instance ---------------------------------------------------------------------------------


ORIGINAL, PERTURBED = (("contexts", side) for side in ("original", "perturbed"))
CONFLICT = ("conflicts", 0)
MINIMAL = (*CONFLICT, "minimal", 0)
STEP = (*MINIMAL, "proof", -1)
LIE = (*PERTURBED, "statements", {"source": "made"})


def drop_statement(line: Line) -> None:
    members = {i for c in line["conflicts"] for m in c["minimal"] for i in m["statements"]}
    statements = at(line, *ORIGINAL, "statements")
    statements.remove(next(s for s in statements if s["id"] not in members))


def redirect(line: Line) -> None:
    thing = at(line, *LIE, "object")
    thing["id" if "id" in thing else "value"] = "wd:Q64"


def edit_text(line: Line) -> None:
    context, name = at(line, *PERTURBED), at(line, *LIE, "object", "label")
    context["text"] = context["text"].replace(name, "x" * len(name))


def swap_alignment(line: Line) -> None:
    for context in line["contexts"].values():
        one, other = context["sentences"][0], context["sentences"][-1]
        one["statements"], other["statements"] = other["statements"], one["statements"]


def state_twice(line: Line) -> None:
    sentences = at(line, *ORIGINAL, "sentences")
    sentences[-1]["statements"] = [*sentences[-1]["statements"], sentences[0]["statements"][0]]


def endless_sentence(line: Line) -> None:
    context = at(line, *ORIGINAL)
    context["text"] = context["text"].rstrip()[:-1] + " " + "and so on " * 30 + "."
    context["sentences"][-1]["end"] = len(context["text"])


def other_axiom(line: Line) -> None:
    minimal = at(line, *MINIMAL)
    minimal["proof"][-1]["axiom"] = "cg:ax_symmetric_P47"
    minimal["axioms"] = ["cg:ax_symmetric_P47"]


def undeclared(line: Line) -> None:
    line["conflicts"].pop()
    line["provenance"]["seed_statements"] = [
        s for s in line["provenance"]["seed_statements"] if any(s in c["original"] for c in line["conflicts"])
    ]


def invented_conflict(line: Line) -> None:
    made = json.loads(json.dumps(at(line, *CONFLICT)))
    made["minimal"][0]["statements"] = [s["id"] for s in at(line, *ORIGINAL, "statements")[:2]]
    made["id"] = digest("conflict", sorted(sorted(m["statements"]) for m in made["minimal"]))
    line["conflicts"].append(made)


def fill_called_lie(line: Line) -> None:
    members = {i for c in line["conflicts"] for i in (*c["perturbed"], *c["shared"])}
    next(s for s in at(line, *PERTURBED, "statements") if s["id"] not in members)["source"] = "made"


def gloss_of_the_conflict(line: Line) -> None:
    told = {s["id"]: s for side in line["contexts"].values() for s in side["statements"]}
    members = [told[i] for i in at(line, *MINIMAL, "statements")]
    joined = next(s for s in members if any(c.isalpha() for c in s["object"]["label"]))
    word = max("".join(c if c.isalpha() else " " for c in joined["object"]["label"]).split(), key=len)
    line["glosses"] = [{"id": joined["subject"]["id"], "text": word}]


def gloss_with_a_number(line: Line) -> None:
    line["glosses"] = [{"id": at(line, *ORIGINAL, "statements", 0, "subject", "id"), "text": "1984 film"}]


FORGERIES: list[tuple[int, str, Change, str]] = [
    (0, "rename", put(*ORIGINAL, "statements", 0, "subject", "label", to="Atlantis"), "has two labels"),
    (1, "drop a statement", drop_statement, "which is not in the version"),
    (2, "redirect", redirect, "does not give its id"),
    (3, "edit text", edit_text, "in a sentence that does not name it"),
    (4, "say more", by(*ORIGINAL, "text", of=lambda t: t + "All is disputed. "), "words that are in no sentence"),
    (5, "shift sentence", by(*ORIGINAL, "sentences", 1, "start", of=lambda n: n + 3), "leaves a gap"),
    (6, "end past the text", by(*ORIGINAL, "sentences", -1, "end", of=lambda n: n + 40), "ends after the text"),
    (7, "swap alignment", swap_alignment, "does not name it"),
    (8, "state twice", state_twice, "more than once"),
    (9, "endless sentence", endless_sentence, "more than 60 words"),
    (10, "one more hop", by(*CONFLICT, "hops", of=lambda n: n + 1), "declares hops"),
    (
        11,
        "other strength",
        by(*CONFLICT, "strength", of={"strict": "typical", "typical": "strict"}.get),
        "declares strength",
    ),
    (
        12,
        "other rule",
        by(*STEP, "rule", of=lambda r: "prp-ifp" if r == "prp-fp" else "prp-fp"),
        "does not hold",
    ),
    (13, "other axiom", other_axiom, "does not hold"),
    (14, "circular proof", put(*MINIMAL, "proof", 0, "premises", 0, to=0), "does not hold"),
    (15, "endless proof", drop(*MINIMAL, "proof", -1), "does not hold"),
    (2, "undeclared", undeclared, "is there but not declared"),
    (12, "undeclared", undeclared, "is there but not declared"),
    (3, "declared twice", by("conflicts", of=lambda some: [*some, some[0]]), "is declared twice"),
    (4, "smaller set", drop(*MINIMAL, "statements", -1), "does not give its id"),
    (5, "invented conflict", invented_conflict, "is declared but cannot be proven"),
    (
        6,
        "moved to shared",
        by(*CONFLICT, of=lambda c: {**c, "shared": c["shared"] + c["original"], "original": []}),
        "declares shared",
    ),
    (7, "lie called true", put(*LIE, "source", to="kg"), "has no made-up statement"),
    (
        8,
        "truth called lie",
        put(*ORIGINAL, "statements", 0, "source", to="made"),
        "the original side has made-up statements",
    ),
    (9, "fill called lie", fill_called_lie, "is made up but in no conflict"),
    (
        10,
        "other type",
        by("type", of=lambda t: t.replace("single", "multi") if "single" in t else "1-single-hop"),
        "it is called",
    ),
    (11, "other relation", put("relations", to=["wdt:P47"]), "not those of its seed statements"),
    (12, "other domain", put("domains", to=["Gastronomy"]), "its domains are not those"),
    (13, "no seed", drop("provenance", "seed_statements", 0), "exactly one seed statement"),
    (0, "gloss with a number", gloss_with_a_number, "which holds a number"),
    (1, "gloss of the conflict", gloss_of_the_conflict, "which holds words of what a conflict is about"),
    (
        2,
        "gloss of nothing",
        lambda line: line.update(glosses=[{"id": "wd:Q0", "text": "film"}]),
        "which no statement is about",
    ),
]


@cache
def forgeries() -> tuple[list[Line], dict[str, list[str]]]:
    """All forgeries in one dataset after the true instances, and what is found in it."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(shutil.copytree(dataset(), Path(place) / "dataset"))
        lines = lines_of(folder)
        made = [forged(lines[number], change) for number, _, change, _ in FORGERIES]
        rewrite(folder, [*lines, *made])
        return made, faults(folder)


@pytest.mark.parametrize(
    ("index", "said"),
    [(i, said) for i, (*_, said) in enumerate(FORGERIES)],
    ids=[f"{name}-{number}" for number, name, *_ in FORGERIES],
)
def test_a_forged_instance_is_named_with_the_reason(index: int, said: str) -> None:
    """Every hash is made to fit the change, so that only what it says can give it away."""
    made, found = forgeries()
    what = found[f"instance {made[index]['id']}"]
    assert any(said in fault for fault in what), what
    assert not any("the line was changed" in fault for fault in what)


def test_true_instances_beside_forged_ones_are_not_named() -> None:
    made, found = forgeries()
    assert set(found) == {"manifest.json", *(f"instance {line['id']}" for line in made)}
