// name: store.last_place
// doc: The highest place at which the engine keeps a node of a label, and how many there are; nothing where there is none.
// names: label
// returns: place, nodes
// mode: read
// engines: ladybug
MATCH (n:{{label}})
RETURN max(offset(id(n))) AS place, count(n) AS nodes
