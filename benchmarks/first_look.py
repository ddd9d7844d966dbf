"""The page docs/first-look.md: how a new user finds the conflicts of one relation, a proof, and its texts."""

from __future__ import annotations

import csv
import io

from benchmarks.transcript import RUNS, World, shown

RELATION = "date of birth"


def _column(output: str, column: str, row: int = 0) -> str:
    return list(csv.DictReader(io.StringIO(output)))[row][column]


def page(made: World) -> str:
    """The page with the output of every command."""
    parts: list[str] = []

    def say(text: str) -> None:
        parts.extend([text.strip("\n"), ""])

    def show(command: str, lines: int = 12) -> None:
        parts.extend(["```text", f"$ {command}", shown(made.run(command), lines), "```", ""])

    of_relation = f"contragraph cypher run cookbook.conflicts_of_relation --param 'relation={RELATION}'"
    rows = list(csv.DictReader(io.StringIO(made.run(f"{of_relation} --format csv"))))
    chosen = next((row for row in rows if row["hops"] != "1"), rows[0])
    conflict, pair = chosen["conflict"], chosen["instance"]

    say(f"""
# First look: the conflicts about one relation, a proof, and its texts

This page goes the way of somebody who has installed contragraph and knows no ids: all contradictions about
“{RELATION}” in a small dataset, the proof of one of them, and the sentences that carry it; first on the command line,
then in Neo4j Browser. It is made by `make cookbook`, which runs every command.

## On the command line

Load the sample that ships and make some pairs (two of each type):
""")
    parts.extend(["```text", *(f"$ {command}" for command in RUNS[:2]), "```", ""])
    say("Which questions can be asked?")
    show("contragraph cypher list cookbook.conflicts")
    say("""
The last one it is. Its parameter is a relation, and the label does; the relations that pairs are about are in
`cookbook.relation_coverage`.
""")
    show(of_relation)
    say(f"""
The conflict `{conflict}` of “{chosen["subject"]}” and “{chosen["object"]}” is to be looked at. Its statements,
with the side that each stands on, and whether it is true in the graph (`kg`) or made up:
""")
    show(f"contragraph cypher run cookbook.statements_of_conflict --param conflict={conflict}")
    say("""
Why is that a contradiction? The proof, a row for each premise. A step of dates concludes a bound: that one point comes
at least so many days after another (or, below 0, at most so many before). The last step concludes nothing, which is the
contradiction itself:
""")
    show(f"contragraph cypher run cookbook.proof_of_conflict --param conflict={conflict}", 20)
    say("The sentences that say so, in the original and in the perturbed text:")
    show(f"contragraph cypher run cookbook.sentences_of_conflict --param conflict={conflict}")
    say("And both texts whole:")
    show(f"contragraph cypher run cookbook.texts_of_conflict --param conflict={conflict}")
    say(f"""
The same in words, from the dataset folder, with the sentences marked: `contragraph show dataset {pair[:8]}`.

## In Neo4j Browser

Start Neo4j (`docker compose up -d --wait`, see `docker-compose.yml`), load and generate with
`--store neo4j://localhost`, and open <http://localhost:7474>. Drag `docs/browser/style.grass` into the Browser for
colours and captions, and import `docs/browser/saved-queries.csv` into its favourites; [its page](browser/README.md)
says more.
Any named query can be printed with its parameters put in:
""")
    show(f"contragraph cypher show cookbook.conflicts_of_relation --param 'relation={RELATION}'")
    say(f"""
Paste what it prints. Three more queries show the conflict as a picture, its proof as one, and its sentences:
`cookbook.graph_of_conflict`, `cookbook.graph_of_proof` and `cookbook.sentences_of_conflict`. Print them with
`contragraph cypher show NAME --param conflict={conflict}`.
""")
    return "\n".join(parts).rstrip("\n") + "\n"
