// name: store.copy_nodes
// doc: Append the nodes of a Parquet file.
// params: file: string
// names: table
// mode: write
// engines: ladybug
COPY {{table}} FROM $file
