// name: kg.linked
// doc: All facts of the given relations of a KG between entities, in no order.
// params: kg: string, relations: strings
// returns: subject, relation, object
// mode: read
// engines: both
MATCH (s:Entity)-[f]->(o:Entity)
WHERE s.kg = $kg AND f.relation IN $relations
RETURN s.id AS subject, f.relation AS relation, o.id AS object
