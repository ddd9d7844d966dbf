"""The grammar of a sentence: a subject and predicates, or a clause; of all ways to read it, the cheapest is taken.

Predicates may be joined by commas and *and*, share their first words ("was born in Ulm when …", "died at the age of 66
on …"), stand in apposition without their verb, or be said of what the sentence just named ("…, which lies in Kent").
What it costs to read words as a name decides between them. Dates in brackets behind a name are those of a life.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from contragraph.evaluation.graph_reader.claims import TOPIC, Claims, Gap, Parse, ReadClaim, Words, said_of
from contragraph.evaluation.graph_reader.phrases import PhraseNode, PhraseReading, Phrases
from contragraph.evaluation.graph_reader.words import (
    CLASS,
    OBJECTS,
    PRONOUNS,
    VIA,
    NamesElsewhere,
    class_word,
    gap_key,
    is_of_value,
    lacks_article,
    life_in,
    literal_of,
    time_at,
    value_of,
)
from contragraph.generation.verbalise.compose import OF_LIFE
from contragraph.graph.model import Literal

_WHERE = ("in", "on")
_BE = ("is", "was", "are", "were")
_HAVE = ("has", "have", "had")
_ECHO = frozenset((*_BE, "has", "have", "had", "does", "do", "did", "can", "may", "will"))
_CLOSING = frozenset((",", "and", "that", "who", "of", "in", "on", "at", "by", "when"))
"""Words before which a predicate may end, beside participles."""
_PREDICATE = 0.6
_ASIDE = 0.4
"""What a predicate costs, and what more one without its verb."""
_BARE = 1.5
"""What a name costs more that lacks the article that its place wants."""
_VALUE = 0.3
"""What a date or a number costs where one belongs."""
_TIME = 1.0
"""What a time behind a predicate costs: more than to read it as a predicate of its own."""
_WORD = 0.15
"""What a word of the lexicon makes a reading cheaper, so that of two the one with fewer words of names is taken."""
_MAX_NAME = 24
"""Words of the longest name, and of a list of names twice that."""


_NONE: tuple[float, Claims] = (float("inf"), ())


def read_sentence(tokens: Sequence[str], phrases: Phrases, names: NamesElsewhere) -> Parse | None:
    """The cheapest reading of a sentence without its full stop; None where there is none."""
    words, life = life_in(tokens)
    best = SentenceReader([word for word in words if word != "also"], phrases, names).best()
    if best is None or not (life and best.subject):
        return best
    dated = [
        ReadClaim(best.subject, date, frozenset((PhraseReading(relation, forward=True),)), value=literal_of(date))
        for relation, date in zip(OF_LIFE, life)
    ]
    return best._replace(claims=(*dated, *best.claims))


class SentenceReader:
    """Reads one sentence; ``tokens`` without its full stop, and without dates in brackets."""

    def __init__(self, tokens: Sequence[str], phrases: Phrases, names: NamesElsewhere) -> None:
        first = tokens[0][:1].lower() + tokens[0][1:] if tokens else ""
        self._tokens = tuple(tokens)
        self._lower = (first, *tokens[1:])
        self._phrases = phrases
        self._names = names
        self._rests: dict[tuple[int, tuple[Words, ...]], tuple[float, Claims]] = {}
        self._matches: dict[tuple[int, tuple[Words, ...], bool], list[tuple[int, float, Claims, Words]]] = {}
        self._spans: dict[tuple[int, int, str, bool], tuple[float, str]] = {}

    def best(self) -> Parse | None:
        """The cheapest reading; None where there is none."""
        options = [*self._clauses(), *self._plain(), *self._peers()]
        return min(options, key=lambda p: (p.cost, len(p.claims)), default=None)

    # -- whole sentences ---------------------------------------------------------------------------------

    def _clauses(self) -> Iterator[Parse]:
        merged: dict[tuple[str, str], tuple[float, frozenset[PhraseReading]]] = {}
        for end, cost, gaps, readings in self._walk(self._phrases.clauses, 0, self._lower):
            if end == len(self._tokens) and sorted(gap.end for gap in gaps) == ["o", "s"]:
                one, other = gaps
                turned = frozenset(PhraseReading(r.relation, one.end == "s", r.negated) for r in readings)
                known = merged.get((one.key, other.key), (cost, frozenset()))
                merged[one.key, other.key] = (min(cost, known[0]), turned | known[1])
        for (subject, thing), (cost, readings) in merged.items():
            yield Parse(cost + _PREDICATE, (ReadClaim(subject, thing, readings),), "")

    def _plain(self) -> Iterator[Parse]:
        for start in self._starts():
            cost, key = self._name(0, start)
            if cost < float("inf"):
                rest = self._rest(start)
                if rest[0] < float("inf"):
                    yield Parse(cost + rest[0], said_of(key, rest[1]), key)
        yield from self._asides()

    def _asides(self) -> Iterator[Parse]:
        """ "Ann, a lawyer born in Ulm, lives in Bonn"."""
        commas = [i for i, token in enumerate(self._tokens) if token == ","]
        for first in commas:
            cost, key = self._name(0, first)
            if cost == float("inf"):
                continue
            for second in commas:
                if second <= first + 1:
                    continue
                aside = self._verbless(first + 1, second)
                if aside[0] == float("inf"):
                    continue
                rest = self._rest(second + 1)
                if rest[0] < float("inf"):
                    yield Parse(cost + aside[0] + rest[0], said_of(key, aside[1] + rest[1]), key)

    def _peers(self) -> Iterator[Parse]:
        """ "A and B both lie in Kent", "A, like B and C, lies in Kent", "A lies in Kent, as do B and C"."""
        tokens = self._tokens
        for at, token in enumerate(tokens):
            if token in ("both", "all"):
                shorter = SentenceReader((*tokens[:at], *tokens[at + 1 :]), self._phrases, self._names)
                yield from shorter._several(at)
            if token == "like" and at > 1 and tokens[at - 1] == ",":
                yield from self._alike(at)
            if (
                token == "as"
                and at > 2
                and tokens[at - 1] == ","
                and tokens[at + 1 : at + 2]
                and tokens[at + 1] in _ECHO
            ):
                others = self._some(at + 2, len(tokens))
                lead = SentenceReader(tokens[: at - 1], self._phrases, self._names).best()
                if others[0] < float("inf") and lead is not None and lead.subject:
                    more = [c for claim in lead.claims for key in others[1] for c in [_of(claim, lead.subject, key)]]
                    yield Parse(lead.cost + others[0], (*lead.claims, *more), "")

    def _several(self, near: int) -> Iterator[Parse]:
        for start in self._starts():
            if start > near:
                break
            cost, keys = self._list(0, start)
            rest = self._rest(start) if cost < float("inf") and len(keys) > 1 else _NONE
            if rest[0] < float("inf"):
                yield Parse(cost + rest[0], tuple(c for key in keys for c in said_of(key, rest[1])), "")

    def _alike(self, at: int) -> Iterator[Parse]:
        cost, key = self._name(0, at - 1)
        for comma in range(at + 2, len(self._tokens)):
            if self._tokens[comma] == "," and cost < float("inf"):
                more, keys = self._some(at + 1, comma)
                rest = self._rest(comma + 1) if more < float("inf") else _NONE
                if rest[0] < float("inf"):
                    yield Parse(cost + more + rest[0], tuple(c for k in (key, *keys) for c in said_of(k, rest[1])), "")

    def _starts(self) -> list[int]:
        words = self._phrases.predicates.words
        return [i for i in range(1, len(self._tokens)) if self._tokens[i] in words]

    # -- predicates --------------------------------------------------------------------------------------

    def _rest(self, start: int, leads: tuple[Words, ...] = (), *, said: bool = True) -> tuple[float, Claims]:
        """The cheapest way to read all that is left as predicates; one of ``leads`` may be left out at its beginning.

        Unless ``said``, one of them must be.
        """
        key = (start, (*leads, *(((),) if said else ())))
        known = self._rests.get(key)
        if known is not None:
            return known
        self._rests[key] = _NONE
        best = _NONE
        for end, cost, claims, lead in self._predicates(start, leads, said=said):
            for more, others in self._onwards(end, lead, claims):
                if cost + more < best[0]:
                    best = (cost + more, claims + others)
        self._rests[key] = best
        return best

    def _onwards(self, at: int, lead: Words, claims: Claims) -> Iterator[tuple[float, Claims]]:
        """The ways to go on behind a predicate that began with the words ``lead``."""
        tokens = self._tokens
        if at == len(tokens):
            yield 0.0, ()
            return
        here = tokens[at]
        ahead = tokens[at + 1] if at + 1 < len(tokens) else ""
        if here == "," and ahead == "and":
            yield self._rest(at + 2, (lead[:1],))
        if here == "and":
            yield self._rest(at + 1, (lead[:1],))
        if here == ",":
            yield self._rest(at + 1, _beginnings(lead))
        if here in ("that", "who"):
            yield self._rest(at + 1)
        if here in self._phrases.participles:
            yield self._verbless(at, len(tokens), whole=True)
        yield self._rest(at, _beginnings(lead), said=False)
        if here in _WHERE and lead[:1] and lead[0] in _BE and lead[1:2] in (("a",), ("an",)):
            yield self._rest(at, (lead[:1],), said=False)  # "is a city in Kent"
        last = claims[-1].other if claims else ""
        if here == "," and last:
            aside = self._verbless(at + 1, len(tokens))
            yield aside[0], said_of(last, aside[1])
            if ahead in ("who", "which"):
                cost, said = self._rest(at + 2)
                yield cost, said_of(last, said)

    def _verbless(self, start: int, stop: int, *, whole: bool = False) -> tuple[float, Claims]:
        """The cheapest way to read a span as predicates whose *is* or *was* is left out, one or two of them."""
        best = _NONE
        begin = self._tokens[start : start + 1]
        if not begin or not begin[0][:1].islower() or begin[0] in ("like", "as"):
            return best
        for end, cost, claims, lead in self._predicates(start, tuple((be,) for be in _BE[:2]), said=False):
            if end == stop or (whole and end < stop):
                more = _NONE[0] if end < stop else 0.0
                others: Claims = ()
                if end < stop:
                    more, others = min(self._onwards(end, lead, claims), default=_NONE, key=lambda o: o[0])
                if cost + more + _ASIDE < best[0]:
                    best = (cost + more + _ASIDE, claims + others)
            elif end < stop and self._tokens[end] in ("who", "that"):
                more, others = self._rest(end + 1) if stop == len(self._tokens) else _NONE
                if cost + more + _ASIDE < best[0]:
                    best = (cost + more + _ASIDE, claims + others)
            elif end < stop and self._tokens[end] not in (",", "and"):
                more, others = self._verbless(end, stop)
                if cost + more + _ASIDE < best[0]:
                    best = (cost + more + _ASIDE, claims + others)
        return best

    def _predicates(
        self, start: int, leads: tuple[Words, ...], *, said: bool = True
    ) -> list[tuple[int, float, Claims, Words]]:
        """The predicates that begin at a word: where each ends, its cost, its claims and its words before a name."""
        key = (start, leads, said)
        if key in self._matches:
            return self._matches[key]
        merged: dict[tuple[int, Words, Words, str, Literal | None], tuple[float, frozenset[PhraseReading]]] = {}
        root = self._phrases.predicates
        for lead in (*(((),) if said else ()), *leads):
            node = root.at(lead)
            if node is None:
                continue
            bare = {r for after in node.gaps.values() for r in after.readings} if lead and lead[0] in _HAVE else set()
            for end, cost, gaps, readings in self._walk(node, start, self._tokens, behind=_is_full(lead)):
                if not gaps or (bare and readings <= bare):  # "has" left out, and nothing else said
                    continue
                spoken = (*lead, *self._tokens[start : gaps[0].at])
                others = tuple(gap.key for gap in gaps if gap.end)
                via = "".join(gap.key for gap in gaps if not gap.end)
                value = next((value_of(gap.key, gap.form) for gap in gaps if is_of_value(gap.form)), None)
                which = (end, spoken, others, via, value)
                known = merged.get(which, (cost, frozenset()))
                merged[which] = (min(cost, known[0]), readings | known[1])
        found: list[tuple[int, float, Claims, Words]] = []
        for (end, spoken, others, via, value), (cost, readings) in merged.items():
            claims = tuple(ReadClaim(TOPIC, other, readings, via=via, value=value) for other in others)
            found.append((end, cost + _PREDICATE, claims, spoken))
            comma = int(self._tokens[end : end + 1] == (",",))  # "in Lima, Ohio, from 1930 to 1934"
            for behind in range(end, end + comma + 1):
                if (span := time_at(self._tokens[behind:])) is not None:
                    timed = tuple(replace(claim, start=span.start, end=span.end) for claim in claims)
                    found.append((behind + span.words, cost + _PREDICATE + _TIME, timed, spoken))
        self._matches[key] = found
        return found

    # -- words and gaps ------------------------------------------------------------------------------------

    def _walk(
        self, node: PhraseNode, at: int, words: Sequence[str], *, behind: bool = False
    ) -> Iterator[tuple[int, float, tuple[Gap, ...], frozenset[PhraseReading]]]:
        """All matches of the tree from a word on: end, cost, what fills the gaps, and the readings.

        ``behind`` another predicate, whose words it shares, none begins with a name, but with a date or a number:
        "died in Ulm on 1 May 1930", "was founded in 1930, two years after Ulm".
        """
        if node.readings:
            yield at, 0.0, (), frozenset(node.readings)
        if at < len(words) and words[at] in node.words:
            for end, cost, gaps, readings in self._walk(node.words[words[at]], at + 1, words):
                yield end, cost - _WORD, gaps, readings
        for form, after in sorted(node.gaps.items()):
            if behind and not is_of_value(form):
                continue
            for stop in range(at + 1, min(len(words), at + 2 * _MAX_NAME) + 1):
                onwards = stop < len(words) and words[stop] in after.words
                closes = self._closes(stop) or (form == "a o" and words[stop] in _WHERE)  # "is a city in Kent"
                if not (onwards or (after.readings and closes) or (after.gaps and stop < len(words))):
                    continue
                cost, keys = self._some(at, stop, form, many=after.lists)
                if cost == float("inf"):
                    continue
                for end, more, gaps, readings in self._walk(after, stop, words):
                    if end == stop and not closes:
                        continue
                    yield end, cost + more, (*(Gap(form, key, at) for key in keys), *gaps), readings

    def _closes(self, stop: int) -> bool:
        """Whether a predicate may end before this word."""
        tokens = self._tokens
        return (
            stop == len(tokens)
            or tokens[stop] in _CLOSING
            or tokens[stop] in self._phrases.participles
            or time_at(tokens[stop:]) is not None
        )

    def _some(self, start: int, stop: int, form: str = "", *, many: bool = True) -> tuple[float, tuple[str, ...]]:
        """What fills a gap: one name, or where it may be a list of names."""
        cost, key = self._name(start, stop, form)
        listed = self._list(start, stop, form) if "'" not in form and many else (float("inf"), ())
        return (cost, (key,)) if cost <= listed[0] else listed

    def _name(self, start: int, stop: int, form: str = "", *, later: bool = False) -> tuple[float, str]:
        """What it costs to read a span as a name; a ``later`` one of a list needs no article: "an actor and singer"."""
        span = (start, stop, form, later)
        if span not in self._spans:
            self._spans[span] = self._new_name(start, stop, form, later=later)
        return self._spans[span]

    def _new_name(self, start: int, stop: int, form: str, *, later: bool) -> tuple[float, str]:
        words = self._tokens[start:stop]
        if not words or len(words) > _MAX_NAME:
            return float("inf"), ""
        key = gap_key(words, form)
        if not key:
            return float("inf"), ""
        if is_of_value(form):
            return _VALUE, key
        if (start == 0 and key in PRONOUNS) or (form == VIA and key in PRONOUNS | OBJECTS):
            return 0.1, key
        if start == 0 and (word := class_word(words)):
            return 0.8, f"{CLASS}{word}"
        bare = _BARE if lacks_article(words, form) and not later else 0.0
        if later and words[0] in ("a", "an") and not form.startswith("a "):
            bare = _BARE  # "Ann Lee, a lawyer and judge" is one
        return self._names.cost(words, key) + bare, self._names.known(key)

    def _list(self, start: int, stop: int, form: str = "") -> tuple[float, tuple[str, ...]]:
        """The cheapest way to read a span as a list of two or more names."""
        words = self._tokens
        if start < stop and words[start] == "both":
            start += 1
        ands = [i for i in range(start + 1, stop - 1) if words[i] == "and"]
        best: tuple[float, tuple[str, ...]] = (float("inf"), ())
        for last in ands:
            cost, key = self._name(last + 1, stop, form, later=True)
            if cost == float("inf"):
                continue
            upto = last - 1 if words[last - 1] == "," else last
            before = self._items(start, upto, form)
            if cost + before[0] < best[0]:
                best = (cost + before[0], (*before[1], key))
        return best

    def _items(self, start: int, stop: int, form: str = "") -> tuple[float, tuple[str, ...]]:
        """The cheapest way to read a span as one name, or as names with commas between them."""
        cost, key = self._name(start, stop, form)
        best: tuple[float, tuple[str, ...]] = (cost, (key,))
        for comma in (i for i in range(start + 1, stop - 1) if self._tokens[i] == ","):
            last_cost, last = self._name(comma + 1, stop, form, later=True)
            if last_cost < best[0]:
                before = self._items(start, comma, form)
                if before[0] + last_cost < best[0]:
                    best = (before[0] + last_cost, (*before[1], last))
        return best


def _is_full(lead: Words) -> bool:
    """Whether the words say more than a form of *be* or *have*."""
    return lead[1:] != () or (lead != () and lead[0] not in (*_BE, *_HAVE))


def _beginnings(lead: Words) -> tuple[Words, ...]:
    """The first words of a predicate that what follows it may share without *and*: "was born", "died"."""
    return tuple(lead[:n] for n in range(1, len(lead) + 1) if _is_full(lead[:n]))


def _of(claim: ReadClaim, one: str, other: str) -> ReadClaim:
    return replace(claim, topic=other) if claim.topic == one else claim
