// name: bank.causes
// doc: Claims of banks by cause, kind and status, controls apart, with the texts that tell them.
// params: run: string =
// returns: cause, kind, status, control, claims, texts
// mode: read
// engines: both
MATCH (r:Run)<-[:MADE_BY]-(f:BankFact)-[:HAS_CLAIM]->(c:Claim)
WHERE r.id STARTS WITH $run
OPTIONAL MATCH (c)-[:EVIDENCED_BY]->(p:Passage)
RETURN c.cause AS cause, c.kind AS kind, c.status AS status, c.control AS control, count(DISTINCT c.id) AS claims,
       count(p.id) AS texts
ORDER BY cause, kind, status
