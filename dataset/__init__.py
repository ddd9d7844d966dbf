"""Datasets of pairs: types, records, the folder, its card and licence, the check, and exports."""
