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
from tests.forge import Change, faults, forged, rewrite
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


def original(line: Line) -> Line:
    found = line["contexts"]["original"]
    assert isinstance(found, dict)
    return found


def perturbed(line: Line) -> Line:
    found = line["contexts"]["perturbed"]
    assert isinstance(found, dict)
    return found


def lie(line: Line) -> Line:
    return next(s for s in perturbed(line)["statements"] if s["source"] == "made")


def drop_statement(line: Line) -> None:
    members = {i for c in line["conflicts"] for m in c["minimal"] for i in m["statements"]}
    statements = original(line)["statements"]
    statements.remove(next(s for s in statements if s["id"] not in members))


def rename(line: Line) -> None:
    original(line)["statements"][0]["subject"]["label"] = "Atlantis"


def redirect(line: Line) -> None:
    thing = lie(line)["object"]
    thing["id" if "id" in thing else "value"] = "wd:Q64"


def edit_text(line: Line) -> None:
    context = perturbed(line)
    name = lie(line)["object"]["label"]
    context["text"] = context["text"].replace(name, "x" * len(name))


def say_more(line: Line) -> None:
    original(line)["text"] += "All of this is disputed. "


def shift_sentence(line: Line) -> None:
    original(line)["sentences"][1]["start"] += 3


def end_past_the_text(line: Line) -> None:
    original(line)["sentences"][-1]["end"] += 40


def swap_alignment(line: Line) -> None:
    for context in (original(line), perturbed(line)):
        sentences = context["sentences"]
        sentences[0]["statements"], sentences[-1]["statements"] = (
            sentences[-1]["statements"],
            sentences[0]["statements"],
        )


def state_twice(line: Line) -> None:
    sentences = original(line)["sentences"]
    sentences[-1]["statements"] = [*sentences[-1]["statements"], sentences[0]["statements"][0]]


def endless_sentence(line: Line) -> None:
    context = original(line)
    added = "and so on " * 30
    context["text"] = context["text"].rstrip()[:-1] + " " + added + "."
    context["sentences"][-1]["end"] = len(context["text"])


def one_more_hop(line: Line) -> None:
    line["conflicts"][0]["hops"] += 1


def other_strength(line: Line) -> None:
    conflict = line["conflicts"][0]
    conflict["strength"] = "typical" if conflict["strength"] == "strict" else "strict"


def other_rule(line: Line) -> None:
    step = line["conflicts"][0]["minimal"][0]["proof"][-1]
    step["rule"] = "prp-ifp" if step["rule"] == "prp-fp" else "prp-fp"


def other_axiom(line: Line) -> None:
    minimal = line["conflicts"][0]["minimal"][0]
    minimal["proof"][-1]["axiom"] = "cg:ax_symmetric_P47"
    minimal["axioms"] = ["cg:ax_symmetric_P47"]


def circular_proof(line: Line) -> None:
    line["conflicts"][0]["minimal"][0]["proof"][0]["premises"][0] = 0


def endless_proof(line: Line) -> None:
    line["conflicts"][0]["minimal"][0]["proof"].pop()


def undeclared(line: Line) -> None:
    line["conflicts"].pop()
    line["provenance"]["seed_statements"] = [
        s for s in line["provenance"]["seed_statements"] if any(s in c["original"] for c in line["conflicts"])
    ]


def declared_twice(line: Line) -> None:
    line["conflicts"].append(line["conflicts"][0])


def smaller_set(line: Line) -> None:
    """A minimal set without one of its statements, under the old id of the conflict."""
    line["conflicts"][0]["minimal"][0]["statements"].pop()


def invented_conflict(line: Line) -> None:
    made = json.loads(json.dumps(line["conflicts"][0]))
    made["minimal"][0]["statements"] = [s["id"] for s in original(line)["statements"][:2]]
    made["id"] = digest("conflict", sorted(sorted(m["statements"]) for m in made["minimal"]))
    line["conflicts"].append(made)


def moved_to_shared(line: Line) -> None:
    conflict = line["conflicts"][0]
    conflict["shared"], conflict["original"] = conflict["shared"] + conflict["original"], []


