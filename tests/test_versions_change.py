"""What a version changes in its parent: any two contents, whatever their order, and the ids of versions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from contragraph.graph.model.versions import applied, base_id, change, content_of, version_hash, version_id
from tests.staged_kgs import instance
from tests.strategies import deterministic

_CONTENT = st.lists(
    st.tuples(st.sampled_from("abcdefgh"), st.sampled_from(("kg", "made"))), max_size=7, unique_by=lambda pair: pair[0]
)


@deterministic(300)
@given(_CONTENT, _CONTENT)
def test_a_change_leads_to_the_content(before: list[tuple[str, str]], after: list[tuple[str, str]]) -> None:
    its = change(before, after)
    assert applied(before, its) == after
    assert its.removes == {s for s, _ in before} - {s for s, _ in after}


def test_what_stays_in_order_is_not_stated_again() -> None:
    before = [("a", "kg"), ("b", "kg"), ("c", "kg")]
    its = change(before, [("x", "made"), ("a", "kg"), ("c", "kg")])
    assert (dict(its.adds), set(its.removes)) == ({"x": (0, "made")}, {"b"})
    assert set(change(before, [("b", "kg"), ("a", "kg"), ("c", "kg")]).adds) == {"a", "b", "c"}


def test_ids_hash_parent_kind_content_and_text() -> None:
    pair = instance(1)
    content = content_of(pair.original)
    original, perturbed = version_id(pair, "original"), version_id(pair, "perturbed")
    ids = {
        base_id(content),
        original,
        perturbed,
        version_hash(original, "edited", content, pair.original.text.id),
        version_hash(perturbed, "edited", content, pair.original.text.id),
        version_hash(original, "restored", content, pair.original.text.id),
        version_hash(original, "edited", content, None),
        version_hash(original, "edited", content[1:], pair.original.text.id),
        version_hash(original, "edited", [(s, "made") for s, _ in content], pair.original.text.id),
    }
    assert len(ids) == 9


def test_ids_of_published_pairs_do_not_change() -> None:
    """They stand in every dataset: an id that changes makes ``check`` fail on datasets made before."""
    pair = instance(1)
    assert version_id(pair, "original") == "1eef468f9a5eeb82"
    assert version_id(pair, "perturbed") == "5cc12c1c36b0e0e1"
