// name: explore.instance_types
// doc: How many instances of each type a run made.
// params: run: string
// returns: type, instances
// mode: read
// engines: both
MATCH (i:Instance)-[:MADE_BY]->(r:Run)
WHERE r.id = $run
RETURN i.type AS type, count(*) AS instances
ORDER BY type
