// name: versions.statements_starting
// doc: Statements that some versions add whose id begins with some letters.
// params: versions: strings, prefix: string, limit: int
// returns: id
// mode: read
// engines: both
MATCH (v:Version)-[:ADDS]->(s:Statement)
WHERE v.id IN $versions AND s.id STARTS WITH $prefix
RETURN DISTINCT s.id AS id
ORDER BY id
LIMIT $limit
