"""What the lines of datasets hold: records, and how pairs and sets become lines and are read back."""
