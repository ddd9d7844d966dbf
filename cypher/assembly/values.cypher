// name: assembly.values
// doc: The facts that give literals to each of many entities.
// params: ids: strings
// returns: id, relation, rank, value, datatype, label, valid_from, valid_to
// mode: read
// engines: both
UNWIND $ids AS id
MATCH (s:Entity {id: id})
OPTIONAL MATCH (s)-[f]->(o:Literal)
WHERE f.relation IS NOT NULL
WITH id, f, o
WHERE f.relation IS NOT NULL
RETURN id, f.relation AS relation, f.rank AS rank, o.value AS value, o.datatype AS datatype, o.label AS label,
       f.valid_from AS valid_from, f.valid_to AS valid_to
