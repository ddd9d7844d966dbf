// name: explore.neighbours
// doc: Facts around an entity, both directions, with labels.
// params: id: string, limit: int
// returns: relation, relation_label, other, other_label
// mode: read
// engines: both
MATCH (e:Entity {id: $id})-[f]-(o:Entity)
WHERE f.relation IS NOT NULL
MATCH (r:Relation {id: f.relation})
RETURN r.id AS relation, r.label AS relation_label, o.id AS other, o.label AS other_label
ORDER BY relation, other
LIMIT $limit
