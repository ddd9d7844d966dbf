// name: made.bank_fact_ids
// doc: Ids of the facts of a bank that a run made.
// params: run: string
// returns: id
// mode: read
// engines: both
MATCH (f:BankFact)-[:MADE_BY]->(r:Run) WHERE r.id = $run RETURN f.id AS id ORDER BY id
