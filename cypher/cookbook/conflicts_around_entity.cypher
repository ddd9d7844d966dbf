// name: cookbook.conflicts_around_entity
// doc: The conflicts that have a statement about an entity, as its subject or object; the statement's place in
// the conflict.
// params: entity: entity, run: string =, limit: int = 20
// returns: instance, conflict, hops, role, id, statement
// mode: read
// engines: both
MATCH (e:Entity {id: $entity})<-[:SUBJECT|OBJECT]-(s:Statement)<-[:ORIGINAL|PERTURBED|SHARED]-(c:Conflict)
MATCH (c)<-[:HAS]-(i:Instance)-[:MADE_BY]->(run:Run)
WHERE run.id STARTS WITH $run
MATCH (s)-[:SUBJECT]->(a:Entity)
MATCH (s)-[:OBJECT]->(o)
OPTIONAL MATCH (r:Relation {id: s.relation})
RETURN DISTINCT i.id AS instance, c.id AS conflict, c.hops AS hops,
       CASE WHEN EXISTS { MATCH (c)-[:ORIGINAL]->(s) } THEN 'original'
            WHEN EXISTS { MATCH (c)-[:PERTURBED]->(s) } THEN 'perturbed' ELSE 'shared' END AS role,
       s.id AS id,
       CASE WHEN s.negated THEN 'not: ' ELSE '' END + coalesce(a.label, a.id) + ' | '
         + coalesce(r.label, s.relation) + ' | ' + coalesce(o.label, o.id) AS statement
ORDER BY instance, conflict, role, id
LIMIT $limit
