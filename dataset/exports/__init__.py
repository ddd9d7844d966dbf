"""A finished dataset in the formats of other people's tools: one module for each, over the same job."""
