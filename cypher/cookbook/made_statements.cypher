// name: cookbook.made_statements
// doc: Made-up statements of a relation, or of all.
// params: relation: relation =, limit: int = 20
// returns: relation, id, statement
// mode: read
// engines: both
MATCH (s:Statement {source: 'made'})
WHERE $relation IN ['', s.relation]
MATCH (s)-[:SUBJECT]->(a:Entity)
MATCH (s)-[:OBJECT]->(o)
OPTIONAL MATCH (r:Relation {id: s.relation})
RETURN s.relation AS relation, s.id AS id,
       CASE WHEN s.negated THEN 'not: ' ELSE '' END + coalesce(a.label, a.id) + ' | '
         + coalesce(r.label, s.relation) + ' | ' + coalesce(o.label, o.id) AS statement
ORDER BY relation, id
LIMIT $limit
