"""Proving datasets again from their files alone."""
