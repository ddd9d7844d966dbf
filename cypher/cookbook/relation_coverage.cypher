// name: cookbook.relation_coverage
// doc: The relations that pairs are about: how many pairs, how many of them multi-hop, how many conflicts
// contradict a fact of it.
// params: run: string =
// returns: relation, label, pairs, multi_hop, conflicts
// mode: read
// engines: both
MATCH (run:Run)<-[:MADE_BY]-(i:Instance)-[:HAS]->(c:Conflict)-[:ORIGINAL]->(s:Statement)
WHERE run.id STARTS WITH $run AND s.id IN i.seed_statements
OPTIONAL MATCH (r:Relation {id: s.relation})
RETURN s.relation AS relation, r.label AS label, count(DISTINCT i.id) AS pairs,
       count(DISTINCT CASE WHEN i.type ENDS WITH 'multi-hop' THEN i.id ELSE NULL END) AS multi_hop,
       count(DISTINCT c.id) AS conflicts
ORDER BY pairs DESC, relation
