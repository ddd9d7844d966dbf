// name: load.relink_same
// doc: Link entities again with those that are there now; the note about them goes.
// mode: write
// engines: neo4j
MATCH (o:Entity)
WHERE o.links IS NOT NULL
CALL (o) {
  CALL (o) {
    UNWIND o.links AS id
    MATCH (e:Entity {id: id})
    WITH CASE WHEN e.id < o.id THEN e ELSE o END AS a, CASE WHEN e.id < o.id THEN o ELSE e END AS b
    MERGE (a)-[:SAME_AS]->(b)
    RETURN count(*) AS again
  }
  REMOVE o.links
} IN TRANSACTIONS OF 5000 ROWS
