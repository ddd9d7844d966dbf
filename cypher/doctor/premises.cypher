// name: doctor.premises
// doc: Every premise of a step of a proof: a statement, or an earlier step that concludes a bound.
// returns: step, premise
// mode: read
// engines: both
MATCH (d:Derivation)-[:PREMISE]->(p) RETURN d.id AS step, p.id AS premise
