// name: kg.facts_out
// doc: For each entity at most limit facts that leave it, in seeded order, literal objects included.
// params: ids: strings, a: int, b: int, limit: int, hidden: bool
// returns: id, relation, rank, other, value, datatype, label, place, valid_from, valid_to
// mode: read
// engines: neo4j
UNWIND $ids AS id
CALL (id) {
  MATCH (s:Entity {id: id})-[f]->(other)
  WHERE f.relation IS NOT NULL AND ($hidden OR NOT coalesce(other.hidden, false))
  WITH f, other, (f.rank * $a + $b) % 2147483647 AS place
  ORDER BY place, f.relation, other.id
  LIMIT $limit
  RETURN f.relation AS relation, f.rank AS rank, other, place,
         f.valid_from AS valid_from, f.valid_to AS valid_to
}
RETURN id, relation, rank, other.id AS other, other.value AS value, other.datatype AS datatype, other.label AS label, place,
       valid_from, valid_to
ORDER BY id, place, relation, other
