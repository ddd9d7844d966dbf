// name: cookbook.namesakes
// doc: Labels that several entities of the graph have.
// params: kg: string =, limit: int = 20
// returns: label, entities
// mode: read
// engines: both
MATCH (e:Entity)
WHERE e.kg STARTS WITH $kg AND e.label <> ''
WITH e.label AS label, count(*) AS entities
WHERE entities > 1
RETURN label, entities
ORDER BY entities DESC, label
LIMIT $limit
