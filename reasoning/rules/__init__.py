"""Axioms as rules: Horn rules, bounds of dates, and which of them matter."""
