"""From a knowledge graph in a store to proven pairs of texts: search, extraction, perturbation, texts, dataset."""
