"""A graph of one's own: the folder that says what is known of it, made from its facts for a person to look over.

``sources`` reads the graph, ``reading`` has its facts, ``hints`` what English words mean, ``wording`` says relations,
``roles`` guesses what they and the classes do, ``axioms`` suggests what cannot be both, with what speaks for it and
against it, and ``folder`` writes it all in the files of ``kgs/``.
"""
