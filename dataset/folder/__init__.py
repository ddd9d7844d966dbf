"""A dataset as a folder: writing it with its card, and opening what it holds."""
