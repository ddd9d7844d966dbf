"""The pages of a dataset by their addresses; each is made when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from markupsafe import Markup

from contragraph.app.pages.facts import FactPage, fact_of
from contragraph.app.pages.listings import FACETS, Listing, listings
from contragraph.app.pages.pair import pair_of
from contragraph.app.pages.rows import Index, IndexRow, read_index
from contragraph.app.pages.sets import JOINED, set_of
from contragraph.app.pages.templating import environment
from contragraph.app.presentation.axioms import broken
from contragraph.app.presentation.drawing import SAID, SIGNS, STYLE
from contragraph.dataset.folder.content import BANK_CONTENT, PAIR_CONTENT, content_of
from contragraph.dataset.folder.licences import licence_of
from contragraph.dataset.records.schema import InstanceRecord

SAID_OF = {
    "pairs": "pairs of texts",
    "sets": "sets of documents",
    "facts": "facts with claims against them",
}
"""What a dataset holds, where pages say it in full."""
POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"
"""The content security policy of every page: nothing runs, nothing is loaded from elsewhere."""
AROUND = 2
"""Pages of a list that are linked on each side of the one that is shown, beside the first and the last."""


@dataclass(frozen=True, slots=True)
class FacetLink:
    """A value of a filter as a link with its count."""

    label: str
    address: str
    count: int
    value: str = ""


@dataclass(frozen=True, slots=True)
class UsedAxiom:
    """An axiom that proofs use, how often the graph breaks it, and the list of its pairs."""

    id: str
    strength: str
    broken: str
    choice: FacetLink


@dataclass(frozen=True)
class Site:
    """All pages of a dataset."""

    index: Index[Any]
    lists: Mapping[str, Listing]
    pages: Mapping[str, tuple[Listing, int]]
    """Listing and page by address."""
    choices: Mapping[tuple[str, str], FacetLink]
    """The link to the list of each value of each filter, by the filter's name and the value."""


def open_site(dataset: Path) -> Site:
    """Read a dataset for its pages.

    Raises:
        InputError: if the folder holds no dataset, or a part of it cannot be read.
    """
    index = read_index(dataset, content_of(dataset))
    lists = listings(index)
    pages = {each.address(page): (each, page) for each in lists.values() for page in range(1, each.pages + 1)}
    choices = {
        (each.facet, each.value): FacetLink(each.label, each.address(), len(each.rows), each.value)
        for each in lists.values()
        if each.facet and not each.pair_type
    }
    return Site(index, lists, pages, choices)


def address_of(site: Site, row: IndexRow) -> str:
    """The address of the page of a pair, a set or a fact."""
    return f"{site.index.content.one}/{row.id}.html"


def addresses(site: Site) -> Iterator[str]:
    """The addresses of all pages, relative to the first."""
    yield from ("index.html", "axioms.html", "style.css", "icon.svg")
    yield from site.pages
    yield from (address_of(site, row) for row in site.index.rows)


def render(site: Site, address: str) -> bytes | None:
    """The page at an address; None if there is none."""
    match address:
        case "style.css":
            return (files(__package__) / "templates" / "style.css").read_bytes() + (STYLE + JOINED).encode()
        case "icon.svg":
            return (files(__package__) / "templates" / "icon.svg").read_bytes()
        case "index.html":
            return _start(site)
        case "axioms.html":
            return _page(site, address, "axioms.html", used=_used(site))
    if address in site.pages:
        return _listing(site, address, *site.pages[address])
    one, _, name = address.partition("/")
    place = site.index.places.get(name.removesuffix(".html"))
    if one != site.index.content.one or not name.endswith(".html") or place is None:
        return None
    return _one(site, address, place)


def missing_page(site: Site) -> bytes:
    """The page that says that there is none at an address; its links are absolute."""
    return _page(site, "missing.html", "missing.html", root="/")


# -- pages -----------------------------------------------------------------------------------------------------


def _page(site: Site, address: str, template: str, **values: object) -> bytes:
    values.setdefault("root", "../" * address.count("/"))
    content = site.index.content
    common = {
        "policy": POLICY,
        "site": site,
        "kg": _text(site.index.manifest, "settings", "kg"),
        "address": address,
        "one": content.one,
        "many": content.many,
        "said": SAID_OF[content.many],
    }
    text = environment().get_template(template).render(**common, **values)
    return text.encode("utf-8", "replace")


def _start(site: Site) -> bytes:
    index, manifest = site.index, site.index.manifest
    names = ("contragraph", "run", "seed")
    settings = ("kg", "kg_snapshot", "plan", "causes", "styles", "controls", "generator", "verbaliser", "strict")
    made = [(n, _text(manifest, n)) for n in names] + [(n, _text(manifest, "settings", n)) for n in settings]
    return _page(
        site,
        "index.html",
        "start.html",
        conflicts=sum(row.conflicts for row in index.rows),
        harmless=sum(not row.conflicts for row in index.rows),
        example=_example(site),
        filters=_filters(site),
        made=[(name.replace("_", " "), value) for name, value in made if value],
        licence=licence_of(relation for row in index.rows for relation in row.relations),
        swatches=swatches(),
        first=address_of(site, index.rows[0]),
    )


