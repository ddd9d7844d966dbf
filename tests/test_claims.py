"""Datasets of claims with documents: made, proven again from their files and without proofs, and damaged."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import contragraph as cg
from benchmarks import claims_bias
from contragraph.dataset.check.check import check
from contragraph.dataset.check.claims import claim_faults, response_faults
from contragraph.dataset.check.faults import Axioms
from contragraph.dataset.files.folder import CLAIMS, RESPONSES, read_journal, working_folder
from contragraph.dataset.records.claims import ClaimItem
from contragraph.dataset.records.codec import statement_of
from contragraph.dataset.records.proven_claims import ProvenItem, parse_claim, read_claims
from contragraph.dataset.records.responses import Response, parse_response, read_responses
from contragraph.generation.assembly import rounds
from contragraph.generation.claims.making import generate_claims
from contragraph.generation.settings import Settings
from contragraph.generation.settings.claim_plan import ClaimPlan
from contragraph.graph.stores.open import open_store
from contragraph.reasoning.prover.certificate import consistent
from contragraph.reasoning.prover.claims import denial
from tests.cli import contragraph
from tests.forge import Change, at, by, drop, put, relined, reseal
from tests.made import CLAIMS_WANTED, claims, few_axioms, sample_world

ROOT = Path(__file__).resolve().parent.parent
LEAST = Settings({}, claims=ClaimPlan(2, 4, ("1-50",)))


def store(folder: Path) -> cg.GraphStore:
    """A copy of the loaded sample of one's own."""
    return open_store(f"ladybug:{shutil.copy(sample_world() / 'loaded.lbug', folder / 'own.lbug')}")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def items() -> list[ProvenItem]:
    return [item for _, item in read_claims(claims())]


def responses() -> list[Response]:
    return [response for _, response in read_responses(claims())]


# -- what is made -----------------------------------------------------------------------------------------------


def test_the_plan_is_met_and_all_is_proven_again() -> None:
    report = check(claims())
    assert report.accepted, report.faults
    assert dict(report.types) == ClaimPlan(CLAIMS_WANTED).counts
    assert report.conflicts == CLAIMS_WANTED // 2


def test_labels_hold_without_any_proof() -> None:
    """Plain forward chaining, which keeps no sets of statements, says the same of each claim and document."""
    rules = Axioms.of(claims()).rules
    told = 0
    for item in items():
        background = tuple(map(statement_of, item.background))
        for spelled, labels in [
            (item.statement, [d.label for d in item.documents]),
            *((o.statement, o.labels) for o in item.others),
        ]:
            claim = statement_of(spelled)
            for document, label in zip(item.documents, labels, strict=True):
                said = tuple(map(statement_of, document.statements))
                if not consistent(said, rules, background=background):
                    assert "mixed" in {d.label for d in item.documents}
                    continue
                told += 1
                supports = not consistent((*said, denial(claim)), rules, background=background)
                contradicts = not consistent((*said, claim), rules, background=background)
                follows = label == "supports" and claim not in said
                assert (supports or follows, contradicts) == (label == "supports", label == "contradicts"), item.id
    assert told > 3 * 4 * CLAIMS_WANTED // 2


def test_true_claims_and_made_up_ones_stand_on_either_side() -> None:
    for kind in ("conflict", "supported", "refuted"):
        assert {item.statement.source for item in items() if item.type == kind} == {"kg", "made"}
    assert len({item.statement.id for item in items()}) == CLAIMS_WANTED
    hard = [d for item in items() for d in item.documents if d.label == "irrelevant"]
    assert sum(d.way == "stranger" for d in hard) < len(hard) / 3
    assert {"same subject", "what belongs with it"} <= {d.way for d in hard}
    assert {item.hops for item in items() if item.conflict} > {1}


def test_documents_differ_and_are_as_asked_for() -> None:
    for item in items():
        assert len({d.text for d in item.documents}) == len({d.id for d in item.documents}) == 4
        assert all(len(d.text.split()) <= 50 for d in item.documents)
        assert item.claim.endswith(".")
        assert sum(d.label == "irrelevant" for d in item.documents) >= 1


def test_any_reader_of_such_items_reads_them() -> None:
    lines = (claims() / CLAIMS).read_text("utf-8").splitlines()
    read = [ClaimItem.model_validate_json(line) for line in lines]
    for item in read:
        labels = {document.label for document in item.documents}
        assert item.conflict == (labels >= {"supports", "contradicts"})
        assert item.split == "proven"


# -- answers ----------------------------------------------------------------------------------------------------


def test_scores_of_answers_follow_from_their_labels() -> None:
    for response in responses():
        conflicted, shares = 0, []
        for claim in response.claims:
            yes = sum(label in ("supports", "mixed") for label in claim.labels)
            no = sum(label in ("contradicts", "mixed") for label in claim.labels)
            conflicted += yes > 0 < no
            shares += [no / (yes + no)] if yes + no else []
        claimed = len(response.claims)
        assert response.cs_c == (pytest.approx(conflicted / claimed, abs=1e-6) if claimed else None)
        assert response.cs_r == (pytest.approx(sum(shares) / len(shares), abs=1e-6) if shares else None)


