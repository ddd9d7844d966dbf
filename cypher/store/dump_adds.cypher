// name: store.dump_adds
// doc: All relationships of a table that have a position and a source.
// names: table, source, target
// returns: source, target, position, stated_as
// mode: read
// engines: both
MATCH (x:{{source}})-[r:{{table}}]->(y:{{target}})
RETURN x.id AS source, y.id AS target, r.position AS position, r.source AS stated_as
