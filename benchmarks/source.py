"""Where the facts of a benchmark come from, and a store loaded with them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from benchmarks import replicated, synthetic
from benchmarks.measure import alone
from contragraph.graph.stores.open import open_store
from contragraph.loaders.wikidata.wikidata5m import Wikidata5mFiles, load_wikidata5m, released_files
from contragraph.samples import sample_files

KG = "wikidata5m"


@dataclass(frozen=True, slots=True)
class Source:
    """Files of facts with a name for the reader; ``real`` is the folder of real facts, None for the sample."""

    name: str
    files: Wikidata5mFiles
    real: Path | None
    synthetic: bool = False


def source(data: Path | None, facts: int | None, folder: Path, copied: int | None = None) -> Source:
    """Made-up facts if a number is given, else those under ``data``, else the sample that ships.

    Real ones are ``copied`` until they are so many, if a number is given for that.
    """
    if copied is not None:
        real = source(data, None, folder)
        replicated.write(folder / "copied", copied, real.files)
        return Source(f"{copied:,} facts, {real.name} copied", released_files(folder / "copied"), data)
    if facts is not None:
        synthetic.write(folder / "synthetic", facts)
        return Source(f"{facts:,} made-up facts", released_files(folder / "synthetic"), data, synthetic=True)
    if data is None:
        return Source("the sample", released_files(sample_files()), None)
    return Source("the real facts", real_files(data), data)


def real_files(data: Path) -> Wikidata5mFiles:
    """The collection of real facts, or a release of Wikidata5M, in a folder."""
    wikidata = data / "wikidata"
    if not wikidata.is_dir():
        return released_files(data)
    return Wikidata5mFiles(
        (wikidata / "wikidata5m_format_triples.txt.gz",),
        wikidata / "wikidata5m_format_entity.txt.gz",
        wikidata / "wikidata5m_format_relation.txt",
        wikidata / "wikidata5m_format_text.txt.gz",
    )


def loaded(source: Source, folder: Path) -> Path:
    """The store of the facts in a folder, made when it is first asked for."""
    path = folder / "loaded.lbug"
    if not path.exists():
        alone(_load, source.files, path)
    return path


def _load(files: Wikidata5mFiles, path: Path) -> None:
    with open_store(f"ladybug:{path}", create=True) as store:
        load_wikidata5m(store, files)
