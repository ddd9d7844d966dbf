// name: doctor.background
// doc: The background of the pair of each conflict.
// returns: conflict, statement
// mode: read
// engines: both
MATCH (c:Conflict)<-[:HAS]-(i:Instance)-[:BACKGROUND]->(s:Statement) RETURN c.id AS conflict, s.id AS statement
