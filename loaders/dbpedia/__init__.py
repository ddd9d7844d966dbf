"""DBpedia: the files of its releases, and collections made of them."""
