// name: load.relink_objects
// doc: Join statements again with the entities that are their objects.
// mode: write
// engines: neo4j
MATCH (s:Statement)
WHERE NOT (s)-[:OBJECT]->()
MATCH (e:Entity {id: s.object})
CALL (s, e) { CREATE (s)-[:OBJECT]->(e) } IN TRANSACTIONS OF 5000 ROWS
