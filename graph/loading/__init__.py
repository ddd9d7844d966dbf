"""Staged tables as every engine loads them, and the ranks of facts."""
