// name: kg.members_out
// doc: Distinct subjects of a relation that are not hidden, by their smallest place in the seeded order, of facts with a place below a bound.
// params: kg: string, relation: string, a: int, b: int, below: int, limit: int
// names: type
// returns: id, label, types, degree, place
// mode: read
// engines: ladybug
MATCH (s:Entity)-[f:{{type}}]->(o:Entity)
WHERE f.relation = $relation AND (f.rank * $a + $b) % 2147483647 < $below AND s.kg = $kg AND NOT s.hidden
WITH s.id AS member, min((f.rank * $a + $b) % 2147483647) AS place
ORDER BY place, member
LIMIT $limit
// Names and types are read of the chosen ones only: to carry them through the grouping takes twice as long.
MATCH (e:Entity {id: member})
RETURN e.id AS id, e.label AS label, e.types AS types, e.degree AS degree, place
ORDER BY place, id