def lie_called_true(line: Line) -> None:
    lie(line)["source"] = "kg"


def truth_called_lie(line: Line) -> None:
    original(line)["statements"][0]["source"] = "made"


def fill_called_lie(line: Line) -> None:
    members = {i for c in line["conflicts"] for i in (*c["perturbed"], *c["shared"])}
    next(s for s in perturbed(line)["statements"] if s["id"] not in members)["source"] = "made"


def other_type(line: Line) -> None:
    line["type"] = line["type"].replace("single", "multi") if "single" in line["type"] else "1-single-hop"


def other_relation(line: Line) -> None:
    line["relations"] = ["wdt:P47"]


def other_domain(line: Line) -> None:
    line["domains"] = ["Gastronomy"]


def no_seed(line: Line) -> None:
    line["provenance"]["seed_statements"] = line["provenance"]["seed_statements"][1:]


def gloss_with_a_number(line: Line) -> None:
    line["glosses"] = [{"id": line["contexts"]["original"]["statements"][0]["subject"]["id"], "text": "1984 film"}]


def gloss_of_the_conflict(line: Line) -> None:
    told = {s["id"]: s for side in line["contexts"].values() for s in side["statements"]}
    members = [told[i] for i in line["conflicts"][0]["minimal"][0]["statements"]]
    joined = next(s for s in members if any(c.isalpha() for c in s["object"]["label"]))
    word = max("".join(c if c.isalpha() else " " for c in joined["object"]["label"]).split(), key=len)
    line["glosses"] = [{"id": joined["subject"]["id"], "text": word}]


def gloss_of_nothing(line: Line) -> None:
    line["glosses"] = [{"id": "wd:Q0", "text": "film"}]


FORGERIES: list[tuple[int, Change, str]] = [
    (0, rename, "has two labels"),
    (1, drop_statement, "which is not in the version"),
    (2, redirect, "does not give its id"),
    (3, edit_text, "in a sentence that does not name it"),
    (4, say_more, "words that are in no sentence"),
    (5, shift_sentence, "leaves a gap"),
    (6, end_past_the_text, "ends after the text"),
    (7, swap_alignment, "does not name it"),
    (8, state_twice, "more than once"),
    (9, endless_sentence, "more than 60 words"),
    (10, one_more_hop, "declares hops"),
    (11, other_strength, "declares strength"),
    (12, other_rule, "does not hold"),
    (13, other_axiom, "does not hold"),
    (14, circular_proof, "does not hold"),
    (15, endless_proof, "does not hold"),
    (2, undeclared, "is there but not declared"),
    (12, undeclared, "is there but not declared"),
    (3, declared_twice, "is declared twice"),
    (4, smaller_set, "does not give its id"),
    (5, invented_conflict, "is declared but cannot be proven"),
    (6, moved_to_shared, "declares shared"),
    (7, lie_called_true, "has no made-up statement"),
    (8, truth_called_lie, "the original side has made-up statements"),
    (9, fill_called_lie, "is made up but in no conflict"),
    (10, other_type, "it is called"),
    (11, other_relation, "not those of its seed statements"),
    (12, other_domain, "its domains are not those"),
    (13, no_seed, "exactly one seed statement"),
    (0, gloss_with_a_number, "which holds a number"),
    (1, gloss_of_the_conflict, "which holds words of what a conflict is about"),
    (2, gloss_of_nothing, "which no statement is about"),
]


@cache
def forgeries() -> tuple[list[Line], dict[str, list[str]]]:
    """All forgeries in one dataset after the true instances, and what is found in it."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(shutil.copytree(dataset(), Path(place) / "dataset"))
        lines = lines_of(folder)
        made = [forged(lines[number], change) for number, change, _ in FORGERIES]
        rewrite(folder, [*lines, *made])
        return made, faults(folder)


@pytest.mark.parametrize(
    ("index", "said"),
    [(i, said) for i, (_, _, said) in enumerate(FORGERIES)],
    ids=[f"{change.__name__}-{number}" for number, change, _ in FORGERIES],
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
