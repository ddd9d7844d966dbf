"""Small graphs that ship with the package: Wikidata facts in the layout of Wikidata5M, and made-up graphs."""

from importlib.resources import files
from pathlib import Path

from contragraph.graph.errors import InputError

__all__ = ["example_files", "sample_files"]
_OWN = Path(str(files(__name__).joinpath("own")))


def sample_files() -> Path:
    """The folder of the sample, as ``contragraph.loaders.wikidata.wikidata5m.released_files`` takes it."""
    return Path(str(files(__name__).joinpath("wikidata5m")))


def example_files(name: str) -> list[Path]:
    """The files of a made-up graph: ``company`` (RDF) or ``museum`` (tables of edges, and of nodes).

    Raises:
        InputError: there is none of that name.
    """
    known = sorted(path.name for path in _OWN.iterdir())
    if name not in known:
        raise InputError(f"There is no example {name!r}; there are {' and '.join(known)}.")
    return sorted((_OWN / name).iterdir())
