// name: store.copy_facts_file
// doc: Append the base facts of a Parquet file: ids of both ends, relation and rank.
// params: file: string
// names: target
// mode: write
// engines: ladybug
COPY FACT(relation, rank, objects, subjects) FROM $file (from = 'Entity', to = '{{target}}')
