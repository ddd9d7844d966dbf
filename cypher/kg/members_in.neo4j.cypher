// name: kg.members_in
// doc: Distinct objects of a relation that are not hidden, by their smallest place in the seeded order, of facts with a place below a bound.
// params: kg: string, relation: string, a: int, b: int, below: int, limit: int
// names: type
// returns: id, label, types, degree, place
// mode: read
// engines: neo4j
MATCH ()-[f:{{type}}]->()
// Nodes are looked at only behind the bound, which most facts of a large graph do not pass.
WITH f, (f.rank * $a + $b) % 2147483647 AS place
WHERE place < $below AND f.relation = $relation
WITH endNode(f) AS e, startNode(f) AS other, place
WHERE e.kg = $kg AND NOT e.hidden AND e:Entity AND other:Entity
WITH e, min(place) AS place
ORDER BY place, e.id
LIMIT $limit
RETURN e.id AS id, e.label AS label, e.types AS types, e.degree AS degree, place
ORDER BY place, id
