// name: contexts.documents_of
// doc: The documents of a set in their order, with how many of its contradictions each takes part in.
// params: set: string
// returns: document, title, role, contradictions, text
// mode: read
// engines: both
MATCH (s:ContextSet {id: $set})-[:HOLDS]->(p:Passage)
OPTIONAL MATCH (s)-[:HAS]->(c:Conflict)-[:ACROSS]->(p)
RETURN p.position + 1 AS document, p.title AS title, p.role AS role, count(c) AS contradictions, p.body AS text
ORDER BY document
