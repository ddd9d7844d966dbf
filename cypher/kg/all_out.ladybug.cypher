// name: kg.all_out
// doc: At most so many facts that leave one entity for entities, in no order: for entities with few facts.
// params: id: string, limit: int
// returns: relation, rank, other, hidden, valid_from, valid_to
// mode: read
// engines: ladybug
MATCH (s:Entity {id: $id})-[f:FACT]->(o:Entity)
RETURN f.relation AS relation, f.rank AS rank, o.id AS other, o.hidden AS hidden,
       f.valid_from AS valid_from, f.valid_to AS valid_to
LIMIT $limit
