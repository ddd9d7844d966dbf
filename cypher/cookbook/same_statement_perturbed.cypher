// name: cookbook.same_statement_perturbed
// doc: True statements that several conflicts contradict, each with the made-up statements against it.
// params: least: int = 2, limit: int = 20
// returns: subject, relation, object, conflicts, statement, made_subject, made_relation, made_object, made_negated, conflict
// mode: read
// engines: both
MATCH (s:Statement)<-[:ORIGINAL]-(each:Conflict)
WITH s, count(DISTINCT each.id) AS conflicts
WHERE conflicts >= $least
MATCH (s)<-[:ORIGINAL]-(c:Conflict)-[:PERTURBED]->(m:Statement {source: 'made'})
MATCH (s)-[:SUBJECT]->(a:Entity)
MATCH (s)-[:OBJECT]->(o)
OPTIONAL MATCH (r:Relation {id: s.relation})
MATCH (m)-[:SUBJECT]->(ma:Entity)
MATCH (m)-[:OBJECT]->(mo)
OPTIONAL MATCH (mr:Relation {id: m.relation})
RETURN a.label AS subject, coalesce(r.label, s.relation) AS relation, o.label AS object, conflicts, s.id AS statement,
       ma.label AS made_subject, coalesce(mr.label, m.relation) AS made_relation, mo.label AS made_object,
       m.negated AS made_negated, c.id AS conflict
ORDER BY conflicts DESC, statement, conflict, m.id
LIMIT $limit
