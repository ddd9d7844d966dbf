// name: review.there
// doc: Which of the given ids are versions or conflicts.
// params: ids: strings
// returns: kind, id
// mode: read
// engines: both
UNWIND $ids AS wanted
MATCH (v:Version {id: wanted})
RETURN 'Version' AS kind, v.id AS id
UNION ALL
UNWIND $ids AS wanted
MATCH (c:Conflict {id: wanted})
RETURN 'Conflict' AS kind, c.id AS id
