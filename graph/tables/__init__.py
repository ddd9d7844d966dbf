"""What was made as tables: columns of nodes, kinds of relationships, and rows, the same for every engine."""
