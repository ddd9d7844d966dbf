"""Reading what models answer: verdicts and quotes, and which sentences they name."""
