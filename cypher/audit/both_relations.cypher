// name: audit.both_relations
// doc: Pairs that two relations join in the same direction: they break a disjointness axiom.
// params: kg: string, one: string, other: string
// returns: subject, object
// mode: read
// engines: both
MATCH (s:Entity {kg: $kg})-[f]->(o:Entity), (s)-[g]->(o)
WHERE f.relation = $one AND g.relation = $other
RETURN DISTINCT s.id AS subject, o.id AS object ORDER BY subject, object
