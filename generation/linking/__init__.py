"""What two linked graphs say of the same things: how far they agree, and pairs of what they say differently.

Each graph is read through its schema mapping (``kgs/<name>/alignment.ttl``), so that ``dbo:birthPlace`` and ``wdt:P19``
are one relation; which things are one is told by links.
"""
