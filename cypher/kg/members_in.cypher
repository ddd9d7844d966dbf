// name: kg.members_in
// doc: Distinct objects of a relation that are not hidden, by their smallest place in the seeded order.
// params: kg: string, relation: string, a: int, b: int, limit: int
// names: type
// returns: id, label, types, degree, facts, place
// mode: read
// engines: both
MATCH (s:Entity)-[f:{{type}}]->(o:Entity)
WHERE f.relation = $relation AND o.kg = $kg AND NOT o.hidden
WITH o AS e, min((f.rank * $a + $b) % 2147483647) AS place, count(*) AS facts
RETURN e.id AS id, e.label AS label, e.types AS types, e.degree AS degree, facts, place
ORDER BY place, id
LIMIT $limit
