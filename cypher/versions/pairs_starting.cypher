// name: versions.pairs_starting
// doc: Pairs whose id begins with some letters.
// params: prefix: string, limit: int
// returns: id
// mode: read
// engines: both
MATCH (i:Instance) WHERE i.id STARTS WITH $prefix RETURN i.id AS id ORDER BY id LIMIT $limit
