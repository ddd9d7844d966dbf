// name: kg.instances
// doc: Entities, not hidden, that have one class by a relation, in seeded order; facts counts the values they have there.
// params: class: string, relation: string, a: int, b: int, limit: int
// names: type
// returns: id, label, types, degree, facts, place
// mode: read
// engines: both
MATCH (c:Entity {id: $class})<-[f:{{type}}]-(e:Entity)
WHERE f.relation = $relation AND NOT e.hidden
WITH e, (f.rank * $a + $b) % 2147483647 AS place
ORDER BY place, e.id
LIMIT $limit
MATCH (e)-[g:{{type}}]->(o:Entity)
WHERE g.relation = $relation
RETURN e.id AS id, e.label AS label, e.types AS types, e.degree AS degree, count(*) AS facts, place
ORDER BY place, id
