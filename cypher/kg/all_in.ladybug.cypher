// name: kg.all_in
// doc: At most so many facts that enter one entity, in no order: for entities with few facts.
// params: id: string, limit: int
// returns: relation, rank, other, hidden
// mode: read
// engines: ladybug
MATCH (o:Entity {id: $id})<-[f:FACT]-(s:Entity)
RETURN f.relation AS relation, f.rank AS rank, s.id AS other, s.hidden AS hidden
LIMIT $limit
