"""Claims with documents that support them, contradict them or do neither, each label proven (ConflictBench)."""
