// name: kg.all_in
// doc: At most so many facts that enter one entity, in no order: for entities with few facts.
// params: id: string, limit: int
// returns: relation, rank, other, hidden, valid_from, valid_to
// mode: read
// engines: ladybug
MATCH (o:Entity {id: $id})<-[f:FACT]-(s:Entity)
RETURN f.relation AS relation, f.rank AS rank, s.id AS other, s.hidden AS hidden,
       f.valid_from AS valid_from, f.valid_to AS valid_to
LIMIT $limit
