// name: cookbook.busiest_axioms
// doc: The axioms that carry most conflicts.
// params: run: string =, limit: int = 20
// returns: axiom, says, strength, conflicts
// mode: read
// engines: both
MATCH (run:Run)<-[:MADE_BY]-(i:Instance)-[:HAS]->(c:Conflict)-[:USES]->(a:Axiom)
WHERE run.id STARTS WITH $run
RETURN a.id AS axiom, CASE WHEN a.text = a.id THEN NULL ELSE a.text END AS says, a.strength AS strength, count(DISTINCT c.id) AS conflicts
ORDER BY conflicts DESC, axiom
LIMIT $limit
