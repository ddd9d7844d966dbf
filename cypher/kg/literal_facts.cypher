// name: kg.literal_facts
// doc: Facts of a relation with literal objects, of entities that are not hidden, in seeded order.
// params: kg: string, relation: string, a: int, b: int, limit: int
// returns: subject, value, datatype, valid_from, valid_to, place
// mode: read
// engines: both
MATCH (s:Entity {kg: $kg})-[f]->(o:Literal)
WHERE f.relation = $relation AND NOT s.hidden
RETURN s.id AS subject, o.value AS value, o.datatype AS datatype, f.valid_from AS valid_from, f.valid_to AS valid_to,
       (f.rank * $a + $b) % 2147483647 AS place
ORDER BY place, subject, datatype, value
LIMIT $limit
