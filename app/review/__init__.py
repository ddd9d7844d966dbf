"""The pages on which people review a dataset, served on this machine."""
