// name: kg.untimed_fact_places
// doc: What kg.fact_places gives, where no fact has a time of validity: reading such columns takes a quarter longer.
// params: first: int, last: int
// returns: subject, relation, object, rank
// mode: read
// engines: ladybug
MATCH (s:Entity)-[f:FACT]->(o:Entity)
WHERE offset(id(s)) >= $first AND offset(id(s)) < $last
RETURN offset(id(s)) AS subject, f.relation AS relation, offset(id(o)) AS object, f.rank AS rank
