// name: cookbook.two_way_relations
// doc: Which relations hold both ways between entities: how often the graph breaks "never both ways", or fails
// "always both ways".
// params: kg: string =, least_facts: int = 10, limit: int = 20
// returns: relation, label, facts, both_ways, percent
// mode: read
// engines: both
MATCH (a:Entity)-[f]->(b:Entity)
WHERE f.relation IS NOT NULL AND a.kg STARTS WITH $kg AND a.id <> b.id
OPTIONAL MATCH (b)-[g]->(a)
WHERE g.relation = f.relation
WITH f.relation AS relation, a.id AS s, b.id AS o, count(g.relation) AS back
WITH relation, count(*) AS facts, count(CASE WHEN back > 0 THEN 1 ELSE NULL END) AS both_ways
WHERE facts >= $least_facts
OPTIONAL MATCH (r:Relation {id: relation})
RETURN relation, r.label AS label, facts, both_ways, both_ways * 100 / facts AS percent
ORDER BY percent DESC, relation
LIMIT $limit
