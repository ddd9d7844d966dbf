"""Conflicts and texts made by language models: what they propose is proven, what they tell is verified."""
