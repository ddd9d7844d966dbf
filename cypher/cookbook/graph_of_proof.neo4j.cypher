// name: cookbook.graph_of_proof
// doc: The proof of a conflict as a picture in Neo4j Browser: its steps with premises, axioms and conclusions.
// params: conflict: string
// returns: path, ends
// mode: read
// engines: neo4j
MATCH path = (c:Conflict {id: $conflict})-[:PROVED_BY]->(d:Derivation)-[:PREMISE|CONCLUDES|USES]->(x)
OPTIONAL MATCH ends = (x)-[:SUBJECT|OBJECT]->()
RETURN path, ends
