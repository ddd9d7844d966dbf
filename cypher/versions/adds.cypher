// name: versions.adds
// doc: What versions add, in order.
// params: versions: strings
// returns: version, position, source, statement
// mode: read
// engines: both
MATCH (v:Version)-[a:ADDS]->(s:Statement)
WHERE v.id IN $versions
RETURN v.id AS version, a.position AS position, a.source AS source, s.id AS statement
ORDER BY version, position, statement
