"""What all records of lines have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """A part of a line; keys that it does not know are left alone."""

    model_config = ConfigDict(extra="ignore", frozen=True)
