// name: kg.existing_literal
// doc: Those of the given triples that are base facts with a literal object.
// params: triples: rows
// returns: subject, relation, object
// mode: read
// engines: ladybug
UNWIND $triples AS t
MATCH (s:Entity {id: t.subject})
MATCH (o:Literal {id: t.object})
MATCH (s)-[f:FACT]->(o)
WHERE f.relation = t.relation
RETURN t.subject AS subject, t.relation AS relation, t.object AS object
