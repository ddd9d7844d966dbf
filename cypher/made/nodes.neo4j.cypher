// name: made.nodes
// doc: Create nodes that are not there yet.
// params: rows: rows
// names: label
// mode: write
// engines: neo4j
UNWIND $rows AS row
MERGE (n:{{label}} {id: row.id})
ON CREATE SET n += row
