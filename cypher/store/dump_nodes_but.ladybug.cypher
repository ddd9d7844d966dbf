// name: store.dump_nodes_but
// doc: All nodes of a table but those of one KG.
// params: kg: string
// names: table
// returns: n
// mode: read
// engines: ladybug
MATCH (n:{{table}}) WHERE n.kg <> $kg RETURN n.*