def test_what_kinds_of_answers_score() -> None:
    conflicts = {item.id for item in items() if item.conflict}
    for item in items():
        own = {r.kind: r for r in responses() if r.item == item.id}
        assert own.keys() == {"one-sided", "other side", "hedged", "two-sided", "empty"}
        assert (own["empty"].cs_c, own["empty"].claims) == (None, ())
        if item.id not in conflicts:
            assert {r.acknowledged for r in own.values()} == {None}
            continue
        assert {kind: r.acknowledged for kind, r in own.items()} == {
            "one-sided": 0,
            "other side": 0,
            "hedged": 1,
            "two-sided": 1,
            "empty": 0,
        }
        assert own["hedged"].cs_c == 0, "what both sides support is not conflicted"
        assert (own["one-sided"].cs_c or 0) > 0
        assert item.claim.rstrip(".").casefold() in own["two-sided"].response.casefold()


# -- judges -----------------------------------------------------------------------------------------------------


def test_what_the_proofs_say_is_nowhere_off() -> None:
    """A judge that says just what is proven; one that sees no contradiction is off as far as there is any."""
    known = {(item.claim, d.text): d.label for item in items() for d in item.documents}
    known |= {(c.text, d.text): label for r in responses() for c in r.claims for d, label in zip(r.documents, c.labels)}
    assert claims_bias.confusion(items(), lambda *asked: known[asked])["supports", "supports"]
    found = claims_bias.errors(responses(), lambda *asked: known[asked])
    assert {*found["CS-C"], *found["CS-R"]} == {0.0}
    counted = claims_bias.confusion(items(), lambda *asked: known[asked])
    assert {value for value in claims_bias.kappas(counted).values() if value is not None} == {1.0}
    blind = claims_bias.errors(responses(), lambda *_: "supports")
    assert sum(blind["CS-C"]) == pytest.approx(-sum(r.cs_c or 0 for r in responses()))


