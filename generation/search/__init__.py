"""The search for conflicts: from axioms to queries, rows to candidates, candidates to a pool of proven ones."""
