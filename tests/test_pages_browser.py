"""The pages in a real browser: they load, fit, can be used by keyboard and screen reader, and run nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import follow, tab, violations, visit, width_and_traps
from tests.cli import contragraph
from tests.made import dataset, lines_of
from tests.pages import empty_headings, exported, hostile
from tests.test_pages_served import served

PHONE = 360


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return exported(tmp_path_factory.mktemp("browser"), dataset())


@pytest.fixture(scope="module")
def spoilt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    return exported(folder, hostile(folder))


def kinds(site: Path) -> list[Path]:
    """A page of each kind: start, axioms, all pairs, a filter, one pair with one conflict and one with several."""
    first, *_, last = lines_of(dataset())
    relation = sorted(site.glob("pairs/relation/*.html"))[0]
    pairs = [site / "pair" / f"{line['id']}.html" for line in (first, last)]
    return [site / "index.html", site / "axioms.html", site / "pairs" / "all.html", relation, *pairs]


def test_every_kind_of_page_loads_from_disk(browser: Browser, site: Path) -> None:
    """No message on the console, no request elsewhere; the style sheet is there."""
    with tab(browser) as opened:
        for path in kinds(site):
            visited = opened(path.as_uri())
            assert visited.page.evaluate("getComputedStyle(document.body).fontSize") == "17px", path
            assert visited.wrong == []
            assert visited.page.evaluate("document.scripts.length") == 0


def test_every_kind_of_page_loads_from_the_server(browser: Browser, site: Path) -> None:
    with served(dataset()) as server:
        with tab(browser) as opened:
            for path in kinds(site):
                visited = opened(server.url + str(path.relative_to(site)))
                assert visited.page.evaluate("getComputedStyle(document.body).fontSize") == "17px", path
                assert visited.wrong == []
        with visit(browser, server.url + "pair/none.html") as visited:
            assert visited.page.title() == "No such page · contragraph"
            follow(visited.page.get_by_role("link", name="all pairs"))
            assert visited.page.title() == "All pairs · contragraph"


@pytest.mark.parametrize(("width", "dark"), [(1280, True), (PHONE, False)])
def test_pages_fit_and_axe_finds_nothing(browser: Browser, site: Path, spoilt: Path, width: int, dark: bool) -> None:
    """Landmarks, names, order of headings, contrast in both colour schemes; hostile labels change nothing of it.

    Nothing is wider than the window; what must be, scrolls in a region of its own that the keyboard reaches.
    """
    worst = [spoilt / "index.html", spoilt / "pairs" / "all.html", *sorted(spoilt.glob("pair/*.html"))[:4]]
    with tab(browser, width=width, dark=dark) as opened:
        for path in [*kinds(site), *(worst if width == PHONE else [])]:
            visited = opened(path.as_uri())
            assert width_and_traps(visited.page) == [width, 0], path
            assert violations(visited.page) == [], path


def test_texts_stand_side_by_side_or_one_below_the_other(browser: Browser, site: Path) -> None:
    path = kinds(site)[-1]
    for width, beside in ((1280, True), (PHONE, False)):
        with visit(browser, path.as_uri(), width=width) as visited:
            boxes = [
                visited.page.locator(f"section[aria-labelledby={n}]").bounding_box() for n in ("original", "perturbed")
            ]
            left, right = (box for box in boxes if box is not None)
            assert (left["y"] == right["y"]) is beside
            assert (left["x"] < right["x"]) is beside


def test_the_keyboard_reaches_everything_in_order_and_shows_where_it_is(browser: Browser, site: Path) -> None:
    collect = (
        "() => [...document.querySelectorAll('a[href], summary, [tabindex=\"0\"]')]"
        ".filter(e => e.checkVisibility()).map((e, i) => { e.dataset.place = i; return i })"
    )
    where = (
        "() => { const e = document.activeElement, s = getComputedStyle(e);"
        " return [Number(e.dataset.place), s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2] }"
    )
    with tab(browser) as opened:
        for path in (kinds(site)[3], kinds(site)[-1]):
            visited = opened(path.as_uri())
            expected = visited.page.evaluate(collect)
            assert len(expected) > 20
            reached = []
            for _ in expected:
                visited.page.keyboard.press("Tab")
                reached.append(visited.page.evaluate(where))
            assert reached == [[place, True] for place in expected], path


def test_the_skip_link_and_details_work_by_keyboard(browser: Browser, site: Path) -> None:
    with visit(browser, kinds(site)[-1].as_uri()) as visited:
        page = visited.page
        page.keyboard.press("Tab")
        box = page.locator(".skip").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"
        summary = page.locator(".tree summary").first
        summary.focus()
        assert page.locator(".tree details").first.get_attribute("open") == ""
        page.keyboard.press("Enter")
        assert page.locator(".tree details").first.get_attribute("open") is None


def test_marks_tell_the_conflicts_apart_without_colour(browser: Browser, site: Path) -> None:
    """In both texts each conflict's own sentences bear its number, and shared ones are underlined otherwise."""
    with tab(browser) as opened:
        for line in lines_of(dataset()):
            visited = opened((site / "pair" / f"{line['id']}.html").as_uri())
            page = visited.page
            for name, context in line["contexts"].items():
                for number, conflict in enumerate(line["conflicts"], start=1):
                    own = set(conflict["original"]) | set(conflict["perturbed"])
                    wanted = [
                        context["text"][s["start"] : s["end"]].strip()
                        for s in context["sentences"]
                        if own & set(s["statements"])
                    ]
                    link = f"a.number:not(.shared)[href='#conflict-{number}']"
                    marks = page.locator(f"section[aria-labelledby={name}] mark:has({link})").all_inner_texts()
                    assert [text.partition(" ")[2] for text in marks] == wanted
                    assert wanted
            lines = {
                shared: page.evaluate(
                    "shared => [...document.querySelectorAll(`mark${shared ? '.shared' : ':not(.shared)'}`)]"
                    ".map(m => getComputedStyle(m).textDecorationStyle)",
                    shared,
                )
                for shared in (True, False)
            }
            assert set(lines[False]) == {"solid"}
            assert set(lines[True]) <= {"dotted"}


