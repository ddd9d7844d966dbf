// name: audit.times
// doc: Facts of some relations that hold for a time only, with that time.
// params: kg: string, relations: strings
// returns: subject, relation, object, valid_from, valid_to
// mode: read
// engines: both
MATCH (s:Entity {kg: $kg})-[f]->(o:Entity)
WHERE f.relation IN $relations AND (f.valid_from IS NOT NULL OR f.valid_to IS NOT NULL)
RETURN s.id AS subject, f.relation AS relation, o.id AS object, f.valid_from AS valid_from, f.valid_to AS valid_to
