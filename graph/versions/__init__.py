"""Versions of a pair: their history, and changes that make further ones."""
