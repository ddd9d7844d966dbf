// name: store.layout
// doc: The layout version of the store.
// returns: layout
// mode: read
// engines: both
MATCH (s:Store) RETURN s.layout AS layout
