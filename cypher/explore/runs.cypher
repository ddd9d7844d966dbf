// name: explore.runs
// doc: All runs with the number of their pairs, sets or facts.
// returns: id, seed, kg, kg_snapshot, settings, instances
// mode: read
// engines: both
MATCH (r:Run)
OPTIONAL MATCH (i:Instance|ContextSet|BankFact)-[:MADE_BY]->(r)
RETURN r.id AS id, r.seed AS seed, r.kg AS kg, r.kg_snapshot AS kg_snapshot, r.settings AS settings,
       count(i.id) AS instances
ORDER BY id