def test_labels_fit_their_boxes(browser: Browser, site: Path) -> None:
    """With the fonts of this machine, which the layout does not know."""
    script = (
        "() => [...document.querySelectorAll('figure .n')].map(g => { const r = g.querySelector('rect').getBBox();"
        " return [...g.querySelectorAll('text')].every(t => { const b = t.getBBox();"
        " return b.x >= r.x && b.x + b.width <= r.x + r.width && b.y >= r.y && b.y + b.height <= r.y + r.height }) })"
    )
    seen = 0
    with tab(browser) as opened:
        for line in lines_of(dataset()):
            visited = opened((site / "pair" / f"{line['id']}.html").as_uri())
            fits = visited.page.evaluate(script)
            assert all(fits), line["id"]
            seen += len(fits)
    assert seen > 100


def test_hostile_labels_do_nothing(browser: Browser, spoilt: Path) -> None:
    """No dialog, no script, no request, no element of theirs; the marks of direction turn nothing around them."""
    pages = [spoilt / "index.html", spoilt / "pairs" / "all.html", *sorted(spoilt.glob("pair/*.html"))[:8]]
    with tab(browser) as opened:
        for path in pages:
            visited = opened(path.as_uri())
            assert visited.wrong == [], path
            assert "owned" not in visited.page.title()
            found = "document.querySelectorAll('script, img, style, iframe, [onerror], [href^=javascript]').length"
            assert visited.page.evaluate(found) == 0
            assert visited.page.locator("footer p").is_visible()


def test_filters_lead_to_what_they_say(browser: Browser, site: Path) -> None:
    """A reader goes from the start to a relation, narrows it to a type, opens a pair, and goes on to the next."""
    with visit(browser, (site / "index.html").as_uri()) as visited:
        page = visited.page
        follow(page.get_by_role("link", name="All pairs").first)
        assert page.locator("ol.pairs > li").count() == len(lines_of(dataset()))
        aside = page.get_by_role("complementary")
        follow(aside.get_by_role("link", name="2-multi-hop"))
        assert page.locator("ol.pairs > li").count() == 2
        follow(page.locator("ol.pairs a").first)
        assert page.locator("h1").inner_text().startswith("Pair ")
        number = int(page.locator("h1").inner_text().removeprefix("Pair "))
        follow(page.get_by_role("link", name="Next pair →").first)
        assert page.locator("h1").inner_text() == f"Pair {number + 1}"
        assert json.dumps(visited.wrong) == "[]"


def test_pages_of_a_classification_fit_a_phone(browser: Browser, tmp_path: Path) -> None:
    """Nothing has to be scrolled sideways, not even a table or the figure; every value still has its column's name."""
    rows = [
        {f"text{n}": f"The lighthouse of Doria was built in {year}." for n, year in enumerate(years, start=1)}
        for years in ((1820, 1920), (1820, 1820))
    ]
    (tmp_path / "lights.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = contragraph("classify", "lights.jsonl", "--out", "kinds", cwd=tmp_path)
    assert done.code == 0, done.err
    wide = "all => all.filter(e => e.getBoundingClientRect().right > 390 || e.scrollWidth > e.clientWidth + 1).length"
    for path in (tmp_path / "kinds" / "index.html", *sorted((tmp_path / "kinds" / "items").iterdir())):
        assert empty_headings(path.read_text("utf-8")) == [], path
        with visit(browser, path.as_uri(), width=390) as visited:
            assert width_and_traps(visited.page) == [390, 0], path
            assert violations(visited.page) == [], path
            for cell in visited.page.locator("td:visible").all():
                assert cell.get_attribute("data-column")
            assert visited.page.locator("table, figure").evaluate_all(wide) == 0, path


def test_the_start_shows_one_before_it_lists_all(browser: Browser, site: Path) -> None:
    """A whole pair with its marks stands above the filters, and its links lead to its page."""
    with visit(browser, (site / "index.html").as_uri()) as visited:
        page = visited.page
        example, filters = (page.locator(f"section[aria-labelledby={name}]") for name in ("example", "by"))
        boxes = [part.bounding_box() for part in (example, filters)]
        upper, lower = (box for box in boxes if box is not None)
        assert upper["y"] + upper["height"] <= lower["y"]
        assert example.locator("mark").count() >= 2
        follow(example.get_by_role("link", name="This pair, with its proof and its graph"))
        assert page.locator("h1").inner_text().startswith("Pair ")
