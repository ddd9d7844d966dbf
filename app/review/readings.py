"""What a reviewer finds in the bare texts of a pair, before anything is told of what is declared."""

from __future__ import annotations

READINGS = {
    "conflict": ("They contradict each other", "c"),
    "none": ("Both can be true", "b"),
    "unsure": ("I cannot tell", "u"),
}
"""What may be found, each in words and with its key."""


def beside_declared(read: str, declared: int) -> str:
    """What was found beside the number of contradictions that are declared; empty if nothing was said."""
    if read not in READINGS:
        return ""
    said = READINGS[read][0]
    found = said if said.startswith("I ") else said[0].lower() + said[1:]
    many = "1 contradiction" if declared == 1 else f"{declared or 'no'} contradictions"
    hint = " If it takes an explanation to see it, mark “not clear”." if declared and read != "conflict" else ""
    return f"You found: {found}. Declared: {many}.{hint}"
