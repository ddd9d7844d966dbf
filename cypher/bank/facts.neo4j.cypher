// name: bank.facts
// doc: The facts between entities that leave the entities of a KG at the places in a range, a list of each column.
// params: kg: string, first: int, last: int
// returns: subject, relation, object, valid_from, valid_to
// mode: read
// engines: neo4j
UNWIND range($first, $last) AS place
MATCH (s:Entity)
WHERE id(s) = place AND s.kg = $kg
MATCH (s)-[f]->(o:Entity)
WHERE f.relation IS NOT NULL
RETURN collect(s.id) AS subject, collect(f.relation) AS relation, collect(o.id) AS object,
       collect(coalesce(f.valid_from, '')) AS valid_from, collect(coalesce(f.valid_to, '')) AS valid_to
