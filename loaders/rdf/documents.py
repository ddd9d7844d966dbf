"""RDF whose lines do not stand for themselves (Turtle, TriG, RDF/XML, JSON-LD), streamed through pyoxigraph."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO, cast

import polars as pl
import pyoxigraph as ox

from contragraph.graph.errors import InputError
from contragraph.graph.progress import Progress
from contragraph.loaders.archives import SourceFile, opened
from contragraph.loaders.lines import Tally
from contragraph.loaders.rdf.limits import Limited
from contragraph.loaders.rdf.terms import TripleColumns, refuse, why

ROWS = 1 << 17
"""Triples of a block."""
GIVE_UP = 10_000
"""Errors without a triple between them, after which a file counts as no RDF at all."""
FATAL = (ox.RdfFormat.RDF_XML, ox.RdfFormat.JSON_LD)
"""Formats that have no next statement to go on with after an error."""


def document_triples(
    part: SourceFile, kind: ox.RdfFormat, tally: Tally, *, base: str | None, lenient: bool, progress: Progress
) -> Iterator[pl.DataFrame]:
    """The triples of a document, block by block; ``line`` is the number of the triple.

    With ``lenient`` a bad statement is tallied with its line and left out, and a document that cannot be read any
    further ends there; its triples up to that place are kept.

    :raises InputError: at the first bad place, unless ``lenient``
    """
    with opened(part) as stream:
        limited = Limited(stream, kind, part.name) if kind in FATAL else None
        parser = ox.parse(input=cast(BinaryIO, limited or stream), format=kind, base_iri=base)
        rows, failed = TripleColumns(tally), 0
        more = True
        while more:
            before = tally.lines
            rows.last = before
            try:
                rows.take(enumerate(islice(parser, ROWS), before + 1))
                more = rows.last > before
            except InputError:
                raise
            except (SyntaxError, MemoryError, ValueError, OSError) as error:
                if limited and limited.refused:
                    raise limited.refused from None
                if isinstance(error, OSError):
                    raise
                line = error.lineno if isinstance(error, SyntaxError) else None
                if not lenient:
                    raise refuse(part, line, why(error)) from error
                failed = failed + 1 if rows.last == before else 1
                rows.last += 1
                tally.drop(why(error), line or rows.last)
                more = not isinstance(error, MemoryError) and kind not in FATAL and failed < GIVE_UP
            tally.lines = rows.last
            progress(part.name, stream.position, stream.size)
            if len(rows) >= ROWS or (not more and len(rows)):
                yield rows.frame()
                rows = TripleColumns(tally)
