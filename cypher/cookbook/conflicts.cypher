// name: cookbook.conflicts
// doc: Conflicts by the beginning of their pair's type, by strength and by their hops; each may be left open.
// params: type: string =, strength: string =, least_hops: int = 1, run: string =, limit: int = 20
// returns: instance, type, conflict, hops, strength
// mode: read
// engines: both
MATCH (run:Run)<-[:MADE_BY]-(i:Instance)-[:HAS]->(c:Conflict)
WHERE run.id STARTS WITH $run AND i.type STARTS WITH $type AND c.strength STARTS WITH $strength
  AND c.hops >= $least_hops
RETURN i.id AS instance, i.type AS type, c.id AS conflict, c.hops AS hops, c.strength AS strength
ORDER BY type, instance, conflict
LIMIT $limit
