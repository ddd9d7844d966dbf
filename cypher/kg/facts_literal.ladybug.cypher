// name: kg.facts_literal
// doc: Facts of one entity with literal objects, in seeded order.
// params: id: string, a: int, b: int, limit: int
// returns: relation, rank, other, value, datatype, label, place, valid_from, valid_to
// mode: read
// engines: ladybug
MATCH (s:Entity {id: $id})-[f:FACT]->(o:Literal)
RETURN f.relation AS relation, f.rank AS rank, o.id AS other, o.value AS value, o.datatype AS datatype, o.label AS label, (f.rank * $a + $b) % 2147483647 AS place,
       f.valid_from AS valid_from, f.valid_to AS valid_to
ORDER BY place, relation, other
LIMIT $limit
