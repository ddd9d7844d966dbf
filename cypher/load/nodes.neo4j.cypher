// name: load.nodes
// doc: Create nodes, or bring existing ones up to date.
// params: rows: rows
// names: label
// mode: write
// engines: neo4j
UNWIND $rows AS row
MERGE (n:{{label}} {id: row.id})
SET n += row
