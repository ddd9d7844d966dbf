// name: kg.strangers
// doc: Which of the given ids belong to another KG.
// params: ids: strings, kg: string
// names: label
// returns: id, kg
// mode: read
// engines: both
UNWIND $ids AS wanted
MATCH (e:{{label}} {id: wanted})
WHERE e.kg <> $kg
RETURN e.id AS id, e.kg AS kg
ORDER BY id
