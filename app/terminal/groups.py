"""Groups of commands that say what was probably meant where a name is unknown."""

from __future__ import annotations

from difflib import get_close_matches

import click

MOST = 3
"""Names that are suggested at most."""
_LEAST = 0.6
"""How alike two names must be, from 0 to 1, as :mod:`difflib` counts it."""


class CommandGroup(click.Group):
    """A group of commands; one that it does not have is answered with those that are spelled alike."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first word names.

        :raises click.UsageError: if there is none.
        """
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            near = alike(args[0], self.list_commands(ctx))
            meant = f" (did you mean {' or '.join(near)}?)" if near else ""
            ctx.fail(f"There is no command '{args[0]}'{meant}")
        return super().resolve_command(ctx, args)


def alike(word: str, names: list[str]) -> list[str]:
    """The names that were probably meant, the likeliest first: those that begin so, then those spelled alike."""
    typed = word.lower()
    begun = [name for name in names if len(typed) > 1 and name.startswith(typed)]
    return list(dict.fromkeys([*begun, *get_close_matches(typed, names, MOST, _LEAST)]))[:MOST]
