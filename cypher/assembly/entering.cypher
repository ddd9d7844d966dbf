// name: assembly.entering
// doc: The facts that enter each of many entities from entities, but for those that are better connected than most.
// params: ids: strings, most: int
// returns: id, relation, rank, other, hidden, label, valid_from, valid_to
// mode: read
// engines: both
UNWIND $ids AS id
MATCH (o:Entity {id: id})
OPTIONAL MATCH (o)<-[f]-(s:Entity)
WHERE f.relation IS NOT NULL AND o.degree <= $most
WITH id, f, s
WHERE f.relation IS NOT NULL
RETURN id, f.relation AS relation, f.rank AS rank, s.id AS other, s.hidden AS hidden, s.label AS label,
       f.valid_from AS valid_from, f.valid_to AS valid_to
