// name: doctor.runs
// doc: Every run with the number of its pairs, sets or facts, noted and counted.
// returns: id, seed, settings, kg, kg_snapshot, pairs, counted
// mode: read
// engines: both
MATCH (r:Run)
OPTIONAL MATCH (i:Instance|ContextSet|BankFact)-[:MADE_BY]->(r)
RETURN r.id AS id, r.seed AS seed, r.settings AS settings, r.kg AS kg, r.kg_snapshot AS kg_snapshot, r.pairs AS pairs,
       count(i.id) AS counted
