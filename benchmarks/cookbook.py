"""Make docs/cookbook.md, docs/first-look.md and docs/browser/saved-queries.csv: ``python -m benchmarks.cookbook``.

Every query is run on the sample as a person would type it, and the output is what it prints. A test makes the files
again and compares.
"""

from __future__ import annotations

import csv
import io
import sys
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path

from benchmarks import first_look
from benchmarks.transcript import RUNS, World, shown, spelled, world
from contragraph import cypher
from contragraph.graph.store import GraphStore

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs"
LINES = 3
"""Lines of output that the page shows of each query: the header and some rows."""

Examples = Mapping[str, Mapping[str, object]]
GROUPS: Mapping[str, Examples] = {
    "Conflicts": {
        "conflicts": {"type": "2-multi-hop", "limit": 5},
        "conflicts_of_relation": {"relation": "date of birth"},
        "conflicts_around_entity": {"entity": "ENTITY"},
        "conflicts_of_axiom": {"axiom": "AXIOM"},
        "conflicts_of_pair": {"instance": "INSTANCE"},
        "contradicted_facts_of": {"entity": "SUBJECT"},
        "value_swaps": {},
    },
    "One conflict": {
        "statements_of_conflict": {"conflict": "CONFLICT"},
        "proof_of_conflict": {"conflict": "CONFLICT"},
        "sentences_of_conflict": {"conflict": "CONFLICT"},
        "texts_of_conflict": {"conflict": "CONFLICT"},
        "multi_hop_support": {"least_hops": 3, "limit": 5},
    },
    "What carries the conflicts": {
        "busiest_axioms": {"limit": 5},
        "rules_used": {},
        "longest_proofs": {"limit": 5},
        "margins_of_dates": {"limit": 5},
        "background_facts": {"limit": 5},
        "busiest_entities": {"limit": 5},
        "same_statement_perturbed": {"limit": 5},
        "made_by_relation": {},
        "made_statements": {"limit": 5},
    },
    "What a run covers": {
        "hop_distribution": {},
        "relation_coverage": {},
        "domain_coverage": {},
    },
    "Runs, versions, reviews": {
        "runs_by_size": {},
        "compare_runs": {"first": "FIRST", "second": "SECOND"},
        "compare_relations": {"first": "FIRST", "second": "SECOND"},
        "versions_of_pair": {"instance": "INSTANCE"},
        "lineage_of_version": {"version": "VERSION"},
        "reviews": {},
    },
    "Texts, and what pairs have in common": {
        "stated_more_than_once": {},
        "fullest_sentences": {"limit": 3},
        "pairs_sharing_entity": {"instance": "SHARING"},
        "most_used_facts": {"limit": 5},
    },
    "The graph itself": {
        "dates_of_entity": {"entity": "DATED"},
        "many_valued_relations": {"limit": 5},
        "two_way_relations": {"limit": 5},
        "namesakes": {"limit": 5},
    },
}
INTRODUCTION = """# The cookbook

Questions that people ask, each a named query that both engines answer alike: `contragraph cypher run cookbook.NAME`.
`contragraph cypher list cookbook` has their parameters, those with `=` with a default; entities and relations may be
given by label, and `run` by the beginning of its id. `contragraph cypher show cookbook.NAME` prints the Cypher, to
paste it into Neo4j Browser or change it. [First look](first-look.md) goes through one case, step by step.
`make cookbook` makes this page on the sample, with:
"""


def of_one_name(store: GraphStore, labels: Iterable[object]) -> str:
    """The first of the labels that only one entity has, so that an example can name it by its label."""
    return next(str(label) for label in labels if len(store.find(str(label))) == 1)


def chosen(store: GraphStore) -> dict[str, object]:
    """Ids that the examples use, by the placeholder that stands for them."""
    conflict = store.run("cookbook.conflicts", type="1-multi-hop", limit=1)[0]
    versions = store.run("cookbook.versions_of_pair", instance=conflict["instance"])
    runs = store.run("cookbook.runs_by_size")
    pairs = list(dict.fromkeys(row["instance"] for row in store.run("cookbook.conflicts", limit=1000)))
    statements = (row["statement"] for pair in pairs for row in store.run("cookbook.conflicts_of_pair", instance=pair))
    swaps = store.run("cookbook.value_swaps", limit=1000)
    return {
        "SHARING": next(pair for pair in pairs if store.run("cookbook.pairs_sharing_entity", instance=pair)),
        "CONFLICT": conflict["conflict"],
        "INSTANCE": conflict["instance"],
        "VERSION": versions[-1]["version"],
        "ENTITY": of_one_name(store, (row["label"] for row in store.run("cookbook.busiest_entities", limit=100))),
        "SUBJECT": of_one_name(store, (str(statement).partition(" | ")[0] for statement in statements)),
        "AXIOM": store.run("cookbook.busiest_axioms", limit=1)[0]["axiom"],
        "DATED": of_one_name(store, (row["subject"] for row in swaps if row["relation"] == "date of birth")),
        "FIRST": runs[0]["run_id"],
        "SECOND": runs[1]["run_id"],
    }


def values(params: Mapping[str, object], ids: Mapping[str, object]) -> dict[str, object]:
    """The parameters of an example with ids in place of placeholders."""
    return {key: ids.get(value, value) if isinstance(value, str) else value for key, value in params.items()}


def page(made: World) -> str:
    """The cookbook with the output of every query."""
    with made.open() as store:
        ids = chosen(store)
    parts = [INTRODUCTION, "```text", *(f"$ {command}" for command in RUNS), "```", ""]
    for title, examples in GROUPS.items():
        parts += [f"## {title}", ""]
        for name, params in examples.items():
            query = cypher.get(f"cookbook.{name}", "ladybug")
            command = spelled(query.name, values(params, ids))
            parts += [f"### {name}", "", *textwrap.wrap(query.doc, 120), ""]
            parts += ["```text", f"$ {command}", shown(made.run(command), LINES), "```", ""]
    return "\n".join(parts).rstrip("\n") + "\n"


def saved_queries() -> str:
    """The queries as Neo4j Browser imports favourites: a name, the query, and the folder that it goes into."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow(["name", "query", "folder"])
    for name in cypher.names("neo4j"):
        if name.startswith("cookbook."):
            query = cypher.get(name, "neo4j")
            short = name.removeprefix("cookbook.").replace("_", " ")
            open_params = [key for key in query.params if key not in query.defaults]
            needs = "".join(f"\n// :param {key} => '…'" for key in open_params)
            writer.writerow([short, f"// {short}: {query.doc}{needs}\n{query.inline({})}", "contragraph"])
    return file.getvalue()


def pages(made: World) -> dict[Path, str]:
    """The text of all files that are made."""
    return {
        PAGES / "cookbook.md": page(made),
        PAGES / "first-look.md": first_look.page(made),
        ROOT / "docs" / "browser" / "saved-queries.csv": saved_queries(),
    }


def main() -> int:
    """Write the files."""
    with world() as made:
        texts = pages(made)
    for path, text in texts.items():
        draft = path.with_name(path.name + ".tmp")
        draft.write_text(text, "utf-8")
        draft.replace(path)
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
