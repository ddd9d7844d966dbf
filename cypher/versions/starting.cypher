// name: versions.starting
// doc: Versions whose id begins with some letters.
// params: prefix: string, limit: int
// returns: id
// mode: read
// engines: both
MATCH (v:Version) WHERE v.id STARTS WITH $prefix RETURN v.id AS id ORDER BY id LIMIT $limit
