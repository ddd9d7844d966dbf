// name: kg.entity_places
// doc: The places, in a range, at which the engine keeps entities of a KG, with their ids, in no order.
// params: kg: string, first: int, last: int
// returns: place, id, hidden
// mode: read
// engines: ladybug
MATCH (e:Entity)
WHERE offset(id(e)) >= $first AND offset(id(e)) < $last AND e.kg = $kg
RETURN offset(id(e)) AS place, e.id AS id, e.hidden AS hidden
