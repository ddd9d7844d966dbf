"""``python -m contragraph.app`` is the command ``contragraph``."""

from contragraph.app.cli import main

if __name__ == "__main__":
    main()
