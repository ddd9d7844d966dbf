"""When things were, estimated from years in descriptions and from neighbours, for graphs without dates."""
