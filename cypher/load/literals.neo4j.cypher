// name: load.literals
// doc: Create literals that are not there yet.
// params: rows: rows
// mode: write
// engines: neo4j
UNWIND $rows AS row
MERGE (l:Literal {id: row.id})
ON CREATE SET l = row
