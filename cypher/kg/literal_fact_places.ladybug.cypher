// name: kg.literal_fact_places
// doc: Facts with literal objects whose subjects are kept at the given places, with the places of both ends, in no order.
// params: first: int, last: int
// returns: subject, relation, object, rank, valid_from, valid_to
// mode: read
// engines: ladybug
MATCH (s:Entity)-[f:FACT]->(o:Literal)
WHERE offset(id(s)) >= $first AND offset(id(s)) < $last
RETURN offset(id(s)) AS subject, f.relation AS relation, offset(id(o)) AS object, f.rank AS rank,
       f.valid_from AS valid_from, f.valid_to AS valid_to
