// name: made.known
// doc: Which of the given ids are nodes of a kind already.
// params: ids: strings
// names: label
// returns: id
// mode: read
// engines: both
UNWIND $ids AS wanted MATCH (n:{{label}} {id: wanted}) RETURN n.id AS id
