// name: bank.swayed_by
// doc: Of the facts that a model gave up for a claim (ids from scores.jsonl), how many there are of each relation and
// strength of the claims of a cause, beside all that it knew.
// params: cause: string = misinformation, swayed: strings, known: strings
// returns: relation, label, strength, swayed, known, percent
// mode: read
// engines: both
MATCH (f:BankFact)-[:HAS_CLAIM]->(c:Claim)
WHERE f.id IN $known AND c.cause = $cause AND NOT c.control
OPTIONAL MATCH (c)-[x:CONTRADICTS]->(d:Claim)
OPTIONAL MATCH (k:Conflict {id: x.conflict})
WITH f, c.relation AS label, max(coalesce(k.strength, '')) AS strength
WITH f.relation AS relation, label, strength, sum(CASE WHEN f.id IN $swayed THEN 1 ELSE 0 END) AS swayed,
     count(f.id) AS known
RETURN relation, label, strength, swayed, known, swayed * 100 / known AS percent
ORDER BY percent DESC, relation, strength
