// name: kg.plain_fact_places
// doc: Facts between entities whose subjects are kept at the places in a range: for each relationship type the places of both ends as one number. To look at a property of each fact, or at what its object is, would take more than twice as long.
// params: kg: string, first: int, last: int
// returns: type, ends
// mode: read
// engines: neo4j
UNWIND range($first, $last) AS place
MATCH (s:Entity)
WHERE id(s) = place AND s.kg = $kg
MATCH (s)-[f]->(o)
RETURN type(f) AS type, collect((place - $first) * 1099511627776 + id(o)) AS ends
