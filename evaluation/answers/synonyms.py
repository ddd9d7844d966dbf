"""Which words say the same: stems, the wordings of the lexicon for one relation, and a few groups of plain English."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from contragraph.evaluation.answers.likeness import words_of
from contragraph.kgs import REFERENCE, kg_of
from contragraph.ontology.lexicon import Entry

SHARED = 0.34
"""Of the relations that are said with the rarer of two stems, the share said with the other one too, from which they
are words for one thing."""
_GENERAL = 12
"""Relations that are said with a stem, from which it is too general to say which of them is meant."""
_WITHOUT_CONTENT = """
a an the of in on at by to from with for as into than and or but yet that this these those it its he she they
his her hers their him them who whom whose which what is are was were be been being has have had having do does
did so also too both there here where when while whereas however although though any all some one ever such same
text texts says said say states stated claims according sentence told tells s then now just only even itself
himself herself very rather about over out up down
"""
STOPWORDS = frozenset(_WITHOUT_CONTENT.split())
_SUFFIXES = (
    "ations",
    "ation",
    "ings",
    "ing",
    "edly",
    "ers",
    "ies",
    "ied",
    "ed",
    "es",
    "er",
    "or",
    "ly",
    "al",
    "s",
    "e",
    "y",
)
_IRREGULAR = {
    **dict.fromkeys(("wrote", "written", "writing", "writer", "writers"), "writ"),
    **dict.fromkeys(("born", "birth", "birthplace", "native"), "born"),
    **dict.fromkeys(("died", "dies", "death", "dead", "dying", "passed"), "die"),
    **dict.fromkeys(("took", "taken", "takes"), "tak"),
    **dict.fromkeys(("taught", "teacher", "teaches"), "teach"),
    **dict.fromkeys(("bought", "buy", "buys"), "buy"),
    **dict.fromkeys(("won", "wins", "winner", "winning"), "win"),
    **dict.fromkeys(("held", "holds", "holder"), "hold"),
    **dict.fromkeys(("met", "meets"), "meet"),
    **dict.fromkeys(("neighbour", "neighbours", "neighbor", "neighbors", "neighbouring", "neighboring"), "neighbor"),
    **dict.fromkeys(("married", "wife", "husband", "spouse", "wed", "marriage"), "marri"),
    **dict.fromkeys(("seat", "seats"), "seat"),
    **dict.fromkeys(("british", "britain"), "brit"),
}
_GROUPS = (
    ("compet", "tak", "part", "participat", "play", "involv"),
    ("bord", "neighbor", "adjoin", "adjac", "next", "touch", "frontier", "abut", "bound"),
    ("win", "award", "receiv", "honor", "honour", "got", "get", "prize", "given", "earn", "decorat"),
    ("member", "belong", "join", "admit", "enter", "membership", "includ", "count", "among", "rank"),
    ("resid", "liv", "home", "settl", "dwell", "mov", "stay"),
    ("work", "career", "profession", "activ", "job", "employ", "pursu"),
    ("record", "releas", "label", "sign", "put", "publish", "music", "issu", "work"),
    ("influenc", "inspir", "owe", "debt", "impact", "shap", "drew", "draw"),
    ("found", "establish", "creat", "set", "start", "begin", "goe", "back"),
    ("own", "buy", "subsidiar", "acquir", "possess", "share", "stak", "parent", "part", "owner"),
    ("capit", "seat", "govern", "headquart", "base", "home", "hq"),
    ("zone", "tim", "clock", "hour"),
    ("withdrew", "withdraw", "pull", "miss", "absent", "without", "spectat", "watch", "stay", "follow"),
    ("child", "son", "daught", "fath", "moth", "parent", "offspring", "kid"),
    ("sibl", "broth", "sist", "relat", "relativ", "kin", "cousin", "famili", "niec", "nephew", "uncl", "aunt"),
    (
        "teach",
        "student",
        "pupil",
        "stud",
        "learn",
        "train",
        "educat",
        "attend",
        "universit",
        "alumn",
        "school",
        "graduat",
    ),
    ("caus", "due", "result", "led", "lead", "owe", "because", "reason", "trigg"),
    ("mak", "made", "develop", "produc", "design", "build", "hand", "creat", "mad", "direct", "work"),
    ("follow", "succeed", "success", "aft", "replac", "sequel", "next", "preced", "befor", "predecess", "come"),
    ("lie", "locat", "situat", "part", "within", "contain", "includ", "found", "stand", "belong", "sit", "insid"),
    ("connect", "tie", "link", "relat", "associat", "connection", "deal"),
    ("games", "olympics", "olympiad", "olympic"),
    ("film", "movie"),
    ("band", "group"),
    ("sing", "vocal", "perform", "voic"),
    ("star", "act", "cast", "featur", "appear", "rol", "play"),
    ("convict", "guilt", "crim", "acquit", "clear", "charg", "sentenc"),
)


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """A word without its ending; words of one verb or noun have one stem, as a rule."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.isdigit():
        return word
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word[: -len(suffix)]
            break
    return word[:-1] if len(word) > 3 and (word[-1] == word[-2] or word[-1] in "ei") else word


def content(text: str) -> list[str]:
    """The words of a text that say something, in their order."""
    return [w for w in words_of(text) if w not in STOPWORDS]


def _wordings(entry: Entry) -> set[str]:
    names = {"s": "", "o": ""}
    kinds = [p for phrases in entry.said_of_kind.values() for p in phrases]
    denials = (*entry.not_of_subject, *entry.not_of_object, *entry.not_clauses)
    plain = (*entry.said_of_subject, *entry.said_of_object, *entry.clauses)
    return {re.sub(r"[^\w\s]", " ", phrase.say(names)) for phrase in (*plain, *kinds, *denials)}


@cache
def _relations() -> dict[str, frozenset[str]]:
    """For each stem the relations, and the groups of this module, that are said with it."""
    found: dict[str, set[str]] = {}
    for relation, entry in kg_of(REFERENCE).lexicon.entries.items():
        for said in _wordings(entry):
            for word in content(said):
                found.setdefault(stem(word), set()).add(relation)
    for number, group in enumerate(_GROUPS):
        for word in group:
            found.setdefault(stem(word), set()).add(f"group {number}")
            found.setdefault(word, set()).add(f"group {number}")
    return {word: frozenset(relations) for word, relations in found.items()}


@lru_cache(maxsize=1 << 16)
def related(one: str, other: str) -> bool:
    """May two stems stand for each other in what is said of some relation?"""
    mine, theirs = _relations().get(one, frozenset()), _relations().get(other, frozenset())
    shared = mine & theirs
    if any(relation.startswith("group") for relation in shared):
        return True
    fewer = min(len(mine), len(theirs))
    return bool(shared) and fewer <= _GENERAL and len(shared) >= SHARED * fewer
