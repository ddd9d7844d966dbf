// name: made.relationships
// doc: Join nodes; what is joined already stays as it is.
// params: rows: rows
// names: type, source, target
// mode: write
// engines: neo4j
UNWIND $rows AS row
MATCH (x:{{source}} {id: row.source})
MATCH (y:{{target}} {id: row.target})
MERGE (x)-[r:{{type}}]->(y)
ON CREATE SET r += row.properties
