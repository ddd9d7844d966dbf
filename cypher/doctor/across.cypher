// name: doctor.across
// doc: Every contradiction of a set with the documents of that set that it takes.
// returns: set, conflict, passage
// mode: read
// engines: both
MATCH (s:ContextSet)-[:HAS]->(c:Conflict)
OPTIONAL MATCH (c)-[:ACROSS]->(p:Passage)<-[:HOLDS]-(s)
RETURN s.id AS set, c.id AS conflict, p.id AS passage
