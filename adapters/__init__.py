"""ConflictScore as a metric of other tools: one module for each, which imports that tool."""
