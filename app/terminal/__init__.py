"""What all commands share: options, tables, progress, and what is said when something fails."""
