// name: store.dump_labels
// doc: All relationships of a table that say by whom, in which words and by which proof a passage speaks of a claim.
// names: table, source, target
// returns: source, target, by, snippet, proof
// mode: read
// engines: both
MATCH (x:{{source}})-[r:{{table}}]->(y:{{target}})
RETURN x.id AS source, y.id AS target, r.`by` AS `by`, r.snippet AS snippet, r.proof AS proof
