"""R-RAG (arXiv 2606.26437): an answer with a conflicted claim is asked for once more, beside controls."""
