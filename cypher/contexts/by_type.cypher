// name: contexts.by_type
// doc: How many sets of documents there are of each type, shape and position.
// returns: kg, type, shape, position, sets
// mode: read
// engines: both
MATCH (s:ContextSet)
RETURN s.kg AS kg, s.type AS type, s.shape AS shape, s.position AS position, count(s) AS sets
ORDER BY kg, type, shape, position
