// name: store.has_literals
// doc: One literal, if the store has any.
// returns: id
// mode: read
// engines: ladybug
MATCH (l:Literal) RETURN l.id AS id LIMIT 1
