"""Rare garbage collections last as long as the work, however it ends."""

from __future__ import annotations

import gc

import pytest

from contragraph.generation.executors.collecting import rare_collections


def test_the_thresholds_are_as_before_afterwards() -> None:
    before = gc.get_threshold()
    with rare_collections():
        assert gc.isenabled()
        assert gc.get_threshold() > before
    assert gc.get_threshold() == before
    with pytest.raises(KeyError), rare_collections():
        raise KeyError
    assert gc.get_threshold() == before
