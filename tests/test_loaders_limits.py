"""Few bytes that a parser would unfold to gigabytes, or to the end of its stack, are refused before it sees them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contragraph.graph.errors import InputError
from contragraph.loaders.rdf.limits import DEEPEST, Limited
from tests.cli import contragraph

RDF = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">{}</rdf:RDF>'


def laughing(entities: int) -> str:
    """XML whose entities name each other, ten times each."""
    named = [f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, entities)]
    head = f'<?xml version="1.0"?><!DOCTYPE rdf:RDF [<!ENTITY a0 "aaaaaaaaaa">{"".join(named)}]>'
    return head + RDF.format(f'<rdf:Description rdf:about="http://e/a"><e:p>&a{entities - 1};</e:p></rdf:Description>')


BOMBS = {
    "objects.jsonld": '{"@id":"http://a/b","http://p":' * 12_000 + "1" + "}" * 12_000,
    "contexts.jsonld": "".join(f'{{"@context":{{"t{n}":"http://e/{n}"}},"http://p":' for n in range(2_600)) + "1",
    "lists.jsonld": "[" * 390_000,
    "laughing.rdf": laughing(10),
    "quadratic.rdf": laughing(1).replace("aaaaaaaaaa", "a" * 50_000),
}


@pytest.mark.parametrize("name", BOMBS)
def test_what_would_unfold_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(BOMBS[name], "utf-8")
    done = contragraph("load", "rdf", name, "--store", "ladybug:store.lbug", cwd=tmp_path)
    assert done.code == 2, done.err
    assert done.err.startswith(name)
    assert done.err.count("\n") == 1
    assert not [*tmp_path.glob("store.lbug*")]


def read(data: bytes, kind: ox.RdfFormat, size: int) -> bool:
    """Whether data in pieces of a size pass."""
    limited = Limited(io.BytesIO(data), kind, "file")
    try:
        while limited.read(size):
            pass
    except InputError:
        return False
    return True


VALUES = st.recursive(st.text('a\\"[{}]é') | st.integers(), lambda v: st.lists(v) | st.dictionaries(st.text(), v))


@given(VALUES, st.integers(0, 3), st.integers(1, 40))
def test_json_is_refused_by_its_depth_alone(value: object, over: int, size: int) -> None:
    """Brackets within strings count for nothing, wherever a piece ends."""

    def depth(each: object) -> int:
        inner = each.values() if isinstance(each, dict) else each if isinstance(each, list) else None
        return 0 if inner is None else 1 + max(map(depth, inner), default=0)

    around = max(0, DEEPEST - 1 + over - depth(value))
    data = "[" * around + json.dumps(value, ensure_ascii=False) + "]" * around
    assert read(data.encode(), ox.RdfFormat.JSON_LD, size) == (around + depth(value) <= DEEPEST)


@given(st.integers(1, 60))
def test_entities_of_xml_are_found_wherever_a_piece_ends(size: int) -> None:
    plain = laughing(1).replace("]>", '<!ENTITY xsd "http://www.w3.org/2001/XMLSchema#"><!ENTITY e SYSTEM "e.ent">]>')
    assert read(plain.encode(), ox.RdfFormat.RDF_XML, size)
    assert not read(laughing(2).encode(), ox.RdfFormat.RDF_XML, size)
    assert not read(plain.replace("aaaaaaaaaa", "a>" * 600).encode(), ox.RdfFormat.RDF_XML, size)
