// name: made.originals
// doc: The statements of every original, in order, with the pair that it belongs to.
// returns: instance, version, position, statement, source
// mode: read
// engines: both
MATCH (i:Instance)-[:ORIGINAL]->(v:Version)-[a:ADDS]->(s:Statement)
RETURN i.id AS instance, v.id AS version, a.position AS position, s.id AS statement, s.source AS source
ORDER BY instance, version, position
