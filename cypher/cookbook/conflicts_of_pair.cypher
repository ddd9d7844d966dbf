// name: cookbook.conflicts_of_pair
// doc: The conflicts of a pair with their original statements, in labels.
// params: instance: string
// returns: conflict, hops, strength, subject, relation, object, negated, statement
// mode: read
// engines: both
MATCH (i:Instance {id: $instance})-[:HAS]->(c:Conflict)-[:ORIGINAL]->(s:Statement)
MATCH (s)-[:SUBJECT]->(a:Entity)
MATCH (s)-[:OBJECT]->(o)
OPTIONAL MATCH (r:Relation {id: s.relation})
RETURN c.id AS conflict, c.hops AS hops, c.strength AS strength,
       a.label AS subject, coalesce(r.label, s.relation) AS relation, o.label AS object, s.negated AS negated,
       s.id AS statement
ORDER BY conflict, statement
