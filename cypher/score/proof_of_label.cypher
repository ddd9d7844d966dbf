// name: score.proof_of_label
// doc: What documents say of the claims of a response: by whom it is known, in which words, and the proof (JSON).
// params: response: string
// returns: claim, label, passage, title, by, snippet, proof
// mode: read
// engines: both
MATCH (r:Response {name: $response})-[:MAKES]->(c:Claim)-[l:SUPPORTED_BY]->(p:Passage)
RETURN c.body AS claim, 'supports' AS label, p.id AS passage, p.title AS title, l.`by` AS `by`, l.snippet AS snippet,
       l.proof AS proof
UNION ALL
MATCH (r:Response {name: $response})-[:MAKES]->(c:Claim)-[l:CONTRADICTED_BY]->(p:Passage)
RETURN c.body AS claim, 'contradicts' AS label, p.id AS passage, p.title AS title, l.`by` AS `by`,
       l.snippet AS snippet, l.proof AS proof
