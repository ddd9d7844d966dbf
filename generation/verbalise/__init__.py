"""Template verbalisation: statements become an encyclopedic paragraph that says where each is stated.

:func:`render` names the entities, words each statement, plans the order, composes sentences and lays them
end to end. Everything is a function of its arguments: no clock, no global state, no hash order.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from contragraph.generation.verbalise.compose import sentences_of
from contragraph.generation.verbalise.gloss import gloss_of, with_glosses
from contragraph.generation.verbalise.names import Name, names_of
from contragraph.generation.verbalise.plan import groups_of
from contragraph.generation.verbalise.stated import tells_grammar
from contragraph.generation.verbalise.styles import STYLES, Style, manner_of
from contragraph.generation.verbalise.wording import atoms_of, centrality
from contragraph.graph.model import Entity, Sentence, Statement, Text
from contragraph.ontology.alignment import lens_of
from contragraph.ontology.lexicon import Lexicon
from contragraph.ontology.translate import Lens

__all__ = ["STYLES", "Name", "Style", "gloss_of", "naming", "render", "tells_grammar"]


def render(
    statements: Sequence[Statement],
    entities: Mapping[str, Entity],
    lexicon: Lexicon,
    labels: Mapping[str, str],
    *,
    seed: str,
    variant: int,
    known: Sequence[Statement] = (),
    background: Sequence[Statement] = (),
    gone: Collection[str] = (),
    glosses: Mapping[str, str] = MappingProxyType({}),
    style: Style = "encyclopedic",
    centre: str | None = None,
    lens: Lens | None = None,
    named: Mapping[str, Name] | None = None,
) -> Text:
    """A text that states each of the statements once, and nothing else.

    ``entities`` holds every entity of the statements (literals bring their own label), ``labels`` those of
    relations, ``known`` the statements of the pair's other text, which help to name things alike, ``background`` facts
    that are not stated but tell pronouns and tenses (:func:`tells_grammar`), ``gone`` people known to be dead,
    ``glosses`` what things are in a few words, which are told where a text speaks of them (:mod:`.gloss`). Texts
    of one seed with variants 0 and 1 differ in order and wording all over. The sentences cover the text without gaps:
    the space between two belongs to the earlier one. ``style`` says how: "encyclopedic" joins predicates and
    introduces things in apposition; "short" has one predicate a sentence; "news" puts as much as it can into the
    first sentence. The text begins with what most is said of, or with the ``centre`` if something is said of that.
    Relations that the lexicon knows by another name are worded by that, and turned round where need be; ``lens`` says
    how those of ``labels`` are known, and ``named`` what the things are called (:func:`naming`), where that was worked
    out before.

    :raises InputError: if an entity is missing or has no label, or there is no such style
    """
    manner = manner_of(style)
    lens = lens_of(lexicon.alignment, labels) if lens is None else lens
    told, seen = list(statements), lens.seen.statement
    back = {seen(s).id: s.id for s in told}
    statements = list(map(seen, told))
    used = dict.fromkeys(s.relation for s in told)
    labels = {lens.seen.relation(relation).relation: labels[relation] for relation in used if relation in labels}
    unique = {s.id: s for s in statements}
    names = dict(naming(told, entities, lens, known, background, gone) if named is None else named)
    central = centrality(list(unique.values()), names, seed, variant)
    if centre in central:
        central = {end: place + 1 for end, place in central.items()} | {centre: 0}
    atoms = atoms_of(unique, names, lexicon, labels, central, seed, variant, manner)
    told_of = {lens.seen.thing(e): gloss for e, gloss in glosses.items()}
    atoms = [*with_glosses(atoms, told_of, names), *atoms]
    groups = groups_of(atoms, names, central, lexicon.sections, seed, variant, peers=not manner.single)
    said = sentences_of(groups, names, lexicon.sections, seed, variant, manner)
    spans: list[Sentence] = []
    at = 0
    for place, (text, stated) in enumerate(said, 1):
        end = at + len(text) + (place < len(said))
        spans.append(Sentence(at, end, tuple(back[i] for i in stated)))
        at = end
    return Text(" ".join(text for text, _ in said), tuple(spans), style=style)


def naming(
    statements: Sequence[Statement],
    entities: Mapping[str, Entity],
    lens: Lens,
    known: Sequence[Statement] = (),
    background: Sequence[Statement] = (),
    gone: Collection[str] = (),
) -> dict[str, Name]:
    """What texts of some statements, or of a part of them, call the things, by the ids that wording knows.

    :raises InputError: if an entity is missing or has no label
    """
    seen = lens.seen.statement
    unique = {s.id: s for s in map(seen, statements)}
    things = {lens.seen.thing(e): replace(one, types=lens.types(one.types)) for e, one in entities.items()}
    return names_of(tuple(unique.values()), things, list(map(seen, known)), list(map(seen, background)), gone)
