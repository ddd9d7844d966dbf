// name: cookbook.statements_of_conflict
// doc: All statements of a conflict in labels: which side they stand on, and whether they are true in the graph
// or made up.
// params: conflict: string
// returns: role, source, id, statement
// mode: read
// engines: both
MATCH (c:Conflict {id: $conflict})-[:ORIGINAL|PERTURBED|SHARED]->(s:Statement)
MATCH (s)-[:SUBJECT]->(a:Entity)
MATCH (s)-[:OBJECT]->(o)
OPTIONAL MATCH (r:Relation {id: s.relation})
RETURN DISTINCT CASE WHEN EXISTS { MATCH (c)-[:ORIGINAL]->(s) } THEN 'original'
            WHEN EXISTS { MATCH (c)-[:PERTURBED]->(s) } THEN 'perturbed' ELSE 'shared' END AS role, s.source AS source,
       s.id AS id,
       CASE WHEN s.negated THEN 'not: ' ELSE '' END + coalesce(a.label, a.id) + ' | '
         + coalesce(r.label, s.relation) + ' | ' + coalesce(o.label, o.id) AS statement
ORDER BY role, id
