// name: doctor.removes
// doc: Everything that versions remove.
// returns: version, statement
// mode: read
// engines: both
MATCH (v:Version)-[:REMOVES]->(s:Statement)
RETURN v.id AS version, s.id AS statement
