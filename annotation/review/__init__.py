"""People decide: what they judge, by which criteria, who judges what, and how far they agree."""
