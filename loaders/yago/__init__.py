"""YAGO 3, 4 and 4.5: the files of their releases, and collections made of them."""
