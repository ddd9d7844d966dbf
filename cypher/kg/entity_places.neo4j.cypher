// name: kg.entity_places
// doc: The places, in a range, at which the engine keeps entities of a KG, with their ids, and which of these are hidden.
// params: kg: string, first: int, last: int
// returns: place, id, hidden
// mode: read
// engines: neo4j
UNWIND range($first, $last) AS place
MATCH (e:Entity)
WHERE id(e) = place AND e.kg = $kg
// A list crosses the network in a tenth of the time of as many rows.
RETURN collect(place) AS place, collect(e.id) AS id, collect(coalesce(e.hidden, false)) AS hidden
