// name: made.finish_run
// doc: Note that a run is finished, with the number of its pairs or sets.
// params: run: string
// mode: write
// engines: both
MATCH (r:Run {id: $run})
OPTIONAL MATCH (i:Instance|ContextSet)-[:MADE_BY]->(r)
WITH r, count(i.id) AS pairs
SET r.pairs = pairs
