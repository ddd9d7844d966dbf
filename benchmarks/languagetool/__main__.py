"""``python -m benchmarks.languagetool fetch``: get the jars of LanguageTool, once."""

from __future__ import annotations

import sys

from benchmarks.languagetool import FETCH, fetch


def main(arguments: list[str]) -> int:
    """Exit code 0 done, 2 wrong use, 3 Maven or the network failed."""
    if arguments != ["fetch"]:
        print(f"Use: {FETCH}", file=sys.stderr)
        return 2
    try:
        print(fetch())
    except OSError as error:
        print(error, file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
