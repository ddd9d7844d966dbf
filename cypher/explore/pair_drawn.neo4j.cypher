// name: explore.pair_drawn
// doc: A pair as a picture in Neo4j Browser: its conflicts, their statements on either side, and what these speak of.
// params: instance: string
// returns: path
// mode: read
// engines: neo4j
MATCH path = (:Instance {id: $instance})-[:HAS]->(:Conflict)-[:ORIGINAL|PERTURBED|SHARED]->(:Statement)-[:SUBJECT|OBJECT]->()
RETURN path
