"""Stand-ins for dates, numbers and texts: another value that a reader may believe, and that is surely another one.

A date moves by some years, with its day and month or to others, and stays as exact as the true one; a number gives way
to that of another thing of about the same size, or moves by a fraction and keeps its rounding. All stay within what the
graph tells by that relation. Where the axioms ask for an
order ("born before the teacher died"), the value lies on the wrong side of what it is held against, and not far off.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from random import Random

from contragraph.generation.knowledge import Asking, Knowledge
from contragraph.generation.plans import Reading
from contragraph.generation.rules.plausible import namesakes, readable
from contragraph.generation.support import Match, value
from contragraph.graph.model import Literal, Object, Statement
from contragraph.reasoning.certificate import consistent
from contragraph.reasoning.rules import RuleSet
from contragraph.reasoning.terms import DATE, NUMBER, different, later, normal
from contragraph.reasoning.unfold import Spelling

_TRIED = 4
"""Values tried for one made-up statement."""
_YEARS = (2, 15)
"""How many years a date moves."""
_BEYOND = (3, 25)
"""How many years a date lies on the wrong side of another."""
_LEAST = Decimal("0.02")
"""By which share of the true one another number must differ."""
_SIZE = (Decimal("0.5"), Decimal(2))
"""How large another thing's number may be, measured by the true one."""
_SHARES = ("0.6", "0.7", "0.8", "1.25", "1.4", "1.6")
"""What a number is multiplied by."""
_DATE = re.compile(r"([+]?)(-?)(\d+)(-\d\d)?(-\d\d)?(.*)")


def choose_value(
    reading: Reading, match: Match, spelling: Spelling, knowledge: Knowledge, random: Random
) -> Asking[list[tuple[Match, float]]]:
    """The match with the made-up statement's free end filled by other values; none where none may stand there."""
    atom, free = reading.pattern.leaves[reading.made], reading.free
    subject = value(atom.first, match.binding)
    if spelling.flip or free is None or atom.second != free or not isinstance(subject, str):
        return []
    pool = [s.object for s in knowledge.literal_facts(spelling.relation) if isinstance(s.object, Literal)]
    out = yield from knowledge.out(subject)
    true = [s.object for s in out.values.get(spelling.relation, ()) if isinstance(s.object, Literal)]
    if not pool:
        return []
    model = true[0] if true else random.choice(pool)
    over = [match.binding[other] for one, other in reading.pattern.later if one == free and other in match.binding]
    under = [match.binding[one] for one, other in reading.pattern.later if other == free and one in match.binding]
    found: dict[Literal, None] = {}
    for _ in range(_TRIED):
        made = _other(model, over, under, pool, random)
        if made is not None and made.value != model.value:
            found[made] = None
    return [(Match({**match.binding, free: each}, match.facts), 0.0) for each in found]


def told_times(seed: Statement, relation: str, rules: RuleSet) -> tuple[str | None, str | None]:
    """When a made-up statement is said to hold: when the seed does, if both tell of what holds for a time."""
    lasting = not relation.startswith("cg:") and rules.events.isdisjoint((relation, seed.relation))
    return (seed.valid_from, seed.valid_to) if lasting or relation == seed.relation else (None, None)


def fits_as_value(made: Statement, true: Sequence[Statement], rules: RuleSet, knowledge: Knowledge) -> Asking[bool]:
    """Whether a made-up value can stand beside the seed and its supports: another one, about things with names."""
    if len({made, *true}) <= len(true):
        return False
    names = list(dict.fromkeys(e for s in (made, *true) for e in s.entities))
    entities = yield from knowledge.entities(names)
    if len(entities) < len(names) or namesakes(entities) or not all(readable(e.label) for e in entities):
        return False
    return (yield from is_other(made, true[0], rules, knowledge))


