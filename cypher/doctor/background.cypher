// name: doctor.background
// doc: The background of the pair, set or fact of each conflict.
// returns: conflict, statement
// mode: read
// engines: both
MATCH (c:Conflict)<-[:HAS]-(i:Instance|ContextSet|BankFact)-[:BACKGROUND]->(s:Statement) RETURN c.id AS conflict, s.id AS statement
