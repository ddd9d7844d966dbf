"""From an error to one plain sentence on stderr and an exit code (the command line contract)."""

from __future__ import annotations

import logging
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from contragraph.graph.errors import ContragraphError, StoreGoneError
from contragraph.graph.secrets import redact

NO = 1
WRONG = 2
OUTSIDE = 3
STOPPED = 130
BROKEN_PIPE = 141
"""As a shell reports a program that ended because nobody read on."""


class StoppedError(Exception):
    """The user stopped the work; the text says how to go on."""


@contextmanager
def resumable() -> Iterator[None]:
    """Work that goes on with ``--resume`` where it was stopped, or where the store went away."""
    try:
        yield
    except KeyboardInterrupt:
        raise StoppedError("Stopped; the same command with --resume goes on where it was.") from None
    except StoreGoneError as error:
        raise StoreGoneError(f"{str(error).rstrip('.')} with --resume.") from error


@contextmanager
def answers_kept() -> Iterator[None]:
    """Work that asks models, whose answers are kept where it was stopped."""
    try:
        yield
    except KeyboardInterrupt:
        raise StoppedError("Stopped; answers that came are kept, and the same command goes on from there.") from None


def _say(text: str) -> None:
    sentence = " ".join(redact(text).split()) or "Something went wrong."
    if sentence[-1] not in ".!?…":
        sentence += "."
    click.echo(sentence, err=True)


def exit_code_of(work: Callable[[], object], *, debug: bool) -> int:
    """Do the work; on an error print one sentence, with a traceback before it if ``debug``. Returns the exit code."""
    try:
        notes = logging.StreamHandler()
        notes.setFormatter(logging.Formatter("%(message)s"))
        logging.getLogger("contragraph").handlers = [notes]
        if not debug:
            # Drivers log each attempt to connect; without a handler Python would print that on stderr.
            logging.getLogger().addHandler(logging.NullHandler())
        code = work()
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except BrokenPipeError:
        # Python would complain again when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except (Exception, KeyboardInterrupt) as error:
        if debug and not isinstance(error, (click.UsageError, click.Abort, click.exceptions.Exit)):
            click.echo(redact(traceback.format_exc()), err=True, nl=False)
        return _told(error)


def _told(error: BaseException) -> int:
    """Say what went wrong; the exit code."""
    code = OUTSIDE
    match error:
        case click.exceptions.NoArgsIsHelpError():
            click.echo(error.format_message(), err=True)
            return WRONG
        case click.ClickException():
            where = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "contragraph"
            sentence = error.format_message().rstrip(".")
            _say(f"{sentence[:1].upper()}{sentence[1:]}; see {where} --help")
            return WRONG
        case StoppedError():
            _say(str(error))
            return STOPPED
        case click.Abort() | KeyboardInterrupt():
            _say("Stopped; nothing was left half-written.")
            return STOPPED
        case ContragraphError():
            _say(str(error))
            code = error.exit_code
        case MemoryError():
            _say("The memory of this machine is not enough; try a smaller graph or plan.")
        case OSError():
            place = f" {error.filename}" if error.filename else ""
            _say(f"The system refused{place}: {error.strerror or error}; free space or change rights, and try again.")
        case _:
            _say(f"Unexpected {type(error).__name__}: {error}; the same command with --debug shows where.")
    return code
