"""What one text says, read offline: mentions, negations, and statements in free words.

A statement is a verb with what stands before it (the subject) and each phrase behind it (an object); beside verbs,
copula and apposition, brackets ("X (born 1958)") are read. Pronouns stand for the last subject. These are rules of
thumb: what they miss is missed, and nothing is made up.
"""

from __future__ import annotations

from collections.abc import Sequence

from contragraph.documents.language import WordToken, is_stop, lists, tokens
from contragraph.documents.names import name_key, names
from contragraph.documents.quantities import numbers, times
from contragraph.documents.records import Extracted, Mention, Said, TextSpan
from contragraph.documents.sentences import rows_of, sentences

REACH = 8
"""Tokens behind a negation that it can deny."""
NEAR = 6
"""Tokens to either side of a mention whose meaning ties it to the sentence."""
MOST_SENTENCES = 2_000
"""Sentences of a text that are read: a megabyte has more, and the notes say so."""
Placed = tuple[int, int, Mention]
_UNDENIED = {"not": ("only", "just", "merely", "necessarily"), "nothing": ("less", "short")}
_MODALS = frozenset(["do", "does", "did", "will", "would", "can", "could", "may", "might", "must", "shall", "should"])
_PLAIN_AFTER = frozenset(["known", "born", "located"])


def extract(text: str, number: int = 0) -> Extracted:
    """What a text says; ``number`` is its place in its pair, for the spans.

    :raises InputError: if spaCy is not installed.
    """
    from dataclasses import replace

    parts = sentences(text)
    notes = []
    if len(parts) > MOST_SENTENCES:
        notes.append(f"of {len(parts):,} sentences only the first {MOST_SENTENCES:,} were read")
        parts = parts[:MOST_SENTENCES]
    if not parts:
        notes.append("there is no text")
    mentions, stems, denied, said = [], [], [], []
    topic: Mention | None = None
    words_seen = english = 0
    for index, sentence in enumerate(parts):
        its_mentions: list[Mention] = []
        its_stems: set[str] = set()
        its_denied: set[str] = set()
        for start, end in rows_of(sentence):
            body = sentence.body[start:end]
            words = tokens(body)
            words_seen += len(words)
            english += sum(is_stop(w.lower) for w in words)
            placed = _mentions(body, words)
            base = sentence.start + start
            moved = [(a, b, replace(m, start=base + m.start, end=base + m.end)) for a, b, m in placed]
            its_mentions += [m for _, _, m in moved]
            its_stems |= {w.stem for w in words if w.stem}
            its_denied |= denied_in(words)
            found, topic = _statements(words, moved, topic, base, number, index)
            said += found
        mentions.append(tuple(its_mentions))
        stems.append(frozenset(its_stems))
        denied.append(frozenset(its_denied))
    if words_seen >= 20 and english < 0.1 * words_seen:
        notes.append("it does not look English: only names, numbers and times were compared")
    return Extracted(parts, tuple(mentions), tuple(stems), tuple(denied), tuple(said), tuple(notes))


def mentions_of(text: str) -> list[Mention]:
    """The times, numbers and names of a phrase."""
    return [mention for _, _, mention in _mentions(text, tokens(text))]


def _mentions(body: str, words: Sequence[WordToken]) -> list[Placed]:
    """Times, numbers and names in order, each with what stands around it."""
    from dataclasses import replace

    found = times(body, words)
    taken = frozenset(n for a, b, _ in found for n in range(a, b))
    named = names(body, words, taken)
    inside = taken | {n for a, b, _ in named for n in range(a, b)}
    found += named + numbers(body, words, frozenset(inside))
    found.sort(key=lambda each: each[:2])
    covered = {n for a, b, m in found if m.kind in ("time", "number") for n in range(a, b)}
    done = []
    for first, after, mention in found:
        near = set()
        for step in (-1, 1):
            at = first - 1 if step < 0 else after
            for _ in range(NEAR):
                if not 0 <= at < len(words) or words[at].text in ".;:":
                    break
                if words[at].stem and at not in covered:
                    near.add(words[at].stem)
                at += step
        done.append((first, after, replace(mention, before=_before(words, first), around=frozenset(near))))
    return done


def _before(words: Sequence[WordToken], at: int) -> str:
    while at > 0:
        at -= 1
        if words[at].lower not in lists()["articles"] and words[at].text not in ("'", '"', "“", "‘"):
            return words[at].lower
    return ""


def denied_in(words: Sequence[WordToken]) -> set[str]:
    """The stems in the reach of a negation: up to the next comma, semicolon or "but", and the subject's verb."""
    found: set[str] = set()
    for at, word in enumerate(words):
        denies = word.lower in lists()["deny"] or word.lower in lists()["deny_verbs"]
        if not denies or (word.lower == "no" and at + 1 < len(words) and words[at + 1].text == "."):
            continue
        if at + 1 < len(words) and words[at + 1].lower in _UNDENIED.get(word.lower, ()):
            continue
        for behind in words[at + 1 : at + 1 + REACH]:
            if behind.text in ",;:" or behind.lower in ("but", "although", "while"):
                break
            if behind.stem:
                found.add(behind.stem)
    return found


def verb_at(words: Sequence[WordToken], at: int) -> bool:
    """Is a token a verb, as far as its form and the word before it tell?"""
    word = words[at]
    lower = word.lower
    if word.capital and at:
        return False
    if lower in lists()["auxiliaries"]:
        return lower != "'s" or not (at + 1 < len(words) and words[at + 1].stem and not words[at + 1].capital)
    if lower in lists()["verbs"]:
        return True
    if at and words[at - 1].lower in lists()["articles"]:
        return False
    return len(lower) > 4 and lower.endswith("ed")


