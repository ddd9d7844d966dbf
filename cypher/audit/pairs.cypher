// name: audit.pairs
// doc: All facts of some relations between entities of a KG, hidden ones included: what the audit of axioms counts.
// params: kg: string, relations: strings
// returns: subject, relation, object
// mode: read
// engines: both
MATCH (s:Entity {kg: $kg})-[f]->(o:Entity)
WHERE f.relation IN $relations
RETURN s.id AS subject, f.relation AS relation, o.id AS object
