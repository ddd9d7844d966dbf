// name: made.nodes_of
// doc: Nodes of a kind with all their properties.
// params: ids: strings
// names: label
// returns: n
// mode: read
// engines: both
UNWIND $ids AS wanted MATCH (n:{{label}} {id: wanted}) RETURN n
