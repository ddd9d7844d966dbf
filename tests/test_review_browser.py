"""A whole review in a real browser: two people, both tasks, with and without script, by keyboard, at two widths."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import Visit, follow, violations, visit
from tests.reviewing import ADA, BOB, Served, desk_of, served, world
from tests.test_pages_browser import PHONE

EVE = "eve"
FEW = (0, 3, 8, 11, 15)
"""A pair of each number of conflicts, and one more."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(desk_of(world(tmp_path_factory.mktemp("round"), FEW))) as running:
        yield running


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A review of one who has judged nothing."""
    with served(desk_of(world(tmp_path_factory.mktemp("fresh"), FEW), (EVE,))) as running:
        yield running


def read(page: Page, found: str = "I cannot tell") -> None:
    """Say what the bare texts of a pair say to each other, where that is asked; then more is shown."""
    if page.get_by_role("button", name=found).count():
        press(page, found)


def press(page: Page, name: str) -> None:
    """Press a button that sends a form, and wait for the answer."""
    follow(page.get_by_role("button", name=name, exact=True))


def verdict(page: Page, name: str, *criteria: str, reason: str = "") -> None:
    """Fill the form as a person with a mouse does."""
    read(page)
    page.get_by_role("radio", name=name).check()
    for each in criteria:
        page.get_by_role("checkbox", name=each).check()
    if reason:
        page.get_by_label("Reason").fill(reason)
    press(page, "Keep and go on")


def test_two_reviewers_do_both_tasks(browser: Browser, server: Served) -> None:
    """Each judges all, blind; one rewrites a text, which brings the pair back to the other; both choose; they agree."""
    links = server.access.urls()
    things = len(server.desk.items)
    with visit(browser, links[ADA]) as one, visit(browser, links[BOB]) as two:
        ada, bob = one.page, two.page
        assert "token" not in ada.url, "the token does not stay in the address"
        assert ada.get_by_role("heading", level=1).inner_text().endswith(f"{things} to judge")
        follow(ada.get_by_role("link", name="Go on judging"))
        first = ada.url
        verdict(ada, "Accept")
        assert ada.url != first
        press(ada, "Undo")
        assert ada.url == first
        assert ada.get_by_role("link", name=f"Next {things} to judge").is_visible()
        for number in range(things):
            if number % 4:
                verdict(ada, "Accept")
            else:
                verdict(ada, "Reject", "not clear", reason="<script>alert(1)</script>")
        assert ada.get_by_role("heading", level=1).inner_text().endswith("All is judged")
        bob.goto(first)
        assert bob.get_by_role("heading", name="What others said").count() == 0
        for number in range(things):
            verdict(bob, *(("Accept",) if number % 3 else ("Unsure", "not plausible")))
        bob.goto(first)
        others = bob.get_by_role("region", name="What others").inner_text()
        assert "ada: reject: not clear – <script>alert(1)</script>" in others
        _rewrite(bob)
        ada.goto(first)
        assert "Of an earlier version you said reject" in ada.locator("form.verdict").inner_text()
        assert "There is no more to tell" in ada.locator("ins").inner_text()
        verdict(ada, "Unsure", reason="it was changed")
        bob.goto(first)
        verdict(bob, "Accept")
        for page in (ada, bob):
            _choose(page)
        ada.goto(f"{server.root}/figures")
        table = ada.get_by_role("region", name="Table of agreement")
        assert table.get_by_role("row").count() == 7
        assert table.get_by_role("row", name="verdict").get_by_role("cell").nth(1).inner_text() == str(things)
        # Chromium notes that a form was refused, and an icon that was not there yet when the page was left.
        usual = ("status of 422", "/icon.svg")
        assert [said for said in one.wrong + two.wrong if not any(u in said for u in usual)] == []
    state = server.desk.state()
    assert {name: len(said) for name, said in state.said.items()} == {ADA: things, BOB: things}
    assert all(p.relations for p in server.desk.progress(state))


def _rewrite(page: Page) -> None:
    follow(page.get_by_role("link", name="Rewrite the perturbed text"))
    box = page.get_by_label("The perturbed text")
    text = box.input_value()
    box.fill("Nothing is left.")
    press(page, "Keep as a new version")
    assert "which a conflict rests on" in page.get_by_role("alert").inner_text()
    box.fill(f"{text} There is no more to tell.")
    press(page, "Keep as a new version")
    if page.get_by_role("button", name="Keep it all the same").count():
        press(page, "Keep it all the same")
    assert page.get_by_text("rewritten").is_visible()


def _choose(page: Page) -> None:
    follow(page.get_by_role("link", name="Demonstrations", exact=True))
    follow(page.locator("tbody a").first)
    press(page, "Keep")
    assert "Choose exactly" in page.get_by_role("alert").inner_text()
    boxes = page.get_by_role("checkbox")
    for number in range(min(3, boxes.count())):
        boxes.nth(number).check()
    press(page, "Keep")
    if page.get_by_role("button", name="Keep these all the same").count():
        press(page, "Keep these all the same")
    assert "✓" in page.locator("table").inner_text()


def test_nothing_of_what_is_declared_is_shown_before_it_is_read(browser: Browser, fresh: Served) -> None:
    """Bare texts first, in lists too; then what was found beside what is declared, and the verdict on that."""
    with visit(browser, fresh.access.urls()[EVE], width=PHONE) as visited:
        page = visited.page
        for item in fresh.desk.items[:4]:
            _inspect(visited, f"{fresh.root}/pair/{item.id}", PHONE)
            assert page.locator("mark, .proof, figure, input[name=verdict]").count() == 0
            words = page.locator("main").inner_text()
            assert item.type not in words
            assert "contradict" not in words.replace("contradict each other", "")
            press(page, "Both can be true")
            declared = len(item.conflicts)
            said = f"You found: both can be true. Declared: {declared} contradiction"
            assert said in page.locator("form.verdict").inner_text()
            assert page.locator("mark").count() >= 2
            assert page.locator("input[name=verdict]").count() == 3
        page.goto(f"{fresh.root}/?view=all")
        listed = " ".join(page.locator("ul.entries li").filter(has_text="Pair ").all_inner_texts())
        assert "against" not in listed
        assert fresh.desk.items[0].type not in listed
        assert listed.count("not read yet") == len(FEW)
        assert [said for said in visited.wrong if "/icon.svg" not in said] == []


def test_a_key_that_marks_says_that_another_keeps(browser: Browser, fresh: Served) -> None:
    with visit(browser, fresh.access.urls()[EVE]) as visited:
        page = visited.page
        page.goto(f"{fresh.root}/pair/{fresh.desk.items[0].id}")
        with page.expect_navigation():
            page.keyboard.press("c")
        assert page.locator(".unkept").inner_text() == ""
        page.keyboard.press("a")
        assert page.get_by_role("status").inner_text() == "Accept is marked, not kept yet: press s."
        assert page.get_by_role("status").is_visible()
        assert EVE not in fresh.desk.state().said
        with page.expect_navigation():
            page.keyboard.press("s")
        assert [d.verdict for d in fresh.desk.state().said[EVE].values()] == ["accept"]
        press(page, "Undo")


def test_the_keyboard_is_enough(browser: Browser, server: Served) -> None:
    """One letter presses the button of that letter, but not while something is written; it can be turned off."""
    pair, after = server.desk.items[3:5]
    with visit(browser, server.access.urls()[ADA]) as visited:
        page = visited.page
        page.goto(f"{server.root}/pair/{pair.id}")
        read(page)
        page.get_by_label("Reason").fill("arusn")
        assert page.get_by_role("radio", name="Accept").is_checked() == (server_verdict(server, 3) == "accept")
        page.get_by_role("heading", level=1).click()
        page.keyboard.press("r")
        page.keyboard.press("1")
        assert page.get_by_role("radio", name="Reject").is_checked()
        assert page.get_by_role("checkbox", name="no contradiction").is_checked()
        page.keyboard.press("n")
        page.wait_for_url(f"**/pair/{after.id}")
        page.keyboard.press("p")
        page.wait_for_url(f"**/pair/{pair.id}")
        page.get_by_role("button", name="Keys are on").click()
        page.keyboard.press("n")
        page.reload()
        assert page.get_by_role("button", name="Keys are off").is_visible()
        assert page.url.endswith(pair.id)
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"
        assert [said for said in visited.wrong if "/icon.svg" not in said] == []  # it may come late, as above


def server_verdict(server: Served, item: int) -> str:
    said = server.desk.state().said.get(ADA, {}).get(server.desk.items[item].id)
    return said.verdict if said else ""


def test_nothing_needs_the_script(browser: Browser, server: Served) -> None:
    context = browser.new_context(java_script_enabled=False)
    try:
        page = context.new_page()
        page.goto(server.access.urls()[BOB])
        page.goto(f"{server.root}/pair/{server.desk.items[2].id}")
        verdict(page, "Reject", "not told")
        page.goto(f"{server.root}/?view=done")
        assert "not told" in page.locator("ul.entries").inner_text()
        press(page, "Undo")
        assert page.url.endswith(server.desk.items[2].id)
    finally:
        context.close()


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (PHONE, True)])
def test_axe_finds_nothing_and_all_fits(browser: Browser, server: Served, width: int, dark: bool) -> None:
    """Also pages that refuse something; nothing is wider than the window but what scrolls by itself.

    On a phone every second kind of page.
    """
    pair, proposal = server.desk.items[4], server.desk.items[-1]
    relation = pair.candidates[0].relation
    pages = [
        "/",
        f"/proposal/{proposal.id}",
        f"/pair/{pair.id}",
        "/figures",
        f"/demonstrations?relation={relation}",
        "/demonstrations",
        f"/pair/{pair.id}/original",
        "/nothing",
    ]
    with visit(browser, server.access.urls()[ADA], width=width, dark=dark) as visited:
        for path in pages if width > PHONE else pages[:-1:2]:
            _inspect(visited, server.root + path, width)
        page = visited.page
        page.goto(f"{server.root}/pair/{pair.id}")
        read(page)
        page.get_by_role("radio", name="Unsure").check()
        for box in page.get_by_role("checkbox").all():
            box.uncheck()
        page.get_by_label("Reason").fill("")
        press(page, "Keep and go on")
        assert "Say what is wrong" in page.get_by_role("alert").inner_text()
        assert violations(page) == []


def _inspect(visited: Visit, url: str, width: int) -> None:
    page = visited.page
    page.goto(url)
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    assert violations(page) == [], url
    assert page.evaluate("document.documentElement.scrollWidth") == width, url
    assert page.evaluate("getComputedStyle(document.querySelector('main')).maxWidth") != "none"


def test_pictures_for_a_person(browser: Browser, server: Served, tmp_path: Path) -> None:
    """The page of a pair fills a window, and its form stands beside the texts, or below them on a phone."""
    for width in (1280, PHONE):
        with visit(browser, server.access.urls()[ADA], width=width) as visited:
            page = visited.page
            page.goto(f"{server.root}/pair/{server.desk.items[3].id}")
            read(page)
            texts, form = (page.locator(s).bounding_box() for s in (".texts", "form.verdict"))
            assert texts is not None
            assert form is not None
            assert (form["x"] > texts["x"] + texts["width"]) is (width > PHONE)
            assert (form["y"] > texts["y"] + texts["height"]) is (width == PHONE)
            if width > PHONE:
                button = page.get_by_role("button", name="Keep and go on").bounding_box()
                assert button is not None
                assert button["y"] + button["height"] <= 800, "the whole form is in view"
            page.screenshot(path=tmp_path / f"pair-{width}.png")
