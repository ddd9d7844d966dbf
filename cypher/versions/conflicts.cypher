// name: versions.conflicts
// doc: The conflicts of the pairs that a version belongs to.
// params: version: string
// returns: instance, conflict
// mode: read
// engines: both
MATCH (v:Version {id: $version})<-[]-(i:Instance)
MATCH (i)-[:HAS]->(c:Conflict)
RETURN DISTINCT i.id AS instance, c.id AS conflict
ORDER BY instance, conflict
