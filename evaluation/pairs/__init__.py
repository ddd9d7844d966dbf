"""Models asked about pairs: items, questions, runs, measures and the report."""