def _example(site: Site) -> dict[str, object]:
    """What the start shows of one pair, set or fact: the first of those with one contradiction, or few."""
    rows = site.index.rows
    row = min(rows, key=lambda row: (not row.conflicts, row.conflicts))
    record = site.index.record(row)
    shown = {"pair": None, "set": None, **_shown(site, record)}
    if isinstance(fact := shown.get("fact"), FactPage):
        shown["claims"] = [claims[0] for _, claims in fact.causes]
    return {"row": row, "record": record, "address": address_of(site, row), **shown}


def _listing(site: Site, address: str, listing: Listing, page: int) -> bytes:
    narrower = [
        FacetLink(each.pair_type, each.address(), len(each.rows), each.pair_type)
        for each in site.lists.values()
        if each.pair_type and (each.facet, each.value) == (listing.facet, listing.value)
    ]
    near = {1, listing.pages, *range(page - AROUND, page + AROUND + 1)}
    return _page(
        site,
        address,
        "listing.html",
        listing=listing,
        facet=next((f.title for f in FACETS if f.name == listing.facet), ""),
        page=page,
        numbers=sorted(n for n in near if 1 <= n <= listing.pages),
        rows=[(row, address_of(site, row)) for row in (site.index.rows[place] for place in listing.shown(page))],
        narrower=narrower,
        wide=site.choices.get((listing.facet, listing.value)),
        filters=_filters(site),
    )


def _one(site: Site, address: str, place: int) -> bytes:
    rows, row = site.index.rows, site.index.rows[place]
    record = site.index.record(row)
    return _page(
        site,
        address,
        f"{site.index.content.one}.html",
        row=row,
        record=record,
        told={
            facet.title: [site.choices[facet.name, value] for value in facet.values(row)]
            for facet in FACETS
            if facet.listed
        },
        axioms={a: site.choices["axiom", a] for a in row.axioms},
        before=address_of(site, rows[place - 1]) if place else "",
        after=address_of(site, rows[place + 1]) if place + 1 < len(rows) else "",
        **_shown(site, record),
    )


def _shown(site: Site, record: Any) -> dict[str, object]:  # noqa: ANN401
    """What the page of a pair, a set or a fact shows."""
    match site.index.content.one:
        case PAIR_CONTENT.one:
            return _pair(site, record)
        case BANK_CONTENT.one:
            return {"fact": fact_of(record, site.index)}
        case _:
            return {"set": set_of(record, site.index)}


def _pair(site: Site, record: InstanceRecord) -> dict[str, object]:
    pair = pair_of(record, site.index)
    drawing = Markup(pair.drawing)  # made by us, its labels are escaped
    control = record.provenance.control
    place = site.index.places.get(control.of) if control else None
    beside = None if place is None else site.index.rows[place]
    return {
        "pair": pair,
        "drawing": drawing,
        "swatches": swatches({t.kind for t in (*pair.changed, *pair.kept)}),
        "beside": beside and {"number": beside.number, "address": address_of(site, beside)},
    }


# -- what pages share --------------------------------------------------------------------------------------------


def _filters(site: Site) -> list[tuple[str, str, list[FacetLink]]]:
    found = (
        (facet.name, facet.title, [choice for (name, _), choice in site.choices.items() if name == facet.name])
        for facet in FACETS
        if facet.listed
    )
    return [each for each in found if each[2]]


def _used(site: Site) -> list[UsedAxiom]:
    found = []
    for (facet, value), choice in site.choices.items():
        if facet == "axiom":
            axiom = site.index.axioms.get(value)
            strength, how_often = (axiom.strength, broken(axiom)) if axiom is not None else ("", "")
            found.append(UsedAxiom(value, strength, how_often, choice))
    return found


def swatches(kinds: set[str] | frozenset[str] = frozenset(SAID)) -> list[tuple[Markup, str]]:
    """The legend of drawings: a line of each kind, and what it means."""
    listed = []
    for kind, said in SAID.items():
        if kind in kinds and kind != "path":
            line = f'<g class="e {kind}"><path d="M2 8L46 8"/></g>'
            picture = f'<svg class="drawing" width="48" height="16" viewBox="0 0 48 16" aria-hidden="true">{line}</svg>'
            listed.append((Markup(picture), f"{SIGNS.get(kind, '')}{said}"))
    return listed


def _text(manifest: Mapping[str, object], *keys: str) -> str:
    """A value of the manifest as text; nothing where there is none."""
    value: object = manifest
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "" if value is None or isinstance(value, Mapping) else str(value)
