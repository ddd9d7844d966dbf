// name: made.delete
// doc: Delete nodes with their relationships.
// params: ids: strings
// names: label
// mode: write
// engines: both
UNWIND $ids AS one
MATCH (n:{{label}} {id: one})
DETACH DELETE n
