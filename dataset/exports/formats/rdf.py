"""Export as RDF: a TriG file with a named graph for each version, the same as canonical N-Quads, and their hash.

There are no blank nodes, so the canonical form of RDFC-1.0 is the sorted N-Quads, and it is made for datasets of any
size; an outside implementation of RDFC-1.0 must come to the same hash.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from pyoxigraph import Literal as Value
from pyoxigraph import NamedNode, Quad, RdfFormat, serialize

from contragraph.dataset.exports.card import kg_of, licence_of_job, title_of, write_card
from contragraph.dataset.exports.job import Job, WrittenFile
from contragraph.dataset.exports.quads import BOUND, DATA, A, describe, number, quads_of, standard, term, thing
from contragraph.dataset.exports.registry import registered
from contragraph.dataset.exports.sorting import SortedLines
from contragraph.dataset.files.folder import ONTOLOGY, write_text
from contragraph.dataset.records.schema import InstanceRecord

TRIG = "dataset.trig"
NQUADS = "dataset.nq"
HASH = "dataset.rdfc10.sha256"
_HOW = f"""\
`{TRIG}` has a named graph for each version of a pair, with its statements as triples; the default graph describes
pairs, versions, statements, sentences (NIF), conflicts, proofs and where all of it comes from (PROV-O). The axioms
that proofs name are in `{ONTOLOGY}`. `{NQUADS}` is the same dataset in the canonical form of RDFC-1.0,
`{HASH}` its SHA-256."""


@registered("rdf", "TriG, a named graph for each version, with provenance and a canonical hash", "pairs")
def write(job: Job[InstanceRecord]) -> list[WrittenFile]:
    """Write the dataset as TriG and canonical N-Quads, its hash, the ontology and a card."""
    count, digest = 0, hashlib.sha256()
    with TemporaryDirectory(dir=job.work) as pieces:
        lines = SortedLines(Path(pieces))

        def quads() -> Iterator[Quad]:
            for quad in chain(_origin(job), chain.from_iterable(quads_of(record) for _, _, record in job.lines())):
                lines.add(f"{quad} .\n".encode())
                yield quad

        serialize(quads(), str(job.work / TRIG), format=RdfFormat.TRIG, prefixes=BOUND)
        with (job.work / NQUADS).open("wb") as file:
            for line in lines:
                digest.update(line)
                file.write(line)
                count += 1
    write_text(job.work / HASH, f"{digest.hexdigest()}  {NQUADS}\n")
    shutil.copyfile(job.dataset / ONTOLOGY, job.work / ONTOLOGY)
    write_card(job, _HOW)
    return [WrittenFile(TRIG, count, "quads"), WrittenFile(NQUADS, count, "quads")]


def _origin(job: Job[InstanceRecord]) -> Iterator[Quad]:
    """The run, the graph that it used, the software and the licence."""
    licence, run = licence_of_job(job), str(job.manifest.get("run"))
    made, software = NamedNode(f"{DATA}dataset/{run}"), NamedNode(f"{DATA}software")
    graph = thing("graph", quote(kg_of(job), safe=""))
    settings = job.manifest.get("settings")
    yield from describe(
        made,
        (A, standard("prov:Entity")),
        (standard("dcterms:title"), Value(title_of(job))),
        (standard("dcterms:rights"), Value(licence.attribution)),
        (standard("prov:wasGeneratedBy"), thing("run", run)),
        (standard("prov:wasDerivedFrom"), graph),
        *((standard("dcterms:license"), NamedNode(url)) for url in (licence.url,) if url),
    )
    yield from describe(
        graph,
        (A, standard("prov:Entity")),
        (standard("dcterms:title"), Value(kg_of(job))),
        *((standard("dcterms:license"), NamedNode(url)) for url in (licence.url,) if url),
    )
    if isinstance(settings, dict) and "kg_snapshot" in settings:
        yield from describe(graph, (term("snapshot"), Value(str(settings["kg_snapshot"]))))
    yield from describe(
        thing("run", run),
        (A, standard("prov:Activity")),
        (standard("prov:used"), graph),
        (standard("prov:wasAssociatedWith"), software),
        (term("settings"), Value(json.dumps(settings, sort_keys=True))),
        *((term("seed"), number(seed)) for seed in (job.manifest.get("seed"),) if isinstance(seed, int)),
    )
    yield from describe(
        software,
        (A, standard("prov:SoftwareAgent")),
        (standard("rdfs:label"), Value(f"contragraph {job.manifest.get('contragraph')}")),
    )
