// name: cookbook.conflicts_of_axiom
// doc: The conflicts whose proofs use an axiom.
// params: axiom: string, run: string =, limit: int = 20
// returns: instance, type, conflict, hops, strength
// mode: read
// engines: both
MATCH (a:Axiom {id: $axiom})<-[:USES]-(c:Conflict)<-[:HAS]-(i:Instance)-[:MADE_BY]->(run:Run)
WHERE run.id STARTS WITH $run
RETURN i.id AS instance, i.type AS type, c.id AS conflict, c.hops AS hops, c.strength AS strength
ORDER BY type, instance, conflict
LIMIT $limit
