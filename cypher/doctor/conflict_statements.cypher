// name: doctor.conflict_statements
// doc: Every conflict with its statements, by role.
// returns: conflict, role, statement
// mode: read
// engines: both
MATCH (c:Conflict)-[:ORIGINAL]->(s:Statement) RETURN c.id AS conflict, 'original' AS role, s.id AS statement
UNION ALL
MATCH (c:Conflict)-[:PERTURBED]->(s:Statement) RETURN c.id AS conflict, 'perturbed' AS role, s.id AS statement
UNION ALL
MATCH (c:Conflict)-[:SHARED]->(s:Statement) RETURN c.id AS conflict, 'shared' AS role, s.id AS statement
