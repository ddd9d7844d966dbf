// name: versions.pairs
// doc: The pairs that a version belongs to.
// params: version: string
// returns: id, kg
// mode: read
// engines: both
MATCH (i:Instance)-[]->(v:Version {id: $version})
RETURN DISTINCT i.id AS id, i.kg AS kg
ORDER BY id
