// name: explore.version_adds
// doc: The statements that a version adds, in order.
// params: version: string
// returns: position, id, subject, relation, object, negated, source
// mode: read
// engines: both
MATCH (v:Version {id: $version})-[a:ADDS]->(s:Statement)
RETURN a.position AS position, s.id AS id, s.subject AS subject, s.relation AS relation, s.object AS object,
       s.negated AS negated, s.source AS source
ORDER BY position
