// name: review.pairs
// doc: Which of the given ids are pairs.
// params: ids: strings
// returns: id
// mode: read
// engines: both
UNWIND $ids AS wanted
MATCH (i:Instance {id: wanted})
RETURN i.id AS id
ORDER BY id