def _group(words: Sequence[WordToken], at: int) -> tuple[int, list[str], bool]:
    """The verb that begins at a token: the token after it, its stems, and whether it is denied."""
    group, denied, helped = at, False, False
    said: list[str] = []
    while group < len(words):
        word = words[group]
        if word.lower in lists()["deny"]:
            denied = True
        elif word.lower in lists()["auxiliaries"]:
            helped = True
            if word.lower in ("has", "have", "had") and not said:
                said.append("have")
        elif verb_at(words, group) or (helped and word.lower in _PLAIN_AFTER and not said):
            said.append(word.stem or word.lower)
        elif (
            helped and group and words[group - 1].lower in _MODALS | lists()["deny"] and word.stem and not word.capital
        ):
            said.append(word.stem)
        elif not (word.lower.endswith("ly") and group + 1 < len(words) and verb_at(words, group + 1)):
            break
        group += 1
    main = [s for s in said if s != "have"]
    return group, main or said, denied


def _statements(
    words: Sequence[WordToken], placed: Sequence[Placed], topic: Mention | None, base: int, number: int, sentence: int
) -> tuple[list[Said], Mention | None]:
    """The statements of a sentence or row, and what a pronoun in the next one stands for."""
    found: list[Said] = []
    subject: Mention | None = None
    at = 0
    clock = next((m for _, _, m in placed if m.kind == "time"), None)
    edge = 0
    for first, _, mention in placed:
        sign = words[first - 1].text if first else ""
        named = _named_before(placed, first)
        if mention.kind == "time" and sign in ("(", "born", "–", "-") and named is not None:
            relation = "die" if sign in ("–", "-") else "born"
            span = TextSpan(number, named.start, mention.end)
            found.append(Said(named, relation, mention, False, mention, span, sentence))
    while at < len(words):
        if not verb_at(words, at):
            if words[at].text in ";:" or (words[at].lower in ("but", "while") and at > edge):
                edge = at + 1
            at += 1
            continue
        before = _subject(words, placed, edge, at, base) or subject or topic
        group, verb, negated = _group(words, at)
        end = _clause_end(words, group)
        if before is not None:
            found += _objects(words, placed, before, verb, negated, group, end, base, number, sentence, clock)
            if before.kind == "name":
                subject = before
        edge = at = max(end, group)
    if subject is None:
        subject = next((m for _, _, m in placed if m.kind == "name"), None)
    return found, subject or topic


def _named_before(placed: Sequence[Placed], at: int) -> Mention | None:
    """The last name that ends shortly before a token."""
    return next((m for first, after, m in reversed(placed) if m.kind == "name" and after <= at <= after + 4), None)


def _clause_end(words: Sequence[WordToken], at: int) -> int:
    for end in range(at, len(words)):
        if words[end].text in ";:" or words[end].lower in ("but", "while", "although", "which", "who"):
            return end
        if end > at and verb_at(words, end):
            back = end
            while back > at and (words[back - 1].lower == "and" or words[back - 1].text == ","):
                back -= 1
            return back
    return len(words)


def _subject(words: Sequence[WordToken], placed: Sequence[Placed], low: int, at: int, base: int) -> Mention | None:
    """What stands before a verb: the first name, or else the last noun, of its clause; None for a pronoun."""
    for first, after, mention in placed:
        if low <= first and after <= at and mention.kind == "name" and mention.before not in lists()["prepositions"]:
            return mention
    said = [w for w in words[low:at] if w.stem and w.text[0].isalpha()]
    if not said or any(w.lower in lists()["pronouns"] for w in words[max(low, at - 2) : at]):
        return None
    return _noun(words, low, at, base)


def _noun(words: Sequence[WordToken], low: int, high: int, base: int) -> Mention | None:
    """The phrase of small words in a range of tokens, without what frames it."""
    its = [n for n in range(low, high) if words[n].stem]
    if not its:
        return None
    first, last = its[0], its[-1]
    text = " ".join(words[n].text for n in range(first, last + 1))
    return Mention(
        "noun", text, " ".join(words[n].stem for n in its), base + words[first].start, base + words[last].end
    )


def _objects(
    words: Sequence[WordToken],
    placed: Sequence[Placed],
    subject: Mention,
    verb: Sequence[str],
    negated: bool,
    low: int,
    high: int,
    base: int,
    number: int,
    sentence: int,
    clock: Mention | None,
) -> list[Said]:
    """One statement for each phrase behind a verb; prepositions belong to the relation."""
    found = []
    at, joint = low, ""
    while at < high:
        cut = at
        while cut < high and words[cut].lower not in lists()["prepositions"] and words[cut].text not in ",()":
            cut += 1
        named = [m for first, after, m in placed if at <= first and after <= cut]
        thing = named[0] if named else _noun(words, at, cut, base)
        relation = " ".join([*verb, *([joint] if joint else [])]) or "be"
        if thing is not None and name_key(thing.text) != name_key(subject.text):
            start, end = min(subject.start, thing.start), max(subject.end, thing.end)
            found.append(Said(subject, relation, thing, negated, clock, TextSpan(number, start, end), sentence))
        joint = words[cut].lower if cut < high and words[cut].lower in lists()["prepositions"] else ""
        at = cut + 1
    return found
