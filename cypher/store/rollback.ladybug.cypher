// name: store.rollback
// doc: Rollback a transaction.
// mode: schema
// engines: ladybug
ROLLBACK
