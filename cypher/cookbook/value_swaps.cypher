// name: cookbook.value_swaps
// doc: Conflicts in which the made-up statement gives the same subject another value of the same relation: the true
// value, and the one in its place.
// params: relation: relation =, limit: int = 20
// returns: conflict, subject, relation, true_object, made_object
// mode: read
// engines: both
MATCH (s:Statement)<-[:ORIGINAL]-(c:Conflict)-[:PERTURBED]->(m:Statement {source: 'made'})
WHERE s.relation = m.relation AND s.subject = m.subject AND NOT m.negated AND $relation IN ['', s.relation]
MATCH (s)-[:SUBJECT]->(a:Entity)
MATCH (s)-[:OBJECT]->(o)
MATCH (m)-[:OBJECT]->(mo)
OPTIONAL MATCH (r:Relation {id: s.relation})
RETURN c.id AS conflict, a.label AS subject, coalesce(r.label, s.relation) AS relation, o.label AS true_object,
       mo.label AS made_object
ORDER BY relation, conflict, true_object, made_object
LIMIT $limit
