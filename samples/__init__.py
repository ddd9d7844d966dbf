"""Small graphs that ship with the package: Wikidata facts in the layout of Wikidata5M, and made-up graphs."""

from importlib.resources import files
from pathlib import Path

__all__ = ["example_files", "sample_files"]


def sample_files() -> Path:
    """The folder of the sample, as ``contragraph.loaders.released_files`` takes it."""
    return Path(str(files(__name__).joinpath("wikidata5m")))


def example_files(name: str) -> list[Path]:
    """The files of a made-up graph: ``company`` (RDF) or ``museum`` (tables of nodes and edges)."""
    return sorted(Path(str(files(__name__).joinpath("own", name))).iterdir())
