// name: doctor.pairs
// doc: Every pair with its type and runs.
// returns: id, type, run
// mode: read
// engines: both
MATCH (i:Instance) OPTIONAL MATCH (i)-[:MADE_BY]->(r:Run)
RETURN i.id AS id, i.type AS type, r.id AS run
