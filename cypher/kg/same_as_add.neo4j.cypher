// name: kg.same_as_add
// doc: Link entities as the same; a row is the ids of both.
// params: rows: rows
// mode: write
// engines: neo4j
UNWIND $rows AS row
MATCH (a:Entity {id: row[0]})
MATCH (b:Entity {id: row[1]})
MERGE (a)-[:SAME_AS]->(b)
