// name: bank.things
// doc: All that is kept of the entities of a KG at the places in a range, in no order.
// params: kg: string, first: int, last: int
// returns: id, label, description, aliases, types, degree, hidden, level, kind, prominence
// mode: read
// engines: ladybug
MATCH (e:Entity)
WHERE offset(id(e)) >= $first AND offset(id(e)) <= $last AND e.kg = $kg
RETURN e.id AS id, coalesce(e.label, '') AS label, coalesce(e.description, '') AS description, e.aliases AS aliases,
       e.types AS types, e.degree AS degree, coalesce(e.hidden, false) AS hidden, coalesce(e.level, '') AS level,
       coalesce(e.kind, '') AS kind, coalesce(e.prominence, 0) AS prominence
