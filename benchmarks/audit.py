"""Audit the Wikidata ontology on loaded facts: python benchmarks/audit.py [--store ADDRESS] [--write | --attack].

Without a store the facts under $CONTRAGRAPH_DATA (else the sample that ships) are loaded into a temporary embedded one.
Prints a Markdown table of the axioms that some fact breaks, and counts; ``--write`` puts the figures into
``kgs/wikidata/ontology.ttl``, which is thereby brought into canonical form. ``--attack`` prints instead, for each
typical axiom and each strict one that some fact denies, how many facts or conclusions it was tried on, how many the KG
denies, and up to five of these.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchmarks.attack import Attack, attack
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from contragraph.kgs import kg_of
from contragraph.loaders.wikidata.wikidata5m import Wikidata5mFiles, load_wikidata5m, released_files
from contragraph.ontology.turtle import format_ontology, read_ontology
from contragraph.reasoning.audit.figures import AxiomFigures, audit, facts_of, with_figures

ROOT = Path(__file__).parent.parent
WIKIDATA = kg_of("wikidata")
ONTOLOGY = ROOT / "kgs" / "wikidata" / "ontology.ttl"
CLAIMS = ("claims.time.kgtk.tsv.gz", "claims.quantity.kgtk.tsv.gz", "wikidata12k_timed_facts.tsv.gz")


def source(data: str | Path | None) -> Wikidata5mFiles:
    """The Wikidata facts in a folder of shared facts with their dates; without one the sample."""
    if data is None:
        return released_files(ROOT / "samples" / "wikidata5m")
    folder = Path(data) / "wikidata"
    return Wikidata5mFiles(
        (folder / "wikidata5m_format_triples.txt.gz",),
        folder / "wikidata5m_format_entity.txt.gz",
        folder / "wikidata5m_format_relation.txt",
        folder / "wikidata5m_format_text.txt.gz",
        tuple(folder / name for name in CLAIMS),
    )


def table(findings: list[AxiomFigures], store: GraphStore) -> str:
    """The broken axioms, worst first, with an example, and how many there are of each sort."""
    broken = [f for f in findings if f.violations]
    broken.sort(key=lambda f: (-(f.violations or 0) / (f.facts or 1), f.axiom))
    labels = store.entities({entity for f in broken for example in f.examples[:1] for entity in example})
    lines = ["| axiom | facts | broken by | | example |", "|---|--:|--:|--:|---|"]
    for finding in broken:
        example = ", ".join(labels[e].label if e in labels else e for e in finding.examples[0])
        share = (finding.violations or 0) / (finding.facts or 1)
        name = finding.axiom.removeprefix("cg:ax_")
        lines.append(f"| {name} | {finding.facts:,} | {finding.violations} | {share:.1%} | {example} |")
    kept = sum(1 for f in findings if f.violations == 0)
    open_ = sum(1 for f in findings if f.facts is not None and f.violations is None)
    unseen = sum(1 for f in findings if f.facts is None)
    lines.append(
        f"\n{len(findings)} axioms: {len(broken)} broken by some fact, {kept} by none, "
        f"{open_} that no fact can break, {unseen} over relations that no KG states."
    )
    return "\n".join(lines)


def attacks(found: list[Attack], strength: Mapping[str, str], store: GraphStore) -> str:
    """Axioms with what the KG says against them, worst first."""
    names = {part for one in found for example in one.examples for part in example}
    labels = store.entities({n for n in names if n.startswith("wd:")})
    lines = ["| axiom | | tried on | denied | | counter-examples |", "|---|---|--:|--:|--:|---|"]
    for one in sorted(found, key=lambda a: (a.tried is None, -a.broken / (a.tried or 1), a.axiom)):
        told = "; ".join(
            " · ".join(labels[part].label if part in labels else part for part in example) for example in one.examples
        )
        share = "" if one.tried is None else f"{one.broken / one.tried:.1%}"
        tried = "" if one.tried is None else f"{one.tried:,}"
        cells = (one.axiom.removeprefix("cg:ax_"), strength[one.axiom], tried, one.broken or "", share, told)
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def main() -> None:
    """Audit, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", help="address of a store with a loaded KG")
    parser.add_argument("--kg", default="wikidata5m")
    parser.add_argument("--write", action="store_true", help="put the figures into kgs/wikidata/ontology.ttl")
    parser.add_argument("--attack", action="store_true", help="look for counter-examples to the axioms")
    options = parser.parse_args()
    ontology = WIKIDATA.ontology
    with tempfile.TemporaryDirectory() as folder:
        address = options.store or f"ladybug:{folder}/audit.lbug"
        with open_store(address, create=options.store is None) as store:
            if options.store is None:
                load_wikidata5m(store, source(os.environ.get("CONTRAGRAPH_DATA")))
            if options.attack:
                found = attack(ontology, facts_of(store, options.kg, ontology))
                strength = {axiom.id: axiom.strength for axiom in ontology.axioms}
                print(attacks([a for a in found if a.broken or strength[a.axiom] == "typical"], strength, store))
                return
            findings = audit(store, options.kg, ontology)
            print(table(findings, store))
    if options.write:
        unfinished = ONTOLOGY.with_suffix(".ttl.tmp")
        unfinished.write_text(format_ontology(with_figures(read_ontology(ONTOLOGY), findings)), encoding="utf-8")
        unfinished.replace(ONTOLOGY)


if __name__ == "__main__":
    main()
