"""How well models find the conflicts: asking them, reading their answers, and scoring these by computation."""
