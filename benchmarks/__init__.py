"""Measurements beside what others need for the same work: ``python -m benchmarks --help``."""
