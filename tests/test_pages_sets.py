"""Pages of sets: all is on them, lines join the right sentences in a real browser, and they fit every width."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from contragraph.app.pages.site import addresses, open_site, render
from tests.browser import tab, violations, width_and_traps
from tests.made import Line, lines_of, sets
from tests.pages import exported, hostile, kinds_of_sets, read
from tests.test_pages_served import served

PHONE, SMALL, LARGE = 360, 390, 1280


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return exported(tmp_path_factory.mktemp("sets"), sets())


def said(document: Line, sentence: Line) -> str:
    return str(document["text"][sentence["start"] : sentence["end"]]).strip()


def clashing(line: Line) -> dict[str, list[str]]:
    """The sentences of a conflict by what they tell: the true statement, what is made up, or what both rest on."""
    found: dict[str, list[str]] = {"true": [], "made": [], "given": []}
    for conflict in line["conflicts"]:
        for place in conflict["documents"]:
            document = line["documents"][place]
            made = {s["id"] for s in document["statements"] if s["source"] == "made"}
            for sentence in document["sentences"]:
                its = set(sentence["statements"]) & set(conflict["statements"])
                if its & made:
                    found["made"].append(said(document, sentence))
                elif its & set(line["provenance"]["seed_statements"]):
                    found["true"].append(said(document, sentence))
                elif its:
                    found["given"].append(said(document, sentence))
    return found


# -- what is on them ---------------------------------------------------------------------------------------------


def test_a_set_says_everything(site: Path) -> None:
    """Each document once, and in one the statements, marks where the conflict is, and which documents agree."""
    for line in lines_of(sets()):
        page = read(site / "set" / f"{line['id']}.html")
        words = " ".join(" ".join(page.words).split())
        for document in line["documents"]:
            for sentence in document["sentences"]:
                assert said(document, sentence) in words
            for statement in document["statements"]:
                assert statement["object"]["label"] in words
        assert page.tags.count("mark") == sum(map(len, clashing(line).values()))
        places = [n + 1 for c in line["conflicts"] for n in c["documents"]]
        pairs = list(combinations(sorted(places), 2)) if len(places) == 3 else []
        assert [f"{a} and {b} agree" in words for a, b in pairs] == [True] * len(pairs)
        assert words.count(" agree ") == len(pairs)
        assert page.headings[0] == 1
        assert all(b <= a + 1 for a, b in zip(page.headings, page.headings[1:], strict=False))


def test_the_same_sets_give_the_same_bytes_and_are_served(site: Path) -> None:
    again = open_site(sets())
    listed = list(addresses(again))
    for address in listed:
        assert render(again, address) == (site / address).read_bytes(), address
    assert sum(address.startswith("set/") for address in listed) == len(lines_of(sets()))
    assert render(again, f"pair/{lines_of(sets())[0]['id']}.html") is None


# -- in a browser -------------------------------------------------------------------------------------------------

ENDS = """() => [...document.querySelectorAll('.clash')].flatMap(clash => {
  const box = e => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom] }
  const curved = t => t.querySelector('svg').checkVisibility()
  const height = t => t.getBoundingClientRect().height
  const end = (t, k) => clash.querySelector('.s' + [...t.classList].find(c => RegExp(`^${k}[0-9]+$`).test(c)).slice(1))
  // Of the two curves of a line, one down and one up, the wrong one has no height; on a level both lie upon each other.
  const seen = t => t.checkVisibility() && (!curved(t) || height(t) > (t.matches('.up') ? 2 : 0))
  return [...clash.querySelectorAll('.tie:not(.label)')].filter(seen).map(t => {
    const ends = [end(t, 'a'), end(t, 'b')]
    return {
      given: t.matches('.given'), up: t.matches('.up'), curved: curved(t), tie: box(t), ends: ends.map(box),
      says: ends.map(e => e.firstChild.textContent.trim()),
      documents: ends.map(e => e.closest('.doc').getAttribute('aria-labelledby')),
    }
  })
})"""
"""Every line that is seen: its box, and the boxes and words of the sentences that its classes name."""


def lines_on(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(ENDS)
    return found


def middle(box: list[float]) -> float:
    return (box[1] + box[3]) / 2


@pytest.mark.parametrize("width", [LARGE, SMALL])
def test_lines_join_the_sentences_that_clash(browser: Browser, site: Path, width: int) -> None:
    """One solid line from the true to the made-up sentence, and one more for each on which both rest.

    Side by side a line runs from the right edge of the one to the left edge of the other; one below the other, or
    within a document, a bracket on the left reaches both.
    """
    with tab(browser, width=width) as opened:
        for line in lines_of(sets()):
            page = opened((site / "set" / f"{line['id']}.html").as_uri()).page
            drawn, parts = lines_on(page), clashing(line)
            solid = [set(each["says"]) for each in drawn if not each["given"]]
            assert solid == [{*parts["true"], *parts["made"]}] * bool(line["conflicts"])
            given = [set(each["says"]) & set(parts["given"]) for each in drawn if each["given"]]
            assert sorted(map(str, given)) == sorted(str({sentence}) for sentence in parts["given"])
            for each in drawn:
                (left, right), tie = each["ends"], each["tie"]
                heights = sorted(map(middle, each["ends"]))
                assert [tie[1], tie[3]] == pytest.approx(heights, abs=1.1)
                assert each["curved"] is (width == LARGE and len(set(each["documents"])) == 2)
                if each["curved"]:
                    assert [tie[0], tie[2]] == pytest.approx([left[2], right[0]], abs=1)
                    assert tie[2] - tie[0] > 20
                    assert each["up"] is (middle(right) < middle(left)) or heights[1] - heights[0] < 1
                else:
                    assert [tie[2], tie[2]] == pytest.approx([left[0], right[0]], abs=1)
                    assert 0 <= tie[0] < tie[2] - 8


def test_documents_stand_side_by_side_or_one_below_the_other(browser: Browser, site: Path) -> None:
    line = next(line for line in lines_of(sets()) if line["type"] == "conditional")
    for width, beside in ((LARGE, True), (SMALL, False)):
        with tab(browser, width=width) as opened:
            page = opened((site / "set" / f"{line['id']}.html").as_uri()).page
            boxes = [box for doc in page.locator(".doc").all() if (box := doc.bounding_box())]
            assert len(boxes) == 3
            assert (len({box["y"] for box in boxes}) == 1) is beside
            assert (len({box["x"] for box in boxes}) == 3) is beside
            brackets = [box for each in page.locator(".agree li").all() if (box := each.bounding_box())]
            centres = [box["x"] + box["width"] / 2 for box in boxes]
            for bracket, (a, b) in zip(brackets, combinations(centres, 2), strict=True):
                if beside:
                    assert [bracket["x"], bracket["x"] + bracket["width"]] == pytest.approx([a, b], abs=14)
                assert bracket["y"] < boxes[0]["y"]


def test_sets_fit_and_axe_finds_nothing(browser: Browser, site: Path, tmp_path: Path) -> None:
    """From a phone to a desk, light and dark, on hostile labels too: nothing is too wide, loaded or run."""
    spoilt = exported(tmp_path, hostile(tmp_path, sets()))
    worst = [*sorted(spoilt.glob("set/*.html"))[:3], spoilt / "index.html"]
    for width, dark in ((PHONE, False), (SMALL, True), (820, False), (LARGE, True)):
        with tab(browser, width=width, dark=dark) as opened:
            pages = [*kinds_of_sets(site), site / "index.html", site / "sets/all.html"]
            for path in [*pages, *(worst if width == PHONE else [])]:
                visited = opened(path.as_uri())
                assert width_and_traps(visited.page) == [width, 0], (path, width)
                assert visited.wrong == [], path
                assert "owned" not in visited.page.title()
                if width in (PHONE, LARGE):
                    assert violations(visited.page) == [], (path, width)


def test_a_set_is_served(browser: Browser) -> None:
    with served(sets()) as server, tab(browser) as opened:
        name = next(line["id"] for line in lines_of(sets()) if line["type"] == "pair")
        visited = opened(f"{server.url}set/{name}.html")
        assert visited.wrong == []
        assert lines_on(visited.page)
        assert visited.page.get_by_role("link", name="Sets", exact=True).is_visible()
