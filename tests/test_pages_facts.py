"""Pages of banks: all of a fact is on its page, they fit every width, and hostile words stay words."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from contragraph.app.pages.facts import MARKS, SAID_OF_KIND
from contragraph.app.pages.site import addresses, open_site, render
from tests.browser import tab, violations, width_and_traps
from tests.forge import reseal
from tests.made import bank
from tests.pages import NASTY, exported, read
from tests.test_pages_served import served

Line = dict[str, Any]
PHONE, SMALL, LARGE = 360, 390, 1280


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return exported(tmp_path_factory.mktemp("facts"), bank())


def lines(folder: Path) -> list[Line]:
    return [json.loads(line) for line in (folder / "bank.jsonl").read_text("utf-8").splitlines()]


def own(claim: Line, evidence: Line) -> list[str]:
    """The sentences that tell a claim."""
    return [
        evidence["text"][s["start"] : s["end"]].strip()
        for s in evidence["sentences"]
        if claim["statement"]["id"] in s["statements"]
    ]


def test_a_fact_says_everything(site: Path) -> None:
    """Question, options, each claim with its status, each text with the sentence that tells the claim, each proof."""
    for line in lines(bank()):
        page = read(site / "fact" / f"{line['id']}.html")
        words = " ".join(" ".join(page.words).split())
        assert " ".join(line["question"]["text"].split()) in words
        for option in line["question"]["options"]:
            assert f"{option['text']} {MARKS[option['role']]}".strip() in words
        marks = 0
        for claim in line["claims"]:
            assert SAID_OF_KIND[claim["kind"]] in words
            assert claim["text"] in words
            for evidence in claim["evidence"]:
                marks += len(own(claim, evidence))
                assert evidence["style"] in words
                for sentence in evidence["sentences"]:
                    assert " ".join(evidence["text"][sentence["start"] : sentence["end"]].split()) in words
            for minimal in claim["conflicts"]:
                assert all(axiom in words for axiom in minimal["axioms"])
        assert page.tags.count("mark") == marks
        assert words.count("Contradiction") == sum(len(c["conflicts"]) for c in line["claims"])
        assert words.count("a control:") == sum(c["control"] for c in line["claims"])
        for asked in (*line["question"].get("as_of", ()), *line["question"].get("senses", ())):
            right = next(o["text"] for o in line["question"]["options"] if o["role"] == asked["answer"])
            assert f"{' '.join(asked['text'].split())} {right}" in words
        assert page.headings[0] == 1
        assert all(b <= a + 1 for a, b in zip(page.headings, page.headings[1:], strict=False))


def test_the_same_facts_give_the_same_bytes_and_are_listed(site: Path) -> None:
    again = open_site(bank())
    listed = list(addresses(again))
    for address in listed:
        assert render(again, address) == (site / address).read_bytes(), address
    assert sum(address.startswith("fact/") for address in listed) == len(lines(bank()))
    with_namesakes = [line for line in lines(bank()) if any(c["kind"] == "namesake" for c in line["claims"])]
    found = read(site / "facts/claim/namesake.html")
    assert f"{len(with_namesakes)} facts" in " ".join(found.words)


def hostile(folder: Path) -> Path:
    """The bank with words that do harm where they are taken for more than text."""
    target = folder / "bank"
    shutil.copytree(bank(), target)
    spoilt = []
    for number, line in enumerate(lines(target)):
        nasty = [NASTY[(number + n) % len(NASTY)] for n in range(len(NASTY))]
        for place, name in enumerate(("subject", "object", "replacement", "relation")):
            line[name]["label"] = nasty[place]
        for claim in line["claims"]:
            claim["text"] = nasty[1]
            for part in ("subject", "relation", "object"):
                claim["statement"][part]["label"] = nasty[2]
            for evidence in claim["evidence"]:
                evidence["text"] = nasty[3]
                evidence["style"] = nasty[4]
                for sentence in evidence["sentences"]:
                    sentence["start"], sentence["end"] = 0, len(nasty[3])
            for minimal in claim["conflicts"]:
                minimal["axioms"] = [*minimal["axioms"], nasty[0]]
        for place, option in enumerate(line["question"]["options"]):
            option["text"] = nasty[place]
        line["question"]["text"], line["domain"] = nasty[5], nasty[6]
        spoilt.append(json.dumps(line, ensure_ascii=False))
    (target / "bank.jsonl").write_text("".join(f"{line}\n" for line in spoilt), "utf-8")
    reseal(target, "bank.jsonl")
    return target


def test_facts_fit_and_axe_finds_nothing(browser: Browser, site: Path, tmp_path: Path) -> None:
    """From a phone to a desk, light and dark, on hostile words too: nothing is too wide, loaded or run."""
    spoilt = exported(tmp_path, hostile(tmp_path))
    kinds = {c["kind"]: line["id"] for line in lines(bank()) for c in line["claims"]}
    good = [site / "fact" / f"{kinds[kind]}.html" for kind in ("namesake", "future")]
    worst = [*sorted(spoilt.glob("fact/*.html"))[:2], spoilt / "index.html"]
    for width, dark in ((PHONE, False), (SMALL, True), (LARGE, False)):
        with tab(browser, width=width, dark=dark) as opened:
            for path in [*good, site / "index.html", *(worst if width == PHONE else [])]:
                visited = opened(path.as_uri())
                assert width_and_traps(visited.page) == [width, 0], (path, width)
                assert visited.wrong == [], path
                assert "owned" not in visited.page.title()
                if width == PHONE or (dark and path in good):
                    assert violations(visited.page) == [], (path, width)


def test_a_bank_is_served(browser: Browser) -> None:
    with served(bank()) as server, tab(browser) as opened:
        visited = opened(f"{server.url}fact/{lines(bank())[0]['id']}.html")
        assert visited.wrong == []
        assert visited.page.get_by_role("link", name="Facts", exact=True).is_visible()
