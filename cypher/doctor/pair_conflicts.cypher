// name: doctor.pair_conflicts
// doc: Every pair with its conflicts.
// returns: instance, conflict
// mode: read
// engines: both
MATCH (i:Instance)-[:HAS]->(c:Conflict) RETURN i.id AS instance, c.id AS conflict
