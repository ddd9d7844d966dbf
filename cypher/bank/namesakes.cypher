// name: bank.namesakes
// doc: Facts beside what is true of a namesake of their subject, a contradiction if the two were one; with its conflict.
// params: relation: relation = any, limit: int = 20
// returns: fact, relation, subject, true_object, namesake, its_object, conflict
// mode: read
// engines: both
MATCH (f:BankFact)-[:HAS_CLAIM]->(c:Claim)-[x:CONTRADICTS]->(d:Claim)
WHERE c.kind = 'namesake' AND ($relation = 'any' OR f.relation = $relation)
RETURN f.id AS fact, d.relation AS relation, d.subject AS subject, d.object AS true_object, c.subject_entity AS namesake,
       c.object AS its_object, x.conflict AS conflict
ORDER BY relation, subject, fact
LIMIT $limit