def test_the_benchmark_prints_how_far_judges_are_off(tmp_path: Path) -> None:
    run = [sys.executable, "-m", "benchmarks.claims_bias", str(claims()), "--most", "6"]
    judges = ["--judge", "proof:ProofJudge", "--judge", "rules:RuleJudge"]
    done = subprocess.run([*run, *judges], cwd=ROOT, capture_output=True, text=True, check=True)
    rows = {
        cells[1].strip(): cells[2:-1] for cells in (line.split("|") for line in done.stdout.splitlines()) if cells[1:]
    }
    assert {"always supports", "always irrelevant", "overlap", "rules:RuleJudge"} <= rows.keys()
    assert rows["proof:ProofJudge: contradicts"][0].strip() == "0", "a proof never takes a contradiction for support"
    assert rows["proof:ProofJudge: supports"][1].strip() == rows["proof:ProofJudge: irrelevant"][1].strip() == "0"
    never = next(line for line in done.stdout.splitlines() if line.startswith("| always irrelevant: irrelevant"))
    some = items()[:6]
    assert f" {sum(d.label == 'irrelevant' for i in some for d in i.documents)} |" in never
    wrong = subprocess.run([*run, "--judge", "base:Nobody"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (wrong.returncode, "There is no judge base:Nobody" in wrong.stderr) == (1, True), wrong.stderr


# -- the same bytes ---------------------------------------------------------------------------------------------


def test_a_stopped_run_goes_on_to_the_same_bytes_with_other_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class StoppedError(Exception):
        pass

    def stop(what: str, done: int, _: int) -> None:
        if what == "claims" and done:
            raise StoppedError

    monkeypatch.setattr(rounds, "_WAVE", 2)
    axioms = few_axioms(tmp_path)
    with store(tmp_path) as opened:
        whole = generate_claims(opened, tmp_path / "whole", LEAST, axioms=axioms)
        assert not whole.short
        with pytest.raises(StoppedError):
            generate_claims(opened, tmp_path / "stopped", LEAST, axioms=axioms, processes=2, progress=stop)
        assert list(read_journal(working_folder(tmp_path / "stopped")))
        generate_claims(opened, tmp_path / "stopped", LEAST, axioms=axioms, processes=2, resume=True)
        assert generate_claims(opened, tmp_path / "stopped", LEAST, axioms=axioms, resume=True).already_done
    assert contents(tmp_path / "stopped") == contents(tmp_path / "whole")


# -- commands ---------------------------------------------------------------------------------------------------


def test_the_commands_show_and_check(tmp_path: Path) -> None:
    done = contragraph("check", claims(), cwd=tmp_path)
    half = CLAIMS_WANTED // 2
    said = f"{claims()}: {CLAIMS_WANTED} claims with {half} conflicts; every proof holds.\n"
    assert (done.code, done.out) == (0, said)
    shown = contragraph("show", claims(), "1", "--type", "conflict", cwd=tmp_path)
    first = next(item for item in items() if item.type == "conflict")
    assert first.claim in shown.out
    assert shown.out.count("Contradiction") == sum(d.label != "irrelevant" for d in first.documents)
    wrong = contragraph("show", claims(), "1", "--type", "self", cwd=tmp_path)
    assert (wrong.code, "not a type of claim" in wrong.err) == (2, True)
    pairs = contragraph("export", claims(), "--to", "magic", "--out", "out", cwd=tmp_path)
    assert (pairs.code, "holds claims with documents, not pairs" in pairs.err) == (2, True), pairs.err


def test_options_that_do_not_go_together(tmp_path: Path) -> None:
    for options in (("--claims", "3"), ("--benchmark", "context-validation", "--claims", "3")):
        assert "go with --benchmark" in contragraph("generate", *options, "--out", "o", cwd=tmp_path).err.replace(
            "goes", "go"
        )
    given = ("--benchmark", "conflictbench", "--plan", "self=1")
    assert (
        "--claims goes with --benchmark conflictbench"
        in contragraph("generate", *given, "--out", "o", cwd=tmp_path).err
    )


# -- what is not accepted ---------------------------------------------------------------------------------------

IRRELEVANT, SUPPORTS, CONTRADICTS = (
    ("documents", {"label": label}) for label in ("irrelevant", "supports", "contradicts")
)
DAMAGES: dict[str, tuple[Change, str]] = {
    "other label": (put(*IRRELEVANT, "label", to="supports"), "but the prover says: irrelevant"),
    "without proof": (put(*SUPPORTS, "proofs", "supports", to=[]), "other minimal contradictions"),
    "wrong step": (drop(*CONTRADICTS, "proofs", "contradicts", 0, "proof", 0), "does not hold"),
    "other type": (put("type", to="supported"), "is called supported"),
    "no conflict": (put("conflict", to=False), "is called conflict"),
    "more hops": (by("hops", of=lambda hops: hops + 1), "hops, which its proofs do not have"),
    "other kind": (put("kind", to="temporal"), "do not bear out"),
    "other claim": (lambda line: line.update(statement=at(line, "others", 0, "statement")), "but the prover says"),
    "other side": (
        by("others", 0, "labels", of=lambda labels: ["irrelevant"] * len(labels)),
        "for the counterclaim, but the prover says",
    ),
    "says less": (by(*CONTRADICTS, "text", of=lambda text: "x" * len(text)), "does not name it"),
    "one id": (lambda line: line["documents"][0].update(id=at(line, "documents", 1, "id")), "have one id"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_claims(damage: str) -> None:
    change, said = DAMAGES[damage]
    (line, *_) = (json.loads(line) for line, item in read_claims(claims()) if item.type == "conflict")
    told = relined(line, "claim", change)
    faults = list(claim_faults(told, parse_claim(told, "here"), Axioms.of(claims())))
    assert any(said in fault for fault in faults), faults


WRONG_ANSWERS: dict[str, tuple[Change, str]] = {
    "better": (put("cs_c", to=0.25), "its scores are"),
    "admits": (put("acknowledged", to=0.0), "what it acknowledges"),
    "other words": (put("response", to="The documents disagree."), "does not say its claim"),
    "other labels": (
        lambda line: line["claims"][0].update(labels=at(line, "claims", 1, "labels")),
        "has other labels than are proven",
    ),
    "fewer documents": (drop("documents", -1), "are not those of its item"),
    "one side": (lambda line: line.update(kind="one-sided", acknowledged=0.0), "but makes other claims"),
}


@pytest.mark.parametrize("damage", WRONG_ANSWERS)
def test_damaged_answers(damage: str) -> None:
    change, said = WRONG_ANSWERS[damage]
    conflicts = {item.id: item for item in items() if item.conflict}
    (line, *_) = (
        json.loads(line) for line, r in read_responses(claims()) if r.kind == "two-sided" and r.item in conflicts
    )
    told = relined(line, "response", change)
    faults = list(response_faults(told, parse_response(told, "here"), conflicts[line["item"]]))
    assert any(said in fault for fault in faults), faults


def test_a_damaged_folder_is_not_accepted(tmp_path: Path) -> None:
    """An answer to no claim of the dataset, in a file whose checksum fits."""
    folder = Path(shutil.copytree(claims(), tmp_path / "claims"))
    lines = (folder / RESPONSES).read_text("utf-8").splitlines()
    lines[0] = relined(json.loads(lines[0]), "response", put("item", to="0" * 16))
    (folder / RESPONSES).write_text("\n".join(lines) + "\n", "utf-8")
    reseal(folder, RESPONSES)
    (fault,) = check(folder).faults
    assert fault.where.startswith("response ")
    assert "no claim of the dataset" in fault.what
