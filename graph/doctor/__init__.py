"""The audit of a store; it repairs nothing."""
