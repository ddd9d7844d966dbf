"""The pool: proven conflicts, where they come from, which go together, and what quotas say of them."""
