// name: kg.every_fact
// doc: Every fact of a KG between entities, in no order.
// params: kg: string
// returns: subject, relation, object, rank, valid_from, valid_to
// mode: read
// engines: both
MATCH (s:Entity)-[f]->(o:Entity)
WHERE s.kg = $kg AND f.relation IS NOT NULL
RETURN s.id AS subject, f.relation AS relation, o.id AS object, f.rank AS rank,
       f.valid_from AS valid_from, f.valid_to AS valid_to
