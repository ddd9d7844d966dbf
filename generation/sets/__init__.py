"""Sets of documents: a proven conflict spread over one document or several, among others that contradict nothing."""
