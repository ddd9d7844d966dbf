// name: cookbook.busiest_entities
// doc: The entities that occur in most conflicts, as subject or object of their statements.
// params: run: string =, limit: int = 20
// returns: entity, label, conflicts
// mode: read
// engines: both
MATCH (run:Run)<-[:MADE_BY]-(i:Instance)-[:HAS]->(c:Conflict)-[:ORIGINAL|PERTURBED|SHARED]->(s:Statement)
WHERE run.id STARTS WITH $run
MATCH (s)-[:SUBJECT|OBJECT]->(e:Entity)
RETURN e.id AS entity, e.label AS label, count(DISTINCT c.id) AS conflicts
ORDER BY conflicts DESC, entity
LIMIT $limit
