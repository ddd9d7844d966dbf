// name: kg.entity_places
// doc: The place at which the engine keeps each entity of a KG, in no order.
// params: kg: string
// returns: place, id, hidden
// mode: read
// engines: ladybug
MATCH (e:Entity)
WHERE e.kg = $kg
RETURN offset(id(e)) AS place, e.id AS id, e.hidden AS hidden
