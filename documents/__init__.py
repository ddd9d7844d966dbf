"""What other people's texts say: statements, clashes between texts, and the kinds of conflicts that datasets hold."""
