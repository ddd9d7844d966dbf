// name: bank.facts
// doc: The facts between entities that leave the entities of a KG at the places in a range, in no order.
// params: kg: string, first: int, last: int
// returns: subject, relation, object, valid_from, valid_to
// mode: read
// engines: ladybug
MATCH (s:Entity)-[f:FACT]->(o:Entity)
WHERE offset(id(s)) >= $first AND offset(id(s)) <= $last AND s.kg = $kg
RETURN s.id AS subject, f.relation AS relation, o.id AS object,
       coalesce(f.valid_from, '') AS valid_from, coalesce(f.valid_to, '') AS valid_to
