// name: made.delete_run
// doc: Delete a run.
// params: run: string
// mode: write
// engines: both
MATCH (r:Run {id: $run}) DETACH DELETE r
