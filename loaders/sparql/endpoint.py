"""A part of a knowledge graph from its SPARQL endpoint: what stands around some things, or all facts of a relation.

Names, descriptions and classes of everything met are asked for in the same run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from urllib.parse import urlsplit

import polars as pl

from contragraph.graph.errors import InputError, OntologyError
from contragraph.graph.progress import Progress, silent
from contragraph.graph.store import Staging
from contragraph.kgs import kg_of
from contragraph.loaders.assemble import KgSettings, assemble
from contragraph.loaders.cleaning import Cleaning
from contragraph.loaders.exact_values import exact_values
from contragraph.loaders.raw import RawSource, RawTables
from contragraph.loaders.rdf.tables import LITERAL_CHARACTERS, NUL, TOO_LONG
from contragraph.loaders.rdf.terms import identifiers
from contragraph.loaders.report import LoadReport
from contragraph.loaders.sparql.answers import Answers
from contragraph.loaders.sparql.client import Ask, Manners, Row, checked_endpoint, client
from contragraph.loaders.sparql.queries import BATCH, batches, iri, pages, spoken, starting, values
from contragraph.ontology.namespaces import PREFIXES, expand

RDFS, SKOS, SCHEMA = PREFIXES["rdfs"], PREFIXES["skos"], PREFIXES["schema"]
WD, WDT, DBO = PREFIXES["wd"], PREFIXES["wdt"], PREFIXES["dbo"]
GENID = "/.well-known/genid/"
"""In addresses of things without one: Wikidata's "unknown value"."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An endpoint, what it is asked for (namespaces of relations and things; none: all), and how it gives names."""

    url: str
    relations: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    type_relation: str = PREFIXES["rdf"] + "type"
    labels: tuple[str, ...] = (RDFS + "label", SKOS + "prefLabel")
    other_names: tuple[str, ...] = (SKOS + "altLabel", SCHEMA + "alternateName")
    descriptions: tuple[str, ...] = (RDFS + "comment", SCHEMA + "description")
    strings: bool = True
    """Whether plain strings are kept: Wikidata's are ids in other collections."""
    capped: bool = True
    """Whether it may cut results off at a number of rows of its own."""


PRESETS = {
    "wikidata": Endpoint(
        "https://query.wikidata.org/sparql",
        relations=(WDT,),
        things=(WD + "Q",),
        classes=(WD,),
        type_relation=expand(kg_of("wikidata").role("instance_of")[0]),
        descriptions=(SCHEMA + "description",),
        strings=False,
        capped=False,
    ),
    "dbpedia": Endpoint(
        "https://dbpedia.org/sparql",
        relations=(DBO, PREFIXES["rdf"]),
        things=(PREFIXES["dbr"],),
        classes=(DBO,),
        left_out=tuple(map(expand, kg_of("dbpedia").loading.role("not_fetched"))),
        capped=False,
    ),
    "yago": Endpoint(
        "https://yago-knowledge.org/sparql/query",
        relations=(SCHEMA, PREFIXES["yago"], PREFIXES["rdf"]),
        things=(PREFIXES["yago"],),
        classes=(SCHEMA, PREFIXES["yago"]),
        left_out=tuple(map(expand, kg_of("yago").loading.role("not_fetched"))),
    ),
}  # fmt: skip
"""The endpoints of the three graphs."""


@dataclass(frozen=True, slots=True)
class SparqlSettings:
    """What to fetch: seeds with what stands up to ``hops`` steps around them, and whole relations.

    Seeds and relations are ids (``wd:Q64``) or IRIs. ``limit`` is the number of facts of each relation at most.
    ``incoming`` asks for facts that point at a thing too: of well-known things there are millions.
    """

    kg: str = "sparql"
    seeds: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    hops: int = 1
    limit: int = 10_000
    incoming: bool = False
    language: str = "en"
    page: int = 1_000
    manners: Manners = field(default_factory=Manners)
    cleaning: Cleaning = field(default_factory=lambda: Cleaning(hubs=0))


def endpoint_of(name: str) -> Endpoint:
    """The endpoint of a preset, or at an address.

    :raises InputError: if it is neither
    """
    for preset, endpoint in PRESETS.items():
        if name in (preset, endpoint.url):
            return endpoint
    if "://" not in name:
        raise InputError(f"There is no endpoint named {name!r}; use {', '.join(PRESETS)} or an address (https://…).")
    return Endpoint(checked_endpoint(name))


