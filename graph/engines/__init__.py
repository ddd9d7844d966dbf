"""The two engines behind the protocol, and what they have in common."""
