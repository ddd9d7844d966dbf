"""Models that validate a context: is there a contradiction in a set of documents, of which type, and where?"""
