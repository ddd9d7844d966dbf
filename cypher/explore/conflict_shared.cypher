// name: explore.conflict_shared
// doc: The shared statements of a conflict.
// params: conflict: string
// returns: id, subject, relation, object, negated
// mode: read
// engines: both
MATCH (c:Conflict {id: $conflict})-[:SHARED]->(s:Statement)
RETURN s.id AS id, s.subject AS subject, s.relation AS relation, s.object AS object, s.negated AS negated
ORDER BY id
