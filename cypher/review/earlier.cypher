// name: review.earlier
// doc: The conflicts of every pair with a version that a decision judges.
// returns: version, instance, conflict
// mode: read
// engines: both
MATCH (r:Review)-[:JUDGES]->(v:Version)<-[]-(i:Instance)-[:HAS]->(c:Conflict)
WHERE r.number IS NOT NULL
RETURN DISTINCT v.id AS version, i.id AS instance, c.id AS conflict
ORDER BY version, instance, conflict
