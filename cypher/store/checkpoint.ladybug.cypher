// name: store.checkpoint
// doc: Bring the write-ahead log into the file.
// mode: schema
// engines: ladybug
CHECKPOINT
