// name: cookbook.conflicts_of_relation
// doc: The conflicts of which an original statement uses a relation, with that statement.
// params: relation: relation, run: string =, limit: int = 20
// returns: instance, type, conflict, hops, strength, subject, object
// mode: read
// engines: both
MATCH (run:Run)<-[:MADE_BY]-(i:Instance)-[:HAS]->(c:Conflict)-[:ORIGINAL]->(s:Statement)
WHERE run.id STARTS WITH $run AND s.relation = $relation
MATCH (s)-[:SUBJECT]->(a:Entity)
MATCH (s)-[:OBJECT]->(o)
RETURN i.id AS instance, i.type AS type, c.id AS conflict, c.hops AS hops, c.strength AS strength,
       a.label AS subject, o.label AS object
ORDER BY type, instance, conflict, subject, object
LIMIT $limit
