// name: store.dump_positions
// doc: All relationships of a table that have a position.
// names: table, source, target
// returns: source, target, position
// mode: read
// engines: both
MATCH (x:{{source}})-[r:{{table}}]->(y:{{target}}) RETURN x.id AS source, y.id AS target, r.position AS position
