// name: load.finish
// doc: Note that a KG is complete, with its sizes.
// params: kg: string, snapshot: string, entities: int, hidden: int, relations: int, facts: int, shared: strings
// mode: write
// engines: neo4j
MATCH (k:Kg {kg: $kg})
SET k.snapshot = $snapshot, k.entities = $entities, k.hidden = $hidden, k.relations = $relations,
    k.facts = $facts, k.shared = $shared, k.complete = true
