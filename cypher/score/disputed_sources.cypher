// name: score.disputed_sources
// doc: Documents that contradict claims which another one supports, by how many claims.
// params: limit: int = 20
// returns: passage, title, claims, responses
// mode: read
// engines: both
MATCH (r:Response)-[:MAKES]->(c:Claim)-[:CONTRADICTED_BY]->(p:Passage)
MATCH (c)-[:SUPPORTED_BY]->(other:Passage)
WHERE other.id <> p.id
RETURN p.id AS passage, p.title AS title, count(DISTINCT c.id) AS claims, count(DISTINCT r.id) AS responses
ORDER BY claims DESC, responses DESC, passage
LIMIT $limit
