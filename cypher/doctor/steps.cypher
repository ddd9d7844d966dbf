// name: doctor.steps
// doc: Every step of a proof with what it concludes.
// returns: conflict, id, minimal, position, concluded, days
// mode: read
// engines: both
MATCH (c:Conflict)-[:PROVED_BY]->(d:Derivation)
OPTIONAL MATCH (d)-[:CONCLUDES]->(s:Statement)
RETURN c.id AS conflict, d.id AS id, d.minimal AS minimal, d.position AS position, s.id AS concluded, d.days AS days
