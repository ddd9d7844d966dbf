"""What labels and names mean by their words alone."""
