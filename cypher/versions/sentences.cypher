// name: versions.sentences
// doc: The sentences of a text with the statements that each one states, in order.
// params: text: string
// returns: position, start_char, end_char, statement, place
// mode: read
// engines: both
MATCH (t:Text {id: $text})-[:HAS]->(s:Sentence)
OPTIONAL MATCH (s)-[r:STATES]->(x:Statement)
RETURN s.position AS position, s.start_char AS start_char, s.end_char AS end_char, x.id AS statement, r.position AS place
ORDER BY position, place, statement
