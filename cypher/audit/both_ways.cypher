// name: audit.both_ways
// doc: Pairs that a relation joins in both directions, loops included: they break an asymmetric axiom.
// params: kg: string, relation: string
// returns: subject, object
// mode: read
// engines: both
MATCH (s:Entity {kg: $kg})-[f]->(o:Entity)
WHERE f.relation = $relation
MATCH (o)-[g]->(s)
WHERE g.relation = $relation
RETURN DISTINCT s.id AS subject, o.id AS object ORDER BY subject, object
