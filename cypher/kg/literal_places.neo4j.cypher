// name: kg.literal_places
// doc: The places, in a range, at which the engine keeps literals, with what they are.
// params: first: int, last: int
// returns: place, id, value, datatype, label
// mode: read
// engines: neo4j
UNWIND range($first, $last) AS place
MATCH (l:Literal)
WHERE id(l) = place
RETURN collect(place) AS place, collect(l.id) AS id, collect(l.value) AS value, collect(l.datatype) AS datatype,
       collect(coalesce(l.label, '')) AS label
