"""Runs in shards: each made by itself, by whoever has time, and put together in their order."""
