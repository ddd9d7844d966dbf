// name: kg.described
// doc: Every entity of a KG with the names, description and classes that tell when it was.
// params: kg: string
// returns: id, label, description, aliases, types
// mode: read
// engines: both
MATCH (e:Entity)
WHERE e.kg = $kg
RETURN e.id AS id, e.label AS label, e.description AS description, e.aliases AS aliases, e.types AS types
