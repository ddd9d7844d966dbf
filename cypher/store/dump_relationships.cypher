// name: store.dump_relationships
// doc: All relationships of a table between two kinds of nodes.
// names: table, source, target
// returns: source, target
// mode: read
// engines: both
MATCH (x:{{source}})-[r:{{table}}]->(y:{{target}}) RETURN x.id AS source, y.id AS target
