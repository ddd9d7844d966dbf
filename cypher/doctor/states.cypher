// name: doctor.states
// doc: Everything that sentences state.
// returns: sentence, position, statement
// mode: read
// engines: both
MATCH (s:Sentence)-[r:STATES]->(x:Statement)
RETURN s.id AS sentence, r.position AS position, x.id AS statement
