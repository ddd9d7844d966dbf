// name: doctor.sets
// doc: Every set of documents with its type.
// returns: id, type
// mode: read
// engines: both
MATCH (s:ContextSet) RETURN s.id AS id, s.type AS type
