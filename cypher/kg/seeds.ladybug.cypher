// name: kg.seeds
// doc: Facts of a relation between entities that are not hidden, in seeded order, as far as their places are below a bound.
// params: kg: string, relation: string, a: int, b: int, below: int, limit: int
// names: type
// returns: subject, object, rank, place, valid_from, valid_to
// mode: read
// engines: ladybug
MATCH (s:Entity)-[f:{{type}}]->(o:Entity)
WHERE f.relation = $relation AND (f.rank * $a + $b) % 2147483647 < $below AND s.kg = $kg AND NOT s.hidden AND NOT o.hidden
RETURN s.id AS subject, o.id AS object, f.rank AS rank, (f.rank * $a + $b) % 2147483647 AS place,
       f.valid_from AS valid_from, f.valid_to AS valid_to
ORDER BY place, subject, object
LIMIT $limit
