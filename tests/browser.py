"""A real headless Chromium that must not reach anything but this machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Dialog, Locator, Page, Request, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of this machine with a fresh profile; the tests are left out, or fail in CI, where there is none."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        message = "NO BROWSER TESTS RUN: there is no chromium on this machine"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


# What Chromium says of a request that ended because its page was left.
LEFT = "net::ERR_ABORTED"


@dataclass
class Visit:
    """A page that is open, and all that went wrong on it: console messages, errors, requests elsewhere."""

    page: Page
    allowed: str
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.page.on("requestfailed", self._failed)
        self.page.on("request", self._request)
        self.page.on("dialog", self._dialog)

    def _dialog(self, dialog: Dialog) -> None:
        self.wrong.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _console(self, message: ConsoleMessage) -> None:
        self.wrong.append(f"{message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        # A script that was still on its way when the page was left is no fault of the page.
        if request.failure != LEFT:
            self.wrong.append(f"failed: {request.url}: {request.failure}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith(self.allowed):
            self.wrong.append(f"asked for {request.url}")


@contextmanager
def tab(browser: Browser, *, width: int = 1280, dark: bool = False) -> Iterator[Callable[[str], Visit]]:
    """A tab in a context of its own: its function opens a page, in place of the one before, and forgets what was wrong.

    A new tab for each page would cost three times as much. What lies beside a page may be loaded, and nothing else.
    """
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme="dark" if dark else "light", reduced_motion="reduce"
    )
    context.set_default_timeout(120_000)  # machines may be slow, and have other work
    visited = Visit(context.new_page(), "")

    def opened(url: str) -> Visit:
        visited.allowed = url.partition("/site/")[0] if url.startswith("file:") else "/".join(url.split("/")[:3])
        visited.wrong.clear()
        visited.page.goto(url)
        return visited

    try:
        yield opened
    finally:
        context.close()


@contextmanager
def visit(browser: Browser, url: str, *, width: int = 1280, dark: bool = False) -> Iterator[Visit]:
    """Open one page in a tab of its own."""
    with tab(browser, width=width, dark=dark) as opened:
        yield opened(url)


def violations(page: Page) -> list[str]:
    """What axe-core finds against WCAG 2.2 AA and its best practices."""
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    options = {"runOnly": {"type": "tag", "values": tags}, "preload": False, "resultTypes": ["violations"]}
    found: dict[str, Any] = page.evaluate("options => axe.run(document, options)", options)
    assert len(found["passes"]) > 5
    return [f"{v['id']}: {n['html'][:200]} {n['failureSummary']}" for v in found["violations"] for n in v["nodes"]]


def width_and_traps(page: Page) -> list[int]:
    """How wide a page is with all details open, and how many regions scroll that the keyboard does not reach."""
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    measured: list[int] = page.evaluate(
        "() => [document.documentElement.scrollWidth, [...document.querySelectorAll('*')].filter(e => e.scrollWidth >"
        " e.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(e).overflowX) && e.tabIndex < 0).length]"
    )
    return measured


def follow(link: Locator) -> None:
    """Click what leads to another page, and wait until that page is there."""
    with link.page.expect_navigation():
        link.click()
