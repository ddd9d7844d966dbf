"""A bank of facts with claims against them (ConflictBank): a snapshot of the graph, shards made of it, and a merge."""
