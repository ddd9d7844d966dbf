// name: load.delete_entities
// doc: Delete the entities of a KG with their facts, in pieces.
// params: kg: string
// mode: write
// engines: neo4j
MATCH (e:Entity {kg: $kg})
CALL (e) { DETACH DELETE e } IN TRANSACTIONS OF 5000 ROWS
