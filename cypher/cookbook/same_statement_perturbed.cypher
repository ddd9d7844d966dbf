// name: cookbook.same_statement_perturbed
// doc: True statements that several conflicts contradict, each with the made-up statements against it.
// params: least: int = 2, limit: int = 20
// returns: id, statement, conflicts, conflict, made
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
RETURN s.id AS id,
       CASE WHEN s.negated THEN 'not: ' ELSE '' END + coalesce(a.label, a.id) + ' | '
         + coalesce(r.label, s.relation) + ' | ' + coalesce(o.label, o.id) AS statement,
       conflicts, c.id AS conflict,
       CASE WHEN m.negated THEN 'not: ' ELSE '' END + coalesce(ma.label, ma.id) + ' | '
         + coalesce(mr.label, m.relation) + ' | ' + coalesce(mo.label, mo.id) AS made
ORDER BY conflicts DESC, id, conflict, made
LIMIT $limit
