// name: score.conflicted_claims
// doc: Claims of responses that one document supports and another one contradicts, the most disputed first.
// params: response: string =, limit: int = 20
// returns: response, claim, supporting, contradicting
// mode: read
// engines: both
MATCH (r:Response)-[:MAKES]->(c:Claim)
WHERE $response = '' OR r.name = $response
MATCH (c)-[:SUPPORTED_BY]->(p:Passage)
WITH r, c, count(DISTINCT p) AS supporting
MATCH (c)-[:CONTRADICTED_BY]->(q:Passage)
WITH r, c, supporting, count(DISTINCT q) AS contradicting
WHERE EXISTS { MATCH (c)-[:SUPPORTED_BY]->(a:Passage), (c)-[:CONTRADICTED_BY]->(b:Passage) WHERE a.id <> b.id }
RETURN r.name AS response, c.body AS claim, supporting, contradicting
ORDER BY contradicting DESC, supporting DESC, response, claim
LIMIT $limit
