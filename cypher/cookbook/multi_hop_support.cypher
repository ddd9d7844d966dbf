// name: cookbook.multi_hop_support
// doc: Conflicts of several hops with their supporting facts, the true statements without which nothing would be
// contradicted: stated by both texts, or by the perturbed one alone.
// params: least_hops: int = 2, run: string =, limit: int = 20
// returns: instance, conflict, hops, role, id, statement
// mode: read
// engines: both
MATCH (run:Run)<-[:MADE_BY]-(i:Instance)-[:HAS]->(c:Conflict)-[:PERTURBED|SHARED]->(s:Statement {source: 'kg'})
WHERE run.id STARTS WITH $run AND c.hops >= $least_hops
MATCH (s)-[:SUBJECT]->(a:Entity)
MATCH (s)-[:OBJECT]->(o)
OPTIONAL MATCH (r:Relation {id: s.relation})
RETURN DISTINCT i.id AS instance, c.id AS conflict, c.hops AS hops,
       CASE WHEN EXISTS { MATCH (c)-[:PERTURBED]->(s) } THEN 'perturbed' ELSE 'shared' END AS role,
       s.id AS id,
       CASE WHEN s.negated THEN 'not: ' ELSE '' END + coalesce(a.label, a.id) + ' | '
         + coalesce(r.label, s.relation) + ' | ' + coalesce(o.label, o.id) AS statement
ORDER BY hops DESC, instance, conflict, role, id
LIMIT $limit
