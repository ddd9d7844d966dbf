// name: versions.reviews
// doc: What reviewers say of versions.
// params: versions: strings
// returns: version, id, reviewer, verdict, reason
// mode: read
// engines: both
MATCH (r:Review)-[:JUDGES]->(v:Version)
WHERE v.id IN $versions
RETURN v.id AS version, r.id AS id, r.reviewer AS reviewer, r.verdict AS verdict, r.reason AS reason
ORDER BY version, reviewer, id
