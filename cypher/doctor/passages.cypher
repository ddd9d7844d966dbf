// name: doctor.passages
// doc: Every document of a set with the version that it tells, and its text.
// returns: set, id, position, body, version, text
// mode: read
// engines: both
MATCH (s:ContextSet)-[:HOLDS]->(p:Passage)
OPTIONAL MATCH (p)-[:TELLS]->(v:Version)<-[:RENDERS]-(t:Text)
RETURN s.id AS set, p.id AS id, p.position AS position, p.body AS body, v.id AS version, t.body AS text
