// name: store.write_layout
// doc: Note the layout version of a new store.
// params: layout: int
// mode: write
// engines: both
MERGE (s:Store {id: 'contragraph'}) SET s.layout = $layout
