"""People (or models) judge pairs: blind reading, and review."""
