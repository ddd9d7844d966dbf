// name: kg.facts_out
// doc: Facts that leave one entity for entities, in seeded order.
// params: id: string, a: int, b: int, limit: int, hidden: bool
// returns: relation, rank, other, place, valid_from, valid_to
// mode: read
// engines: ladybug
MATCH (s:Entity {id: $id})-[f:FACT]->(o:Entity)
WHERE $hidden OR NOT o.hidden
RETURN f.relation AS relation, f.rank AS rank, o.id AS other, (f.rank * $a + $b) % 2147483647 AS place,
       f.valid_from AS valid_from, f.valid_to AS valid_to
ORDER BY place, relation, other
LIMIT $limit
