// name: kg.names
// doc: Label, aliases and degree of every entity of a KG, in no order.
// params: kg: string
// returns: id, label, aliases, degree, hidden
// mode: read
// engines: both
MATCH (e:Entity)
WHERE e.kg = $kg
RETURN e.id AS id, e.label AS label, e.aliases AS aliases, e.degree AS degree, e.hidden AS hidden
