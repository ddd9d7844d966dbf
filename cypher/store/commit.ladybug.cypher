// name: store.commit
// doc: Commit a transaction.
// mode: schema
// engines: ladybug
COMMIT
