// name: kg.name_places
// doc: Label, aliases and degree of the entities of a KG that are kept at the places in a range, in no order.
// params: kg: string, first: int, last: int
// returns: id, label, aliases, degree, hidden
// mode: read
// engines: ladybug
MATCH (e:Entity)
WHERE offset(id(e)) >= $first AND offset(id(e)) <= $last AND e.kg = $kg
RETURN e.id AS id, e.label AS label, e.aliases AS aliases, e.degree AS degree, e.hidden AS hidden
