"""One module for each command; each calls its command ``command``."""
