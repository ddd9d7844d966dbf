// name: kg.kgs
// doc: The KGs in the store with their sizes; complete is false while one is being loaded.
// returns: kg, snapshot, entities, hidden, relations, facts, complete
// mode: read
// engines: both
MATCH (k:Kg)
RETURN k.kg AS kg, k.snapshot AS snapshot, k.entities AS entities, k.hidden AS hidden,
       k.relations AS relations, k.facts AS facts, k.complete AS complete
ORDER BY kg
