"""Pages as files: complete, linked, counted right, and harmless whatever the dataset holds."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest

from contragraph.app.pages.listings import PAGE, slug
from contragraph.app.pages.site import POLICY, addresses, open_site, render
from contragraph.app.presentation.axioms import in_words
from contragraph.graph.errors import InputError
from contragraph.kgs import kg_of, shipped_kgs
from tests.cli import contragraph
from tests.made import Line, dataset, lines_of, sets
from tests.pages import NASTY, exported, hostile, longer, read

LONG = 230


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of a dataset of ``LONG`` pairs, written by the command."""
    folder = tmp_path_factory.mktemp("pages")
    source = longer(folder, LONG)
    done = contragraph("export", source, "--to", "html", "--out", "site", "--format", "json", cwd=folder)
    assert done.code == 0, done.err
    counts = {row["file"]: row["count"] for row in json.loads(done.out)}
    assert counts["pair"] == LONG
    assert not list(folder.glob("site.*"))
    return folder / "site"


@pytest.fixture(scope="module")
def set_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of a dataset of sets."""
    return exported(tmp_path_factory.mktemp("sets"), sets())


@pytest.fixture(params=["site", "set_site"])
def either(request: pytest.FixtureRequest) -> Path:
    """The pages of pairs, and those of sets."""
    folder: Path = request.getfixturevalue(request.param)
    return folder


def members(lines: list[Line], facet: str) -> Counter[str]:
    """How many pairs there are for each value of a filter, counted from the dataset itself."""
    values: dict[str, Callable[[Line], set[str]]] = {
        "type": lambda line: {line["type"]},
        "domain": lambda line: set(line["domains"]),
        "relation": lambda line: set(line["relations"]),
        "hops": lambda line: {str(c["hops"]) for c in line["conflicts"]},
        "strength": lambda line: {c["strength"] for c in line["conflicts"]},
        "axiom": lambda line: {a for c in line["conflicts"] for m in c["minimal"] for a in m["axioms"]},
    }
    return Counter(value for line in lines for value in values[facet](line))


def test_every_link_leads_to_a_page_and_a_place_on_it(either: Path) -> None:
    pages = {path: read(path) for path in either.rglob("*.html")}
    assert len(pages) > 50
    for path, page in pages.items():
        assert len(page.ids) == len(set(page.ids)), path
        for link in page.links:
            if link.startswith("https://creativecommons.org/"):
                continue
            address, _, place = link.partition("#")
            target = (path.parent / unquote(address)).resolve() if address else path
            assert target.is_relative_to(either.resolve()), f"{path}: {link}"
            assert target.exists(), f"{path}: {link}"
            assert not place or place in pages.get(target, page).ids, f"{path}: {link}"


def test_every_page_can_be_reached_from_the_first(either: Path) -> None:
    seen: set[Path] = set()
    left = [either / "index.html"]
    while left:
        path = left.pop()
        if path in seen:
            continue
        seen.add(path)
        if path.suffix == ".html":
            links = (link.partition("#")[0] for link in read(path).links if "://" not in link)
            left += [(path.parent / link).resolve() for link in links if link]
    assert {p.resolve() for p in either.rglob("*") if p.is_file()} == {p.resolve() for p in seen}


@pytest.mark.parametrize("facet", ["type", "domain", "relation", "hops", "strength", "axiom"])
def test_counts_are_exact(site: Path, facet: str) -> None:
    """Each list has as many entries as pairs have the value, on pages of a hundred, and says so."""
    lines = [lines_of(dataset())[i % 16] for i in range(LONG)]
    found: Counter[str] = Counter()
    for value, count in members(lines, facet).items():
        stem = site / "pairs" / facet / slug(value, set())
        files = [stem.with_name(f"{stem.name}.html"), *sorted(stem.parent.glob(f"{stem.name}.[0-9]*.html"))]
        entries = [read(path).entries for path in files]
        assert sum(entries) == count
        assert all(n == PAGE for n in entries[:-1])
        assert f"{count} pair" in files[0].read_text("utf-8")
        found[value] = sum(entries)
        narrowed = [sum(read(p).entries for p in [path]) for path in stem.glob("*.html")] if stem.is_dir() else []
        assert not narrowed or sum(narrowed) == count
    assert found == members(lines, facet)
    assert sum(read(path).entries for path in site.glob("pairs/all*.html")) == LONG


def test_a_pair_says_everything(site: Path) -> None:
    """Texts, statements, ids, axioms and the sentence of each conflict are on the page, and marks where they belong."""
    for number, line in enumerate(lines_of(dataset())):
        page = read(site / "pair" / f"{number:016x}.html")
        words = " ".join(" ".join(page.words).split())
        for context in line["contexts"].values():
            assert context["version"] in words
            for sentence in context["sentences"]:
                assert context["text"][sentence["start"] : sentence["end"]].strip() in words
            for statement in context["statements"]:
                for part in ("subject", "relation", "object"):
                    assert statement[part]["label"] in words
        marked = 0
        for context in line["contexts"].values():
            for sentence in context["sentences"]:
                said = set(sentence["statements"])
                marked += any(said & {*c["original"], *c["perturbed"], *c["shared"]} for c in line["conflicts"])
        assert page.tags.count("mark") == marked > 0
        for axiom in members([line], "axiom"):
            assert axiom in words
        assert page.tags.count("svg") > 1
        assert page.headings[0] == 1
        assert page.headings.count(1) == 1
        assert all(b <= a + 1 for a, b in zip(page.headings, page.headings[1:], strict=False))


def test_no_axiom_shows_the_places_of_its_template() -> None:
    ontology = kg_of("wikidata").ontology
    assert any("{s}" in axiom.comment for axiom in ontology.every)
    assert not [said for axiom in ontology.every if "{" in (said := in_words(axiom, ontology.labels))]


def test_every_axiom_is_a_sentence(site: Path) -> None:
    """Those without a comment of their own are said over the labels of their relations."""
    opened = open_site(dataset())
    used = {value: choice.label for (facet, value), choice in opened.choices.items() if facet == "axiom"}
    assert set(used) == set(members(lines_of(dataset()), "axiom"))
    for axiom, said in used.items():
        assert said.endswith("."), axiom
        assert "cg:" not in said, f"{axiom}: {said}"
    assert used
    for name in shipped_kgs():
        ontology = kg_of(name).ontology
        without = {a.id: in_words(replace(a, comment=""), ontology.labels) for a in ontology.every}
        assert all(said.endswith(".") and not said[0].islower() for said in without.values()), without
    assert f"The {len(used)} axioms" in (site / "axioms.html").read_text("utf-8")


def test_pages_hold_a_policy_and_no_script(either: Path) -> None:
    for path in either.rglob("*.html"):
        text = path.read_text("utf-8")
        assert f'<meta http-equiv="Content-Security-Policy" content="{POLICY.replace(chr(39), "&#39;")}">' in text
        page = read(path)
        assert not {"script", "style", "iframe", "form"} & set(page.tags)
        assert not {name for name in page.attributes if name.startswith("on") or name == "style"}
        assert page.tags.count("main") == 1


def test_the_same_dataset_gives_the_same_bytes(site: Path, tmp_path: Path) -> None:
    again = open_site(longer(tmp_path, LONG))
    for address in addresses(again):
        assert render(again, address) == (site / address).read_bytes(), address


@pytest.mark.parametrize("source", [dataset, sets])
def test_hostile_labels_are_text(tmp_path: Path, source: Callable[[], Path]) -> None:
    """Nothing that a dataset holds becomes an element, an attribute, an address outside, or a part of a command."""
    opened = open_site(hostile(tmp_path, source()))
    listed = list(addresses(opened))
    assert len(set(map(str.lower, listed))) == len(listed)
    for address in listed:
        assert re.fullmatch(r"[A-Za-z0-9_./-]+", address)
        assert ".." not in address
        page = render(opened, address)
        assert page is not None
        text = page.decode("utf-8")
        assert "<script" not in text
        assert "<img" not in text
        assert "49" not in text.partition("{{ 7*7 }}")[1]
        assert "touch owned" not in text
        assert not re.search(r'(href|src)="\s*javascript:', text)
    assert any(NASTY[2] in (render(opened, a) or b"").decode("utf-8") for a in listed)


@pytest.mark.parametrize("address", ["../index.html", "pair/../../x.html", "pair/0.html", "/etc/passwd", "", "pairs/"])
def test_there_is_no_page_elsewhere(address: str) -> None:
    assert render(open_site(dataset()), address) is None


# -- bad input ---------------------------------------------------------------------------------------------------


def test_a_damaged_dataset_leaves_nothing(tmp_path: Path) -> None:
    source = longer(tmp_path, 3)
    lines = lines_of(source)
    lines[1]["id"] = "../../evil"
    (source / "instances.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    with pytest.raises(InputError, match="no id or stands twice"):
        open_site(source)
    done = contragraph("export", source, "--to", "html", "--out", "site", cwd=tmp_path)
    assert (done.code, [p.name for p in tmp_path.iterdir()]) == (2, ["dataset"])
    shown = contragraph("serve", tmp_path, cwd=tmp_path)
    assert shown.code == 2
    assert "holds no dataset" in shown.err


def test_a_dataset_that_changes_while_it_is_shown_is_noticed(tmp_path: Path) -> None:
    source = longer(tmp_path, 3)
    opened = open_site(source)
    (source / "instances.jsonl").write_text(json.dumps(lines_of(source)[2]) + "\n", "utf-8")
    with pytest.raises(InputError, match="was changed while"):
        render(opened, f"pair/{0:016x}.html")


def test_an_empty_dataset_is_one_sentence(tmp_path: Path) -> None:
    source = longer(tmp_path, 0)
    with pytest.raises(InputError, match="holds no pairs"):
        open_site(source)
