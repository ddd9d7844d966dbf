"""From what a person types to one entity or relation: an id, a label or an alias; otherwise the candidates are said."""

from __future__ import annotations

import re
from collections.abc import Sequence

from contragraph.graph.errors import InputError
from contragraph.graph.lookup.search import find_names
from contragraph.graph.model import Entity, Relation
from contragraph.graph.store import GraphStore

OFFERED = 8
"""Candidates that a message lists."""
NAMESAKES = 200
"""Entities of one name that are looked at, the best connected ones."""

_BARE_ENTITY = re.compile(r"[Qq][0-9]{1,12}")
_BARE_RELATION = re.compile(r"[Pp][0-9]{1,9}")


def resolve_entity(store: GraphStore, name: str, kg: str | None = None) -> Entity:
    """The entity that a person means by an id (``wd:Q64``, ``Q64``), a label or an alias.

    An id wins. Otherwise the first of these that fits any entity decides: the label as it is spelled; the label,
    letter case aside; an alias, letter case aside. Entities that are not hidden go before hidden ones at each of
    the three. If it fits one entity, that is it.

    :raises InputError: if it fits several (the message lists them) or none (it offers names that are spelled alike).
    """
    text = name.strip()
    if not text:
        raise InputError("The name of an entity is empty: give an id such as wd:Q64, or a label.")
    ids = [text, "wd:" + text.upper()] if _BARE_ENTITY.fullmatch(text) else [text]
    by_id = store.entities(ids)
    for each in ids:
        if each in by_id and kg in (None, by_id[each].kg):
            return by_id[each]
    found = [e for e in store.find(text, NAMESAKES) if kg in (None, e.kg)]
    ways = (
        [e for e in found if e.label == text],
        [e for e in found if e.label.lower() == text.lower()],
        found,
    )
    for fitting in ways:
        best = [e for e in fitting if not e.hidden] or fitting
        if len(best) == 1:
            return best[0]
        if best:
            raise InputError(f"'{text}' may be any of {len(best)} entities; give the id of one: {_listed(best)}.")
    near = [hit.entity for hit in find_names(store, text, OFFERED, kg)]
    if near:
        raise InputError(f"No entity is called '{text}'; did you mean one of these: {_listed(near)}?")
    raise InputError(f"No entity is called '{text}', and none is spelled like it: try `contragraph find` with a part.")


def resolve_relation(store: GraphStore, name: str, kg: str | None = None) -> Relation:
    """The relation of a loaded graph that a person means by an id (``wdt:P36``, ``P36``) or its label (``capital``).

    An id wins, then the label as it is spelled, then letter case aside. A relation that several graphs have is taken
    from the first of them by name.

    :raises InputError: if there is none (the message offers labels that are spelled alike), or several of that label.
    """
    text = name.strip()
    known = {r.id: r for info in reversed(store.kgs()) if kg in (None, info.kg) for r in store.relations(info.kg)}
    for each in [text, "wdt:" + text.upper()] if _BARE_RELATION.fullmatch(text) else [text]:
        if each in known:
            return known[each]
    relations = sorted(known.values(), key=lambda r: (-r.facts, r.id))
    for fitting in (
        [r for r in relations if r.label == text],
        [r for r in relations if r.label.lower() == text.lower()],
    ):
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise InputError(f"'{text}' may be any of {len(fitting)} relations; give the id of one: {_these(fitting)}.")
    near = _spelled_alike(text, relations)
    if near:
        raise InputError(f"No relation is called '{text}'; did you mean one of these: {_these(near)}?")
    raise InputError(f"No relation is called '{text}', and none is spelled like it: give its id or its label.")


def _spelled_alike(text: str, relations: Sequence[Relation]) -> list[Relation]:
    from rapidfuzz import fuzz, process, utils

    labels = [r.label for r in relations]
    found = process.extract(
        text, labels, scorer=fuzz.WRatio, processor=utils.default_process, score_cutoff=70, limit=OFFERED
    )
    return [relations[place] for _, _, place in found]


def _listed(entities: Sequence[Entity]) -> str:
    shown = [
        f"{e.id} “{_short(e.label)}”{f' ({_short(e.description)})' if e.description else ''}, {e.degree} facts"
        for e in entities[:OFFERED]
    ]
    return "; ".join(shown) + ("; …" if len(entities) > OFFERED else "")


def _these(relations: Sequence[Relation]) -> str:
    shown = [f"{r.id} “{_short(r.label)}”, {r.facts} facts" for r in relations[:OFFERED]]
    return "; ".join(shown) + ("; …" if len(relations) > OFFERED else "")


def _short(text: str) -> str:
    """A label as it fits into a sentence: on one line, and not longer than a line."""
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:59] + "…"
