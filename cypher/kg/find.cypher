// name: kg.find
// doc: Entities of which the lower-case text is a name (label or alias), best connected first.
// params: name: string, limit: int
// returns: id, label, description, aliases, types, kg, degree, hidden
// mode: read
// engines: both
MATCH (e:Entity)
WHERE $name IN e.names
RETURN e.id AS id, e.label AS label, e.description AS description, e.aliases AS aliases, e.types AS types,
       e.kg AS kg, e.degree AS degree, e.hidden AS hidden
ORDER BY degree DESC, id
LIMIT $limit
