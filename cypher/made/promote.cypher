// name: made.promote
// doc: Statements known only as conclusions so far, now stated by a side: note their source.
// params: rows: rows
// mode: write
// engines: both
UNWIND $rows AS row
MATCH (s:Statement {id: row.id})
WHERE s.source = 'derived'
SET s.source = row.source
