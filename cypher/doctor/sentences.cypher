// name: doctor.sentences
// doc: Every sentence of a text.
// returns: text, id, position, start_char, end_char, body
// mode: read
// engines: both
MATCH (t:Text)-[:HAS]->(s:Sentence)
RETURN t.id AS text, s.id AS id, s.position AS position, s.start_char AS start_char, s.end_char AS end_char,
       s.body AS body
