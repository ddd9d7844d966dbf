// name: cookbook.versions_of_pair
// doc: The versions that a pair is made of, with the length of their texts.
// params: instance: string
// returns: kind, version, number, sentences, characters
// mode: read
// engines: both
MATCH (i:Instance {id: $instance})-[:ORIGINAL|PERTURBED]->(v:Version)<-[:RENDERS]-(t:Text)-[:HAS]->(x:Sentence)
RETURN v.kind AS kind, v.id AS version, v.number AS number, count(DISTINCT x.id) AS sentences,
       max(x.end_char) AS characters
ORDER BY number, version
