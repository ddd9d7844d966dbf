// name: cookbook.made_statements
// doc: Made-up statements of a relation, or of all.
// params: relation: relation =, limit: int = 20
// returns: statement, subject, relation, object, negated
// mode: read
// engines: both
MATCH (s:Statement {source: 'made'})
WHERE $relation IN ['', s.relation]
MATCH (s)-[:SUBJECT]->(a:Entity)
MATCH (s)-[:OBJECT]->(o)
OPTIONAL MATCH (r:Relation {id: s.relation})
RETURN s.id AS statement, a.label AS subject, coalesce(r.label, s.relation) AS relation, o.label AS object,
       s.negated AS negated
ORDER BY relation, statement
LIMIT $limit
