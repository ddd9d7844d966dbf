// name: datasets.claims
// doc: What texts of others say of an entity of a loaded graph.
// params: entity: entity, limit: int = 20
// returns: dataset, item, subject, relation, object, negated, document
// mode: read
// engines: both
MATCH (d:Dataset)-[:HOLDS]->(i:Item)-[:COMPARES]->(p:Passage)-[:READS]->(:Line)-[:CLAIMS]->(c:Claim)
WHERE c.subject_entity = $entity OR c.object_entity = $entity
RETURN DISTINCT d.name AS dataset, i.name AS item, c.subject AS subject, c.relation AS relation, c.object AS object,
       c.negated AS negated, coalesce(p.title, "") AS document
ORDER BY dataset, item, subject, relation, object, document
LIMIT $limit
