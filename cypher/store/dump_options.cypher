// name: store.dump_options
// doc: All relationships of a table that have a position and a role.
// names: table, source, target
// returns: source, target, position, role
// mode: read
// engines: both
MATCH (x:{{source}})-[r:{{table}}]->(y:{{target}})
RETURN x.id AS source, y.id AS target, r.position AS position, r.role AS role
