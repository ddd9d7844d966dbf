// name: made.finish_run
// doc: Note that a run is finished, with the number of its pairs, sets or facts.
// params: run: string
// mode: write
// engines: both
MATCH (r:Run {id: $run})
OPTIONAL MATCH (i:Instance|ContextSet|BankFact)-[:MADE_BY]->(r)
WITH r, count(i.id) AS pairs
SET r.pairs = pairs
