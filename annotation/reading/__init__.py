"""How well the conflicts are: pairs drawn for readers, what they find and judge, and the figures made of that."""
