// name: contexts.about
// doc: Sets of documents that contradict each other about a thing.
// params: entity: string, limit: int = 20
// returns: set, type, contradiction, documents
// mode: read
// engines: both
MATCH (e:Entity {id: $entity})<-[:SUBJECT|OBJECT]-(:Statement)<-[:ORIGINAL|PERTURBED|SHARED]-(c:Conflict)<-[:HAS]-(s:ContextSet)
WITH DISTINCT s, c
MATCH (c)-[:ACROSS]->(p:Passage)<-[:HOLDS]-(s)
RETURN s.id AS set, s.type AS type, c.id AS contradiction, count(p) AS documents
ORDER BY set, contradiction
LIMIT $limit
