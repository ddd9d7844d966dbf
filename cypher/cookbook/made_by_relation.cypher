// name: cookbook.made_by_relation
// doc: Made-up statements by their relation: how many, how many of them negated, in how many conflicts.
// returns: relation, label, statements, negated, conflicts
// mode: read
// engines: both
MATCH (c:Conflict)-[:PERTURBED]->(s:Statement {source: 'made'})
OPTIONAL MATCH (r:Relation {id: s.relation})
RETURN s.relation AS relation, r.label AS label, count(DISTINCT s.id) AS statements,
       count(DISTINCT CASE WHEN s.negated THEN s.id ELSE NULL END) AS negated, count(DISTINCT c.id) AS conflicts
ORDER BY statements DESC, relation
