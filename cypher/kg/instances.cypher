// name: kg.instances
// doc: Entities, not hidden, that have one class by a relation, in seeded order.
// params: class: string, relation: string, a: int, b: int, limit: int
// names: type
// returns: id, label, types, degree, place
// mode: read
// engines: both
MATCH (c:Entity {id: $class})<-[f:{{type}}]-(e:Entity)
WHERE f.relation = $relation AND NOT e.hidden
RETURN e.id AS id, e.label AS label, e.types AS types, e.degree AS degree, (f.rank * $a + $b) % 2147483647 AS place
ORDER BY place, id
LIMIT $limit
