// name: foreign.edges
// doc: All relationships of a database that is not ours, with their types and properties.
// returns: subject, relation, object, properties
// mode: read
// engines: neo4j
MATCH (s)-[r]->(o)
RETURN elementId(s) AS subject, type(r) AS relation, elementId(o) AS object, properties(r) AS properties
ORDER BY id(r)
