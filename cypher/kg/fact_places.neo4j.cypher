// name: kg.fact_places
// doc: Facts of a KG whose subjects are kept at the places in a range: for each relation and time the places of both ends as one number, and the ranks.
// params: kg: string, first: int, last: int
// names: label
// returns: relation, valid_from, valid_to, ends, rank
// mode: read
// engines: neo4j
UNWIND range($first, $last) AS place
MATCH (s:Entity)
WHERE id(s) = place AND s.kg = $kg
MATCH (s)-[f]->(o:{{label}})
WHERE f.relation IS NOT NULL
// Numbers cross the network one by one, so that fewer of them are faster: 2^40 is beyond every place.
RETURN f.relation AS relation, f.valid_from AS valid_from, f.valid_to AS valid_to,
       collect((place - $first) * 1099511627776 + id(o)) AS ends, collect(f.rank) AS rank
