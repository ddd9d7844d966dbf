"""The command line of contragraph."""
