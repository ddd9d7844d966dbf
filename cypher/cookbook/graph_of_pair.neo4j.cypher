// name: cookbook.graph_of_pair
// doc: A pair as a picture in Neo4j Browser: both versions with the statements that they add or remove, and the
// conflicts.
// params: instance: string
// returns: path, ends
// mode: read
// engines: neo4j
MATCH path = (i:Instance {id: $instance})-[:ORIGINAL|PERTURBED|HAS]->(x)-[:ADDS|REMOVES|ORIGINAL|PERTURBED|SHARED]->(s:Statement)
OPTIONAL MATCH ends = (s)-[:SUBJECT|OBJECT]->()
RETURN path, ends
