// name: made.set_ids
// doc: Ids of the sets of documents of a run.
// params: run: string
// returns: id
// mode: read
// engines: both
MATCH (s:ContextSet)-[:MADE_BY]->(r:Run) WHERE r.id = $run RETURN s.id AS id ORDER BY id
