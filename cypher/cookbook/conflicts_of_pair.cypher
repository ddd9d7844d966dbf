// name: cookbook.conflicts_of_pair
// doc: The conflicts of a pair with their original statements, in labels.
// params: instance: string
// returns: conflict, hops, strength, id, statement
// mode: read
// engines: both
MATCH (i:Instance {id: $instance})-[:HAS]->(c:Conflict)-[:ORIGINAL]->(s:Statement)
MATCH (s)-[:SUBJECT]->(a:Entity)
MATCH (s)-[:OBJECT]->(o)
OPTIONAL MATCH (r:Relation {id: s.relation})
RETURN c.id AS conflict, c.hops AS hops, c.strength AS strength,
       s.id AS id,
       CASE WHEN s.negated THEN 'not: ' ELSE '' END + coalesce(a.label, a.id) + ' | '
         + coalesce(r.label, s.relation) + ' | ' + coalesce(o.label, o.id) AS statement
ORDER BY conflict, id
