// name: load.nodes
// doc: Create nodes.
// params: rows: rows
// names: label
// mode: write
// engines: neo4j
UNWIND $rows AS row
CREATE (n:{{label}})
SET n = row
