// name: cookbook.runs_by_size
// doc: All runs, those with most pairs first.
// params: limit: int = 20
// returns: run_id, seed, kg, pairs, conflicts
// mode: read
// engines: both
MATCH (run:Run)
OPTIONAL MATCH (run)<-[:MADE_BY]-(i:Instance)
OPTIONAL MATCH (i)-[:HAS]->(c:Conflict)
RETURN run.id AS run_id, run.seed AS seed, run.kg AS kg, count(DISTINCT i.id) AS pairs, count(DISTINCT c.id) AS conflicts
ORDER BY pairs DESC, run_id
LIMIT $limit
