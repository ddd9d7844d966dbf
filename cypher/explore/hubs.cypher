// name: explore.hubs
// doc: The best connected entities of a KG.
// params: kg: string, limit: int
// returns: id, label, degree, hidden
// mode: read
// engines: both
MATCH (e:Entity)
WHERE e.kg = $kg
RETURN e.id AS id, e.label AS label, e.degree AS degree, e.hidden AS hidden
ORDER BY degree DESC, id
LIMIT $limit
