// name: kg.entities
// doc: The entities with these ids.
// params: ids: strings
// returns: id, label, description, aliases, types, kg, degree, hidden, level, kind, prominence
// mode: read
// engines: both
UNWIND $ids AS wanted
MATCH (e:Entity {id: wanted})
RETURN e.id AS id, e.label AS label, e.description AS description, e.aliases AS aliases, e.types AS types,
       e.kg AS kg, e.degree AS degree, e.hidden AS hidden,
       e.level AS level, e.kind AS kind, e.prominence AS prominence
