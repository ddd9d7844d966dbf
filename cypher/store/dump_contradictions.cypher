// name: store.dump_contradictions
// doc: All relationships of a table that name a conflict.
// names: table, source, target
// returns: source, target, conflict
// mode: read
// engines: both
MATCH (x:{{source}})-[r:{{table}}]->(y:{{target}}) RETURN x.id AS source, y.id AS target, r.conflict AS conflict
