// name: doctor.adds
// doc: Everything that versions add.
// returns: version, position, source, statement
// mode: read
// engines: both
MATCH (v:Version)-[a:ADDS]->(s:Statement)
RETURN v.id AS version, a.position AS position, a.source AS source, s.id AS statement
