// name: cookbook.rules_used
// doc: Which rules of reasoning the proofs use, in how many steps of how many conflicts.
// params: run: string =
// returns: rule, steps, conflicts
// mode: read
// engines: both
MATCH (run:Run)<-[:MADE_BY]-(i:Instance)-[:HAS]->(c:Conflict)-[:PROVED_BY]->(d:Derivation)
WHERE run.id STARTS WITH $run
RETURN d.rule AS rule, count(DISTINCT d.id) AS steps, count(DISTINCT c.id) AS conflicts
ORDER BY steps DESC, rule
