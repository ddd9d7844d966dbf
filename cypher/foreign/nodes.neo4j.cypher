// name: foreign.nodes
// doc: All nodes of a database that is not ours, with their labels and properties.
// returns: node, labels, properties
// mode: read
// engines: neo4j
MATCH (n)
RETURN elementId(n) AS node, labels(n) AS labels, properties(n) AS properties
ORDER BY id(n)
