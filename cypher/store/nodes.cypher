// name: store.nodes
// doc: How many nodes a database has, whatever they are.
// returns: nodes
// mode: read
// engines: both
MATCH (n) RETURN count(n) AS nodes
