// name: audit.several_values
// doc: Entities with more than one value of a relation: they break a functional axiom.
// params: kg: string, relation: string
// returns: subject, values
// mode: read
// engines: both
MATCH (s:Entity {kg: $kg})-[f]->(o:Entity)
WHERE f.relation = $relation
WITH s.id AS subject, count(DISTINCT o.id) AS values
WHERE values > 1
RETURN subject, values ORDER BY values DESC, subject
