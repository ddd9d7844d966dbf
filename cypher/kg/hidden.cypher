// name: kg.hidden
// doc: Ids of the entities of a KG that were cleaned away.
// params: kg: string
// returns: id
// mode: read
// engines: both
MATCH (e:Entity)
WHERE e.kg = $kg AND e.hidden
RETURN e.id AS id
ORDER BY id
