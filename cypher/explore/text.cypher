// name: explore.text
// doc: The text that renders a version, sentence by sentence with the statements each one states.
// params: version: string
// returns: position, body, statement
// mode: read
// engines: both
MATCH (t:Text)-[:RENDERS]->(v:Version {id: $version})
MATCH (t)-[:HAS]->(s:Sentence)
OPTIONAL MATCH (s)-[:STATES]->(x:Statement)
WITH s.position AS position, s.body AS body, x.id AS statement
RETURN position, body, statement
ORDER BY position, statement
