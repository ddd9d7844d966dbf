// name: kg.entity_fact_places
// doc: What kg.fact_places gives of entities where there are no literals: to look at what each object is takes a quarter longer.
// params: kg: string, first: int, last: int
// returns: relation, valid_from, valid_to, ends, rank
// mode: read
// engines: neo4j
UNWIND range($first, $last) AS place
MATCH (s:Entity)
WHERE id(s) = place AND s.kg = $kg
MATCH (s)-[f]->(o)
WHERE f.relation IS NOT NULL
RETURN f.relation AS relation, f.valid_from AS valid_from, f.valid_to AS valid_to,
       collect((place - $first) * 1099511627776 + id(o)) AS ends, collect(f.rank) AS rank
