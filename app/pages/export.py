"""The format ``html`` of exports: all pages as files of one folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from contragraph.dataset.exports.job import Job, WrittenFile
from contragraph.dataset.exports.registry import registered


@registered("html", "pages for a browser, to be opened from disk", "pairs", "sets", "facts")
def write(job: Job[Any]) -> Sequence[WrittenFile]:
    """Write every page into the folder of a job, one at a time."""
    from contragraph.app.pages.site import addresses, open_site, render

    site = open_site(job.dataset)
    listed = list(addresses(site))
    for number, address in enumerate(listed, start=1):
        page = render(site, address)
        assert page is not None  # it is the address of a page
        path = job.work / address
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(page)
        job.options.report("writing pages", number, len(listed))
    content = job.content
    return [
        WrittenFile("index.html", 1, "pages"),
        WrittenFile("axioms.html", 1, "pages"),
        WrittenFile(content.many, len(site.pages), "pages"),
        WrittenFile(content.one, len(site.index.rows), "pages"),
    ]
