// name: bank.overlaps
// doc: Facts with a claim of another value at a time that surely overlaps theirs: both values with their times.
// params: relation: relation = any, limit: int = 20
// returns: fact, relation, subject, true_object, true_from, true_to, made_object, made_from, made_to, conflict
// mode: read
// engines: both
MATCH (f:BankFact)-[:HAS_CLAIM]->(c:Claim)-[x:CONTRADICTS]->(d:Claim)
WHERE c.kind = 'overlap' AND ($relation = 'any' OR f.relation = $relation)
MATCH (c)-[:STATES]->(s:Statement)
MATCH (d)-[:STATES]->(t:Statement)
RETURN f.id AS fact, d.relation AS relation, d.subject AS subject, d.object AS true_object, t.valid_from AS true_from,
       t.valid_to AS true_to, c.object AS made_object, s.valid_from AS made_from, s.valid_to AS made_to,
       x.conflict AS conflict
ORDER BY relation, subject, fact
LIMIT $limit