def is_other(made: Statement, seed: Statement, rules: RuleSet, knowledge: Knowledge) -> Asking[bool]:
    """Whether a made-up value is surely none of the true ones, and agrees with all else that is known of the thing."""
    out = yield from knowledge.out(made.subject)
    true = out.values.get(made.relation, ())
    if not all(different(normal(made.object), normal(s.object)) for s in true):
        return False
    beside = [s for relation, some in out.values.items() if relation != made.relation for s in some if s != seed]
    return consistent([made, *beside], rules)


def _other(
    model: Literal, over: Sequence[Object], under: Sequence[Object], pool: Sequence[Literal], random: Random
) -> Literal | None:
    """A value like the model, above some values and below others; None if there is none within the usual ones."""
    sort = _sort(model)
    bound = next((b for b in (*over, *under) if isinstance(b, Literal)), None)
    if bound is not None and _sort(bound) != sort:
        return None
    usual = [p for p in pool if _sort(p) == sort]
    if sort == DATE:
        made = _date(model, bound, bool(over), random)
    elif sort.startswith(NUMBER):
        near = [] if bound else [p for p in usual if _near(p, model)]
        made = random.choice(near) if near else _number(model, bound, bool(over), random)
    else:
        made = random.choice(usual) if bound is None and usual else None
    if made is None or not usual or not different(normal(made), normal(model)):
        return None
    extent = [normal(p) for p in usual]
    within = any(not later(normal(made), p) for p in extent) and any(not later(p, normal(made)) for p in extent)
    return replace(made, label="") if within else None


def _sort(literal: Object) -> str:
    """What kind of value it is: a date, a number of some unit, or its datatype."""
    known = normal(literal)
    return known.datatype if isinstance(known, Literal) else ""


def _date(model: Literal, bound: Literal | None, above: bool, random: Random) -> Literal | None:
    parts, against = _DATE.fullmatch(model.value), _DATE.fullmatch((bound or model).value)
    if parts is None or against is None:
        return None
    plus, _, _, month, day, rest = parts.groups()
    year = int(f"{against[2]}{against[3]}")
    if bound is None:
        year += random.choice((-1, 1)) * random.randint(*_YEARS)
    else:
        year += (1 if above else -1) * random.randint(*_BEYOND)
    if month and month != "-00" and random.random() < 0.5:
        month = f"-{random.randint(1, 12):02d}"
        day = f"-{random.randint(1, 28):02d}" if day and day != "-00" else day
    if (month, day) == ("-02", "-29"):
        day = "-28"
    sign, plain = ("-", -year) if year < 0 else (plus, year)
    return Literal(f"{sign}{plain:04d}{month or ''}{day or ''}{rest}", model.datatype) if year else None


def _near(other: Literal, model: Literal) -> bool:
    """Whether another thing's number in the same unit is of the size of the model, and noticeably another one."""
    one, two = normal(other), normal(model)
    if other.datatype != model.datatype or not (isinstance(one, Literal) and isinstance(two, Literal)):
        return False
    if "E" in one.value + two.value:
        return False
    told, true = Decimal(one.value), Decimal(two.value)
    return bool(true) and abs(told / true - 1) >= _LEAST and _SIZE[0] <= told / true <= _SIZE[1]


def _number(model: Literal, bound: Literal | None, above: bool, random: Random) -> Literal | None:
    true = normal(model)
    if not isinstance(true, Literal) or "E" in true.value:
        return None
    told = Decimal(model.value)
    if bound is not None:
        held = normal(bound)
        assert isinstance(held, Literal)
        if not Decimal(true.value) or "E" in held.value:
            return None
        told *= Decimal(held.value) / Decimal(true.value)
        share = Decimal(random.choice(_SHARES[3:] if above else _SHARES[:3]))
    else:
        share = Decimal(random.choice(_SHARES))
    if told < 0:
        share = 1 / share
    # As many digits as the true value tells, and as many decimals at most.
    digits = Decimal(model.value).normalize()
    place = Decimal((0, (1,), min(int(digits.as_tuple().exponent), told.adjusted())))
    made = (told * share).quantize(place)
    whole = Decimal(model.value) == Decimal(model.value).to_integral_value()
    text = format(made.quantize(Decimal(1)) if whole else made, "f")
    return Literal(text, model.datatype)
