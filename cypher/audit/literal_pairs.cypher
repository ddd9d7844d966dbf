// name: audit.literal_pairs
// doc: All facts of some relations with literal objects: what the audit of axioms about dates and numbers counts.
// params: kg: string, relations: strings
// returns: subject, relation, value, datatype
// mode: read
// engines: both
MATCH (s:Entity {kg: $kg})-[f]->(o:Literal)
WHERE f.relation IN $relations
RETURN s.id AS subject, f.relation AS relation, o.value AS value, o.datatype AS datatype
