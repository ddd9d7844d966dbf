// name: store.dump_ids
// doc: All ids of a table of nodes.
// names: table
// returns: id
// mode: read
// engines: ladybug
MATCH (n:{{table}}) RETURN n.id AS id
