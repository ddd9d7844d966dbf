// name: doctor.background
// doc: The background of the pair or set of each conflict.
// returns: conflict, statement
// mode: read
// engines: both
MATCH (c:Conflict)<-[:HAS]-(i:Instance|ContextSet)-[:BACKGROUND]->(s:Statement) RETURN c.id AS conflict, s.id AS statement
