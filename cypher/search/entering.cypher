// name: search.entering
// doc: The facts of some relations that enter each of many entities, from hidden ones too.
// params: ids: strings, relations: strings
// returns: id, relation, other, valid_from, valid_to
// mode: read
// engines: both
UNWIND $ids AS id
MATCH (o:Entity {id: id})
OPTIONAL MATCH (o)<-[f]-(s:Entity)
WHERE f.relation IN $relations
WITH id, f, s
WHERE f.relation IS NOT NULL
RETURN id, f.relation AS relation, s.id AS other, f.valid_from AS valid_from, f.valid_to AS valid_to
