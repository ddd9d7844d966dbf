// name: search.leaving
// doc: The facts of some relations that leave each of many entities for entities, hidden ones too.
// params: ids: strings, relations: strings
// returns: id, relation, other, valid_from, valid_to
// mode: read
// engines: both
UNWIND $ids AS id
MATCH (s:Entity {id: id})
OPTIONAL MATCH (s)-[f]->(o:Entity)
WHERE f.relation IN $relations
WITH id, f, o
WHERE f.relation IS NOT NULL
RETURN id, f.relation AS relation, o.id AS other, f.valid_from AS valid_from, f.valid_to AS valid_to
