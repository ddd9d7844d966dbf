// name: kg.every_literal_fact
// doc: Every fact of a KG with a literal object, in no order.
// params: kg: string
// returns: subject, relation, object, rank, value, datatype, label, valid_from, valid_to
// mode: read
// engines: both
MATCH (s:Entity)-[f]->(o:Literal)
WHERE s.kg = $kg AND f.relation IS NOT NULL
RETURN s.id AS subject, f.relation AS relation, o.id AS object, f.rank AS rank,
       o.value AS value, o.datatype AS datatype, o.label AS label,
       f.valid_from AS valid_from, f.valid_to AS valid_to
