// name: store.dump_nodes
// doc: All nodes of a table.
// names: table
// returns: n
// mode: read
// engines: ladybug
MATCH (n:{{table}}) RETURN n.*
