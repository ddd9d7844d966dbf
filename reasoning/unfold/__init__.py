"""Backward unfolding: which kinds of statements would contradict each other."""
