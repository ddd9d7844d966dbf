"""The model, the store protocol and its engines. Engines are imported when a store is opened, not before."""

from contragraph.graph.open import open_store
from contragraph.graph.versions import version_id

__all__ = ["open_store", "version_id"]
