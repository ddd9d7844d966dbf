// name: kg.name_places
// doc: Label, aliases and degree of the entities of a KG that are kept at the places in a range, a list of each.
// params: kg: string, first: int, last: int
// returns: id, label, aliases, degree, hidden
// mode: read
// engines: neo4j
UNWIND range($first, $last) AS place
MATCH (e:Entity)
WHERE id(e) = place AND e.kg = $kg
RETURN collect(e.id) AS id, collect(coalesce(e.label, '')) AS label, collect(coalesce(e.aliases, [])) AS aliases,
       collect(e.degree) AS degree, collect(coalesce(e.hidden, false)) AS hidden
