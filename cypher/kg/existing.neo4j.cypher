// name: kg.existing
// doc: Those of the given triples that are base facts between entities.
// params: triples: rows
// returns: subject, relation, object
// mode: read
// engines: neo4j
UNWIND $triples AS t
MATCH (s:Entity {id: t.subject})
MATCH (o:Entity {id: t.object})
WHERE EXISTS { MATCH (s)-[f]->(o) WHERE f.relation = t.relation }
RETURN t.subject AS subject, t.relation AS relation, t.object AS object
