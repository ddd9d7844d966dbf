// name: cookbook.graph_of_conflict
// doc: A conflict as a picture in Neo4j Browser: its statements with their ends, and the axioms that it rests
// on.
// params: conflict: string
// returns: path, ends
// mode: read
// engines: neo4j
MATCH path = (c:Conflict {id: $conflict})-[:ORIGINAL|PERTURBED|SHARED|USES]->(x)
OPTIONAL MATCH ends = (x)-[:SUBJECT|OBJECT]->()
RETURN path, ends
