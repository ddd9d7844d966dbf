// name: kg.seeds
// doc: Facts of a relation between entities that are not hidden, in seeded order, as far as their places are below a bound.
// params: kg: string, relation: string, a: int, b: int, below: int, limit: int
// names: type
// returns: subject, object, rank, place, valid_from, valid_to
// mode: read
// engines: neo4j
MATCH ()-[f:{{type}}]->()
// Nodes are looked at only behind the bound, which most facts of a large graph do not pass.
WITH f, (f.rank * $a + $b) % 2147483647 AS place
WHERE place < $below AND f.relation = $relation
WITH f, startNode(f) AS s, endNode(f) AS o, place
WHERE s.kg = $kg AND NOT s.hidden AND NOT o.hidden AND o:Entity
RETURN s.id AS subject, o.id AS object, f.rank AS rank, place, f.valid_from AS valid_from, f.valid_to AS valid_to
ORDER BY place, subject, object
LIMIT $limit
