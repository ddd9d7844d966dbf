"""Runs: from loaded graphs to a dataset folder, and to what the store keeps of it."""
