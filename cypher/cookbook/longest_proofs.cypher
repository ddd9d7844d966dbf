// name: cookbook.longest_proofs
// doc: The conflicts whose proofs take most steps, over all their minimal sets.
// params: run: string =, limit: int = 10
// returns: instance, type, conflict, hops, steps
// mode: read
// engines: both
MATCH (run:Run)<-[:MADE_BY]-(i:Instance)-[:HAS]->(c:Conflict)-[:PROVED_BY]->(d:Derivation)
WHERE run.id STARTS WITH $run
RETURN i.id AS instance, i.type AS type, c.id AS conflict, c.hops AS hops, count(DISTINCT d.id) AS steps
ORDER BY steps DESC, instance, conflict
LIMIT $limit
