// name: bank.things
// doc: All that is kept of the entities of a KG at the places in a range, a list of each column.
// params: kg: string, first: int, last: int
// returns: id, label, description, aliases, types, degree, hidden, level, kind, prominence
// mode: read
// engines: neo4j
UNWIND range($first, $last) AS place
MATCH (e:Entity)
WHERE id(e) = place AND e.kg = $kg
RETURN collect(e.id) AS id, collect(coalesce(e.label, '')) AS label, collect(coalesce(e.description, '')) AS description,
       collect(coalesce(e.aliases, [])) AS aliases, collect(coalesce(e.types, [])) AS types, collect(e.degree) AS degree,
       collect(coalesce(e.hidden, false)) AS hidden, collect(coalesce(e.level, '')) AS level,
       collect(coalesce(e.kind, '')) AS kind, collect(coalesce(e.prominence, 0)) AS prominence
