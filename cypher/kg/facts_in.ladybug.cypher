// name: kg.facts_in
// doc: Facts that enter one entity, in seeded order.
// params: id: string, a: int, b: int, limit: int, hidden: bool
// returns: relation, rank, other, place, valid_from, valid_to
// mode: read
// engines: ladybug
MATCH (o:Entity {id: $id})<-[f:FACT]-(s:Entity)
WHERE $hidden OR NOT s.hidden
RETURN f.relation AS relation, f.rank AS rank, s.id AS other, (f.rank * $a + $b) % 2147483647 AS place,
       f.valid_from AS valid_from, f.valid_to AS valid_to
ORDER BY place, relation, other
LIMIT $limit
