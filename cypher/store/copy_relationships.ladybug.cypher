// name: store.copy_relationships
// doc: Append the relationships of a Parquet file: ids of both ends, then properties.
// params: file: string
// names: table, source, target
// mode: write
// engines: ladybug
COPY {{table}} FROM $file (from = '{{source}}', to = '{{target}}')
