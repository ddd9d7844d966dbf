// name: cookbook.dates_of_entity
// doc: What the graph says of an entity in dates, ages and other numbers; relations that begin with cg: are worked
// out by loading.
// params: entity: entity, limit: int = 20
// returns: relation, label, value, datatype
// mode: read
// engines: both
MATCH (e:Entity {id: $entity})-[f]->(l:Literal)
WHERE f.relation IS NOT NULL
OPTIONAL MATCH (r:Relation {id: f.relation})
RETURN f.relation AS relation, r.label AS label, l.value AS value, l.datatype AS datatype
ORDER BY relation, value
LIMIT $limit
