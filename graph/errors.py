"""The errors that a user may meet: each is one plain sentence that says what is wrong and what to do.

The command line turns them into exit codes: bad input is 2, something outside that failed is 3.
"""


class ContragraphError(Exception):
    """Base of all errors that contragraph raises on purpose."""

    exit_code = 2


class InputError(ContragraphError):
    """A file, option or value given by the user cannot be used."""


class QueryError(InputError):
    """A Cypher query is unknown, malformed, or was given the wrong parameters."""


class OntologyError(InputError):
    """An ontology file cannot be read, or says something that is not an axiom we know."""


class StoreError(ContragraphError):
    """The graph store cannot be opened, read or written."""

    exit_code = 3


class WorkerError(ContragraphError):
    """A process that did a part of the work is no more."""

    exit_code = 3


class PageCacheError(StoreError):
    """The embedded store needs more for one query than its page cache holds."""


class StoreLockedError(StoreError):
    """Another process has the embedded store open for writing."""


class StoreMissingError(StoreError):
    """There is no store at the address."""

    exit_code = 2


class StoreGoneError(StoreError):
    """The server of a store went away while the store was open; what is done again goes on, or clears up first."""


class StoreLayoutError(StoreError):
    """The store was written by another version with another layout."""

    exit_code = 2


class EndpointError(ContragraphError):
    """A SPARQL endpoint cannot be reached, or fails again and again."""

    exit_code = 3


class ModelError(ContragraphError):
    """A language model cannot be asked: a wrong key, an unknown model, no server, or one that keeps failing."""

    exit_code = 3


class CostLimitError(ContragraphError):
    """The next question to a model might pass the limit of cost; what was answered is kept."""

    exit_code = 1
