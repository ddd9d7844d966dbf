// name: made.instance_ids
// doc: Ids of the instances of a run.
// params: run: string
// returns: id
// mode: read
// engines: both
MATCH (i:Instance)-[:MADE_BY]->(r:Run) WHERE r.id = $run RETURN i.id AS id ORDER BY id
