// name: doctor.bank_claims
// doc: Every claim of a bank with what it states, its texts, and the conflict by which it contradicts the fact.
// returns: fact, place, id, kind, status, states, texts, conflict, fact_has
// mode: read
// engines: both
MATCH (f:BankFact)-[h:HAS_CLAIM]->(c:Claim)
OPTIONAL MATCH (c)-[:STATES]->(s:Statement)
OPTIONAL MATCH (c)-[:EVIDENCED_BY]->(p:Passage)
OPTIONAL MATCH (c)-[x:CONTRADICTS]->(:Claim)
WITH f, h, c, s, x, count(DISTINCT p.id) AS texts
OPTIONAL MATCH (f)-[:HAS]->(k:Conflict {id: x.conflict})
RETURN f.id AS fact, h.position AS place, c.id AS id, c.kind AS kind, c.status AS status, s.id AS states, texts,
       x.conflict AS conflict, k.id AS fact_has
