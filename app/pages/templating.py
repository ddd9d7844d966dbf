"""The templates of pages, as all of them are read and filled."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup


@cache
def environment(package: str = __package__) -> Environment:
    """The templates of a package, and those that all pages share."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader(package), PackageLoader(__package__)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters["thousands"] = "{:,}".format
    made.filters["coefficient"] = lambda value: "–" if value is None else f"{value:.2f}"
    return made


def style() -> Markup:
    """The style of every page."""
    return Markup((files(__package__) / "templates" / "style.css").read_text("utf-8"))
