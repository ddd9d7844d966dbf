"""What the terminal shows of records: pairs, sets, claims, facts, versions, paths."""
