// name: load.delete_literals
// doc: Delete literals that nothing refers to.
// mode: write
// engines: neo4j
MATCH (l:Literal)
WHERE NOT (l)--()
CALL (l) { DELETE l } IN TRANSACTIONS OF 5000 ROWS