def read_seeds(path: Path) -> tuple[str, ...]:
    """The ids in a file, one on each line; what follows an id on its line, and lines with ``#``, count for nothing.

    :raises InputError: if the file cannot be read, or has none
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"The seeds cannot be read from {path}; give a text file with one id on each line.") from error
    found = tuple(line.split()[0] for line in lines if line.strip() and not line.lstrip().startswith("#"))
    if not found:
        raise InputError(f"{path} names no seeds; give a text file with one id on each line.")
    return found


def stage_sparql(
    endpoint: Endpoint, settings: SparqlSettings, folder: Path, answers: Path, progress: Progress = silent
) -> tuple[Staging, LoadReport]:
    """Fetch a part of a graph and write it as staging tables into ``folder``, replacing what is there.

    :param answers: the file that keeps the answers; a run that was stopped goes on with it
    :raises InputError: if a seed or relation is no id, or nothing is found
    :raises EndpointError: if the endpoint fails again and again
    :raises StoreError: if tables or answers cannot be written
    """
    if not settings.seeds and not settings.relations:
        raise InputError("Say what to fetch: name at least one seed or relation.")
    for each in (*settings.seeds, *settings.relations):
        address(each)
    raw = RawTables(folder.with_name(folder.name + ".raw"))
    with Answers(answers) as kept, raw.writing(endpoint.url, "") as out:
        out.tally.file = urlsplit(endpoint.url).netloc
        ask = kept.asking(endpoint.url, client(endpoint.url, settings.manners))
        Crawl(endpoint, settings, ask, out, progress).run()
    if not raw.files("facts") and not raw.files("literal_facts"):
        raise InputError(f"The endpoint knows no facts of {', '.join((*settings.seeds, *settings.relations)[:5])}.")
    types = pl.DataFrame({"iri": [endpoint.type_relation]}).select(identifiers("iri")).item()
    return assemble(raw, folder, KgSettings(settings.kg, settings.cleaning, (types,), settings.language), progress)


def address(identifier: str) -> str:
    """The IRI of an id that a user gave.

    :raises InputError: if it is neither an id with a known prefix nor an IRI
    """
    try:
        found = expand(identifier.strip().strip("<>"))
    except OntologyError as error:
        raise InputError(f"{error}.") from None
    iri(found)
    return found


class Crawl:
    """One run through an endpoint; what comes in goes to raw tables at once."""

    def __init__(
        self, endpoint: Endpoint, settings: SparqlSettings, ask: Ask, out: RawSource, progress: Progress
    ) -> None:
        self.endpoint, self.settings, self.ask, self.out, self.progress = endpoint, settings, ask, out, progress
        self.met: set[str] = set()
        """Things in facts, and classes."""
        self.classes: set[str] = set()
        self.expanded: set[str] = set()
        self.relations: set[str] = set()

    def run(self) -> None:
        """Fetch everything."""
        for relation in self.settings.relations:
            self._relation(address(relation))
        frontier = sorted({address(seed) for seed in self.settings.seeds})
        for hop in range(self.settings.hops if frontier else 0):
            frontier = self._around(frontier, hop)
        self._classes()
        self._names()
        self.out.tally.kept = self.out.tally.lines - sum(self.out.tally.dropped.values())

    def _pages(self, pattern: str, key: str = "s") -> Iterator[Row]:
        return pages(self.ask, pattern, key, self.settings.page, capped=self.endpoint.capped)

    def _relation(self, relation: str) -> None:
        pattern = values("p", [relation]) + "?s ?p ?o " + spoken(self.settings.language)
        self._keep(list(islice(self._pages(pattern), self.settings.limit)))

    def _around(self, frontier: Sequence[str], hop: int) -> list[str]:
        """Fetch the facts of the things of a frontier; the things beyond it."""
        wanted = starting("p", self.endpoint.relations)
        aside = (
            *self.endpoint.left_out,
            *self.endpoint.labels,
            *self.endpoint.other_names,
            *self.endpoint.descriptions,
        )
        wanted += f"FILTER(?p NOT IN ({', '.join(map(iri, aside))})) "
        beyond: set[str] = set()
        for number, batch in enumerate(batches(frontier)):
            self.progress(f"hop {hop + 1}", number * BATCH, len(frontier))
            pattern = values("s", batch) + "?s ?p ?o " + wanted + spoken(self.settings.language)
            beyond |= self._keep(list(self._pages(pattern)))
            if self.settings.incoming:
                pattern = values("o", batch) + "?s ?p ?o " + wanted + starting("s", self.endpoint.things)
                beyond |= self._keep(list(self._pages(pattern, "o")))
        self.expanded.update(frontier)
        return sorted(beyond - self.expanded)

    def _classes(self) -> None:
        """Fetch the classes of the things whose facts were not asked for."""
        relation = self.endpoint.type_relation
        for batch in batches(sorted(self.met - self.expanded - self.classes)):
            pattern = values("s", batch) + values("p", [relation]) + "?s ?p ?o " + starting("o", self.endpoint.classes)
            self._keep(list(self._pages(pattern)))

    def _keep(self, rows: list[Row]) -> set[str]:
        """Write facts; the things in them that may have facts of their own."""
        tally, endpoint = self.out.tally, self.endpoint
        numbered = list(enumerate(rows, tally.lines + 1))
        tally.lines += len(rows)
        between, valued, beyond = [], [], set()
        for number, ((s_kind, s, _, _), (_, p, _, _), (kind, o, datatype, language)) in numbered:
            of_class = p == endpoint.type_relation
            if "bnode" in (s_kind, kind) or GENID in s or GENID in o:
                tally.drop("blank node or unknown value", number)
            elif kind == "uri" and not o.startswith((*endpoint.things, *endpoint.classes) or ("",)):
                tally.drop("link out of the graph", number)
            elif kind == "uri" and of_class and not o.startswith(endpoint.classes or ("",)):
                tally.drop("class of another vocabulary", number)
            elif kind == "uri":
                between.append((s, p, o))
                beyond.update({s} if of_class else {s, o})
                self.classes.update({o} if of_class else ())
                self.met.update((s, o))
                self.relations.add(p)
            elif len(o) > LITERAL_CHARACTERS:
                tally.drop(TOO_LONG, number)
            elif "\x00" in o:
                tally.drop(NUL, number)
            elif endpoint.strings or datatype not in (None, PREFIXES["xsd"] + "string"):
                plain = PREFIXES["rdf"] + "langString" if language else PREFIXES["xsd"] + "string"
                valued.append((number, s, p, o, datatype or plain, language))
                self.met.add(s)
                self.relations.add(p)
            else:
                tally.drop("plain string, an id elsewhere", number)
        self._write("facts", between, "subject relation object", "subject relation object")
        columns = "line subject relation value datatype language"
        self._write("literal_facts", valued, columns, "subject relation datatype")
        return {each for each in beyond if each.startswith(endpoint.things or ("",))}

    def _names(self) -> None:
        """Fetch the names of all things and relations."""
        endpoint = self.endpoint
        places = {name: place for place, names in enumerate((endpoint.labels, endpoint.other_names)) for name in names}
        wanted = (*places, *endpoint.descriptions)
        every = sorted(self.met)
        for number, batch in enumerate(batches(every)):
            self.progress("names", number * BATCH, len(every))
            rows = self._named(batch, wanted)
            named = [(s, o, places[p], language) for s, p, o, language in rows if p in places]
            self._write("names", named, "id name position language", "id")
            told = [(s, o) for s, p, o, _ in rows if p in endpoint.descriptions]
            self._write("descriptions", told, "id text", "id")
        # Wikidata's relations have their names under the ids of things.
        homes = {each.replace(WDT, WD) if each.startswith(WDT) else each: each for each in sorted(self.relations)}
        for batch in batches(sorted(homes)):
            labels = [(homes[s], o) for s, p, o, _ in self._named(batch, endpoint.labels)]
            self._write("relation_names", labels, "id label", "id")

    def _named(self, batch: Sequence[str], wanted: Sequence[str]) -> list[tuple[str, str, str, str | None]]:
        pattern = values("s", batch) + values("p", wanted) + "?s ?p ?o " + spoken(self.settings.language)
        rows = self._pages(pattern)
        return [(s, p, o, language) for (_, s, _, _), (_, p, _, _), (kind, o, _, language) in rows if kind == "literal"]

    def _write(self, table: str, rows: Sequence[tuple[object, ...]], columns: str, ids: str) -> None:
        """Add rows to a raw table, IRIs in the columns ``ids`` made ids."""
        if rows:
            frame = pl.DataFrame(rows, schema=columns.split(), orient="row", infer_schema_length=None)
            frame = frame.with_columns(identifiers(name) for name in ids.split())
            if table == "literal_facts":
                frame = exact_values(frame, self.out.tally, "value").drop("line")
            self.out.add(table, frame)
