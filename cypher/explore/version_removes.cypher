// name: explore.version_removes
// doc: The statements of its parent that a version drops.
// params: version: string
// returns: id, subject, relation, object, negated, source
// mode: read
// engines: both
MATCH (v:Version {id: $version})-[:REMOVES]->(s:Statement)
RETURN s.id AS id, s.subject AS subject, s.relation AS relation, s.object AS object, s.negated AS negated,
       s.source AS source
ORDER BY id
