// name: store.begin
// doc: Begin a transaction.
// mode: schema
// engines: ladybug
BEGIN TRANSACTION
