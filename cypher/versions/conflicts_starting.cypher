// name: versions.conflicts_starting
// doc: Conflicts whose id begins with some letters.
// params: prefix: string, limit: int
// returns: id
// mode: read
// engines: both
MATCH (c:Conflict) WHERE c.id STARTS WITH $prefix RETURN c.id AS id ORDER BY id LIMIT $limit
