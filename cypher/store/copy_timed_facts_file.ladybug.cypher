// name: store.copy_timed_facts_file
// doc: Append the base facts of a Parquet file: ids of both ends, relation, rank and the time of validity.
// params: file: string
// names: target
// mode: write
// engines: ladybug
COPY FACT(relation, rank, valid_from, valid_to, objects, subjects) FROM $file (from = 'Entity', to = '{{target}}')
