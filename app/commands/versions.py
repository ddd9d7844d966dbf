"""``contragraph versions``: the history of a pair, and changes that make new versions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from contragraph.app.terminal import options
from contragraph.app.terminal.groups import CommandGroup
from contragraph.app.terminal.output import print_text, show_rows
from contragraph.graph.errors import InputError

if TYPE_CHECKING:
    from contragraph.graph.versions.edits import Edit

LOG = ("id", "number", "kind", "parent", "added", "removed", "text", "text_changed", "reviews")
STATEMENT = ("id", "subject", "relation", "object", "negated", "source", "text")


@click.group(cls=CommandGroup)
def command() -> None:
    """Read and continue the history of a pair.

    Ids may be cut short where that leaves one. Nothing is ever overwritten: each change makes a child version.

    \b
    Example:
      contragraph versions log 4f2a
      contragraph versions diff 81c0 9be4
    """


@command.command("log")
@click.argument("pair")
@options.output_format
@options.store
def show_log(pair: str, form: str, address: str) -> None:
    """Show the versions of a pair as a tree, with what each one changed and what reviewers say.

    \b
    Example:
      contragraph versions log 4f2a
    """
    from contragraph.app.shown.versions import log_rows, log_tree
    from contragraph.graph.stores.open import open_store
    from contragraph.graph.versions.history import find_pair, log

    with open_store(address, read_only=True) as store:
        its = find_pair(store, pair)
        infos = log(store, its)
    if form == "table":
        print_text(log_tree(its, infos))
    else:
        show_rows(log_rows(infos), form, LOG)


@command.command("show")
@click.argument("version")
@options.output_format
@options.store
def show_version(version: str, form: str, address: str) -> None:
    """Show a version: its text sentence by sentence, and its statements.

    \b
    Example:
      contragraph versions show 81c0
    """
    from contragraph.app.shown.versions import content_rows, content_text
    from contragraph.graph.stores.open import open_store
    from contragraph.graph.versions.history import content, find_version, pairs_of

    with open_store(address, read_only=True) as store:
        its = content(store, find_version(store, version))
        pairs = pairs_of(store, its.id)
    if form == "table":
        print_text(content_text(its, pairs))
    else:
        show_rows(content_rows(its), form, ("what", "sentence", *STATEMENT))


@command.command("diff")
@click.argument("old")
@click.argument("new")
@options.output_format
@options.store
def show_diff(old: str, new: str, form: str, address: str) -> None:
    """Show what differs between two versions of a pair: statements, and texts word by word.

    \b
    Example:
      contragraph versions diff 81c0 9be4 --format json
    """
    from contragraph.app.shown.versions import diff_rows, diff_text
    from contragraph.graph.stores.open import open_store
    from contragraph.graph.versions.edits import require_kin
    from contragraph.graph.versions.history import content, find_version

    with open_store(address, read_only=True) as store:
        first, second = find_version(store, old), find_version(store, new)
        require_kin(store, first, second)
        rows = diff_rows(content(store, first), content(store, second))
    if form == "table":
        print_text(diff_text(rows))
    else:
        show_rows(rows, form, ("what", "change", *STATEMENT))


@command.command("edit")
@click.argument("version")
@click.option(
    "--text", type=click.Path(path_type=Path), metavar="FILE", help="The new text; - reads it from standard input."
)
@click.option("--drop", multiple=True, metavar="ID", help="Leave out this statement.")
@click.option("--add", multiple=True, metavar="S|R|O", help="State this too, by ids or labels.")
@options.store
def edit_version(version: str, text: Path | None, drop: tuple[str, ...], add: tuple[str, ...], address: str) -> None:
    """Make a child version with another text or other statements.

    In a new text, sentences that stand in the old one keep what they state; other statements are found by the labels of
    their ends, and those that are not found are named. If statements change and no text is given, the child has none.

    \b
    Example:
      contragraph versions edit 81c0 --text better.txt
      contragraph versions edit 81c0 --drop 07b0 --add 'Berlin|not capital of|France'
    """
    from contragraph.app.shown.versions import spoken, triple
    from contragraph.app.terminal.stating import parse_stated
    from contragraph.graph.stores.open import open_store
    from contragraph.graph.versions.edits import edit
    from contragraph.graph.versions.history import find_version, pairs_of

    body = None if text is None else _read(text)
    with open_store(address) as store:
        its = find_version(store, version)
        kg = next(iter(pairs_of(store, its).values()), "")
        made = edit(store, its, text=body, drop=drop, add=[parse_stated(store, kg, each) for each in add])
    _say(made)
    labels = spoken(made.unaligned)
    for stated in made.unaligned:
        click.echo(f"No sentence was found that states: {triple(stated, labels)} ({stated.statement.id}).", err=True)


def _read(path: Path) -> str:
    try:
        return sys.stdin.read() if str(path) == "-" else path.read_text("utf-8")
    except FileNotFoundError:
        raise InputError(f"There is no file {path}: give the path of a text.") from None
    except (UnicodeDecodeError, IsADirectoryError):
        raise InputError(f"{path} is no text file in UTF-8: save it as one.") from None


def _say(made: Edit) -> None:
    click.echo(f"{made.id} is version {made.number}, made from {made.parent}.")
    if made.without_text:
        click.echo(f"It has no text; give it one with: contragraph versions edit {made.id} --text FILE", err=True)


@command.command("restore")
@click.argument("version")
@click.option("--onto", metavar="VERSION", help="The parent; by default the newest version made from the restored one.")
@options.store
def restore_version(version: str, onto: str | None, address: str) -> None:
    """Bring statements and text of an older version back, as a new version.

    \b
    Example:
      contragraph versions restore 81c0
    """
    from contragraph.graph.stores.open import open_store
    from contragraph.graph.versions.edits import restore
    from contragraph.graph.versions.history import find_version

    with open_store(address) as store:
        its = find_version(store, version)
        made = restore(store, its, None if onto is None else find_version(store, onto))
    _say(made)


@command.command("review")
@click.argument("judged", metavar="VERSION")
@click.option("--reviewer", required=True, metavar="NAME", help="Who says so.")
@click.option("--verdict", required=True, metavar="WORD", help="Such as real, debatable, none or silly.")
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@options.store
def review_version(judged: str, reviewer: str, verdict: str, reason: str, address: str) -> None:
    """Note a reviewer's verdict on a version, or on a conflict by its id.

    \b
    Example:
      contragraph versions review 81c0 --reviewer ada --verdict real --reason "cannot both be"
    """
    from contragraph.graph.stores.open import open_store
    from contragraph.graph.versions.edits import review

    with open_store(address) as store:
        key = review(store, judged, reviewer, verdict, reason)
    click.echo(f"{key} is the review.")
