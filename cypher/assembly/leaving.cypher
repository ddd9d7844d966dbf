// name: assembly.leaving
// doc: The facts that leave each of many entities for entities, hidden ones too.
// params: ids: strings
// returns: id, relation, rank, other, hidden, label, valid_from, valid_to
// mode: read
// engines: both
UNWIND $ids AS id
MATCH (s:Entity {id: id})
OPTIONAL MATCH (s)-[f]->(o:Entity)
WHERE f.relation IS NOT NULL
WITH id, f, o
WHERE f.relation IS NOT NULL
RETURN id, f.relation AS relation, f.rank AS rank, o.id AS other, o.hidden AS hidden, o.label AS label,
       f.valid_from AS valid_from, f.valid_to AS valid_to
