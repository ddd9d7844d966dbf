"""Values of literals: when they are the same, different or later, and which days and moments they mean."""
