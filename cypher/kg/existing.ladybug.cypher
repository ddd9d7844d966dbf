// name: kg.existing
// doc: Those of the given triples that are base facts between entities.
// params: triples: rows
// returns: subject, relation, object
// mode: read
// engines: ladybug
UNWIND $triples AS t
MATCH (s:Entity {id: t.subject})
MATCH (o:Entity {id: t.object})
MATCH (s)-[f:FACT]->(o)
WHERE f.relation = t.relation
RETURN t.subject AS subject, t.relation AS relation, t.object AS object
