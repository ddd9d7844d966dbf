// name: doctor.premises
// doc: Every premise of a step of a proof.
// returns: step, statement
// mode: read
// engines: both
MATCH (d:Derivation)-[:PREMISE]->(s:Statement) RETURN d.id AS step, s.id AS statement
