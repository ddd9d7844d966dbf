// name: audit.loops
// doc: Entities that a relation joins with themselves: they break an irreflexive axiom.
// params: kg: string, relation: string
// returns: subject
// mode: read
// engines: both
MATCH (s:Entity {kg: $kg})-[f]->(o:Entity)
WHERE f.relation = $relation AND s.id = o.id
RETURN DISTINCT s.id AS subject ORDER BY subject
