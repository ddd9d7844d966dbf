"""A scripted model that takes responses apart and labels claims: numbers decide, as a plain reader would see them."""

from __future__ import annotations

import json
import re

from tests.scripted_server import Reply, Request

SIX, EIGHT = "The mill has 6 sails.", "The mill has 8 sails."
DRY = "Tarn is dry."
BEFORE = f"{SIX} Many people come."
AFTER = f"Long ago it burned. {EIGHT}"
OTHER = "Violins are built of maple."
_SAILS = re.compile(r"mill has (\d+) sails")


def answered(request: Request, nth: int = 0) -> Reply:
    """What the model says; documents with the word *unreadable* give no answer that can be read."""
    del nth
    *_, last = request["messages"]
    asked, system = last["content"], request["messages"][0]["content"]
    if any(m["role"] == "assistant" for m in request["messages"]):  # what could not be read is asked once more
        return Reply("I cannot say.")
    if "take a response apart" in system:
        numbered = re.findall(r"^\[(\d+)\] (.+)$", asked, re.MULTILINE)
        most = re.search(r"only the (\d+) claims", system)
        claims = [{"text": text, "span": [int(n), int(n)]} for n, text in numbered]
        return Reply(json.dumps({"claims": claims[: int(most[1])] if most else claims}))
    documents, _, claim = asked.rpartition("\n\nClaim")
    claim = claim.partition(": ")[2]
    three = "MIXED" not in system
    if "each of several numbered documents" in system:
        texts = re.findall(r"\[(\d+)\].*?<<<\n(.*?)\n>>>", documents, re.DOTALL)
        return Reply(json.dumps({"labels": [{"document": int(n), **label(claim, text, three)} for n, text in texts]}))
    if "unreadable" in documents:
        return Reply("I cannot say.")
    (text,) = re.findall(r"<<<\n(.*?)\n>>>", documents, re.DOTALL)
    return Reply(json.dumps(label(claim, text, three)))


def label(claim: str, text: str, three: bool) -> dict[str, str]:
    """The label of a text, with the words that decide it."""
    wanted, told = _SAILS.findall(claim), _SAILS.findall(text)
    right, wrong = [n for n in told if n in wanted], [n for n in told if n not in wanted]
    word = "IRRELEVANT"
    if wanted and told:
        word = "SUPPORTS" if right else "CONTRADICTS"
        word = "MIXED" if right and wrong and not three else word
    elif claim.rstrip(".") in text:
        word = "SUPPORTS"
    snippet = " … ".join(f"mill has {n} sails" for n in told) if wanted else claim if word == "SUPPORTS" else ""
    return {"document_snippet": snippet if word != "IRRELEVANT" else "", "reasoning": "So it says.", "answer": word}
