// name: store.copy_relationships
// doc: Append a table of relationships: ids of both ends, then properties.
// params: rows: rows
// names: table, source, target
// mode: write
// engines: ladybug
COPY {{table}} FROM $rows (from = '{{source}}', to = '{{target}}')
