// name: versions.removes
// doc: What versions remove from their parents.
// params: versions: strings
// returns: version, statement
// mode: read
// engines: both
MATCH (v:Version)-[:REMOVES]->(s:Statement)
WHERE v.id IN $versions
RETURN v.id AS version, s.id AS statement
ORDER BY version, statement
