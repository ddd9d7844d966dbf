"""The command ``contragraph``: its commands, imported only when they are used, and the way out of every error."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from importlib import import_module

import click

from contragraph.app.terminal.failures import exit_code_of
from contragraph.app.terminal.groups import CommandGroup

COMMANDS: Mapping[str, str] = {
    "kg": "Make the folder of a graph of one's own, for a person to look over.",
    "load": "Load a knowledge graph into the store.",
    "agreement": "Count how often two linked graphs say the same, by relation.",
    "generate": "Make a dataset of proven contradictions.",
    "check": "Prove a dataset again from its files alone.",
    "show": "Show one pair, set of documents, claim or fact of a dataset for a person to read.",
    "export": "Write a dataset in the format of other tools.",
    "serve": "Show a dataset as pages in a browser on this machine.",
    "review": "Judge the pairs of a dataset in a browser on this machine.",
    "cypher": "Run Cypher queries, read-only.",
    "find": "Find entities by their label or alias.",
    "paths": "Find the best paths between entities, or what proves or refutes a statement.",
    "versions": "Read and continue the history of a pair.",
    "runs": "List, move and delete the generation runs in the store.",
    "doctor": "Audit the store: find damage, repair nothing.",
    "info": "Say what is installed and what the store holds.",
    "read": "Have people read pairs, and score what they find.",
    "evaluate": "Measure how well models find the contradictions of a dataset.",
    "patterns": "List, show and run the patterns of conflicts: queries for true facts and what contradicts them.",
    "filters": "List the filters of the search, and measure what each catches.",
    "scan": "List which documents of a folder contradict each other, where and why.",
    "validate": "Say whether the documents given for a question contradict each other, which of them, and why.",
    "score": "Score responses by the claims of which their documents disagree (ConflictScore).",
    "regenerate": "Ask once more where an answer hides that its documents disagree (R-RAG), beside controls.",
    "classify": "Say what kinds of conflicts datasets of texts hold: how many, by which cause, in how many hops.",
    "ontology": "Examine the axioms that contradictions rest on.",
}
"""Every command with its line in the list of commands; each lives in the module of its name in ``commands``."""


class Lazy(CommandGroup):
    """A group that imports a command's module when the command is called, and not to list it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the work."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"contragraph.app.commands.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _version(ctx: click.Context, option: click.Parameter, wanted: bool) -> None:
    del option
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"contragraph {version('contragraph')}")
        ctx.exit()


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version and exit."
)
def cli() -> None:
    """Make proven contradictions, and texts that carry them, from a knowledge graph.

    \b
    Example:
      contragraph load sample
      contragraph generate --plan small --out dataset
      contragraph show dataset 1
    """


def _stop(signum: int, frame: object) -> None:
    """End as Ctrl-C does: what was begun is taken back or can be gone on with, and locks are let go."""
    raise KeyboardInterrupt


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with 0 done, 1 the answer is no, 2 wrong use or bad input, 3 outside failure."""
    given = list(sys.argv[1:] if arguments is None else arguments)

    def work() -> object:
        if threading.current_thread() is not threading.main_thread():
            return cli.main(given, "contragraph", standalone_mode=False)
        signal.signal(signal.SIGTERM, _stop)  # only here, where what it raises is told
        try:
            return cli.main(given, "contragraph", standalone_mode=False)
        finally:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)

    sys.exit(exit_code_of(work, debug="--debug" in given))
