// name: cookbook.contradicted_facts_of
// doc: The facts about an entity as the graph has them that some conflict contradicts.
// params: entity: entity, limit: int = 20
// returns: relation, label, object, conflicts
// mode: read
// engines: both
MATCH (e:Entity {id: $entity})<-[:SUBJECT]-(s:Statement)<-[:ORIGINAL]-(c:Conflict)
MATCH (s)-[:OBJECT]->(o)
OPTIONAL MATCH (r:Relation {id: s.relation})
RETURN s.relation AS relation, r.label AS label, o.label AS object, count(DISTINCT c.id) AS conflicts
ORDER BY relation, object
LIMIT $limit
