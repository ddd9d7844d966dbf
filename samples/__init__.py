"""A small real knowledge graph that ships with the package: Wikidata facts in the layout of Wikidata5M."""

from importlib.resources import files
from pathlib import Path

__all__ = ["sample_files"]


def sample_files() -> Path:
    """The folder of the sample, as ``contragraph.loaders.released_files`` takes it."""
    return Path(str(files(__name__).joinpath("wikidata5m")))
