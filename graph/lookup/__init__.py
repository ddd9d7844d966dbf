"""From what a person types to entities and relations."""
