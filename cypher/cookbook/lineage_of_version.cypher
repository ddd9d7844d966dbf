// name: cookbook.lineage_of_version
// doc: A version and all that it was made from, oldest last, with how much each one changed.
// params: version: string
// returns: steps, version, number, kind, adds, removes
// mode: read
// engines: both
MATCH path = (v:Version {id: $version})-[:PARENT*0..30]->(x:Version)
OPTIONAL MATCH (x)-[:ADDS]->(s:Statement)
WITH x, length(path) AS steps, count(s.id) AS adds
OPTIONAL MATCH (x)-[:REMOVES]->(s:Statement)
RETURN steps, x.id AS version, x.number AS number, x.kind AS kind, adds, count(s.id) AS removes
ORDER BY steps, version
