// name: kg.every_entity
// doc: Every entity of a KG, in no order.
// params: kg: string
// returns: id, label, description, aliases, types, kg, degree, hidden
// mode: read
// engines: both
MATCH (e:Entity)
WHERE e.kg = $kg
RETURN e.id AS id, e.label AS label, e.description AS description, e.aliases AS aliases, e.types AS types,
       e.kg AS kg, e.degree AS degree, e.hidden AS hidden
