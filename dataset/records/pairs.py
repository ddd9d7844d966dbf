"""Reading the pairs of a dataset, as records or as instances."""

from __future__ import annotations

from collections.abc import Iterator

from contragraph.dataset.files.folder import INSTANCES
from contragraph.dataset.files.reading import read_lines, read_manifest, style_of
from contragraph.dataset.records.codec import parse_line, to_instance
from contragraph.dataset.records.schema import InstanceRecord
from contragraph.graph.given import AnyPath, path_of
from contragraph.graph.model import Instance


def read_instances(folder: AnyPath) -> Iterator[tuple[str, InstanceRecord]]:
    """The lines of a dataset with their records, streaming.

    Raises:
        InputError: if the folder holds no dataset, or a line is no instance.
    """
    return read_lines(path_of(folder) / INSTANCES, parse_line)


def read_dataset(folder: AnyPath) -> Iterator[Instance]:
    """The pairs of a dataset as instances, one after the other.

    Raises:
        InputError: if the folder holds no dataset, or a line is no instance.
    """
    style = style_of(read_manifest(path_of(folder)))
    for _, record in read_instances(folder):
        yield to_instance(record, style)
