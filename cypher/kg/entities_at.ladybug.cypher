// name: kg.entities_at
// doc: What is told of the entities of a KG that are kept at the places in a range, with their places, in no order.
// params: kg: string, first: int, last: int
// returns: place, label, description, aliases, types, degree
// mode: read
// engines: ladybug
MATCH (e:Entity)
WHERE offset(id(e)) >= $first AND offset(id(e)) < $last AND e.kg = $kg
RETURN offset(id(e)) AS place, e.label AS label, e.description AS description, e.aliases AS aliases,
       e.types AS types, e.degree AS degree
