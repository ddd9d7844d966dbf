// name: cookbook.fullest_sentences
// doc: The sentences that state most statements.
// params: limit: int = 10
// returns: sentence, statements, body
// mode: read
// engines: both
MATCH (x:Sentence)-[:STATES]->(s:Statement)
RETURN x.id AS sentence, count(DISTINCT s.id) AS statements, x.body AS body
ORDER BY statements DESC, sentence
LIMIT $limit
