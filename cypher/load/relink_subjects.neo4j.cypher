// name: load.relink_subjects
// doc: Join statements again with the entities that are their subjects.
// mode: write
// engines: neo4j
MATCH (s:Statement)
WHERE NOT (s)-[:SUBJECT]->()
MATCH (e:Entity {id: s.subject})
CALL (s, e) { CREATE (s)-[:SUBJECT]->(e) } IN TRANSACTIONS OF 5000 ROWS
