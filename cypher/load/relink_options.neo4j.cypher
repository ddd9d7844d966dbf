// name: load.relink_options
// doc: Join questions again with the entities that are among their options.
// mode: write
// engines: neo4j
MATCH (q:Question)
UNWIND range(0, size(q.offers) - 1) AS place
MATCH (e:Entity {id: q.offers[place]})
WHERE NOT (q)-[:OPTION]->(e)
CALL (q, e, place) { CREATE (q)-[:OPTION {position: place, role: q.roles[place]}]->(e) } IN TRANSACTIONS OF 5000 ROWS
