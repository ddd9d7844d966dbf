// name: cookbook.pairs_sharing_entity
// doc: Other pairs whose original texts have an entity as a subject that a pair has as a subject, too.
// params: instance: string, limit: int = 20
// returns: other, type, entity, label
// mode: read
// engines: both
MATCH (i:Instance {id: $instance})-[:ORIGINAL]->(v:Version)-[:ADDS]->(s:Statement)-[:SUBJECT]->(e:Entity)
WITH DISTINCT i, e
MATCH (e)<-[:SUBJECT]-(x:Statement)<-[:ADDS]-(w:Version {kind: 'original'})<-[:ORIGINAL]-(j:Instance)
WHERE j.id <> i.id
RETURN DISTINCT j.id AS other, j.type AS type, e.id AS entity, e.label AS label
ORDER BY other, entity
LIMIT $limit
