// name: store.copy_nodes
// doc: Append a table of nodes.
// params: rows: rows
// names: table
// mode: write
// engines: ladybug
COPY {{table}} FROM $rows
