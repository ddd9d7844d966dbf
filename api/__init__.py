"""Proven contradictions, and texts that carry them, made from real knowledge graphs.

The public Python API. Names are imported when they are first used, so that importing the package costs nothing.
"""
