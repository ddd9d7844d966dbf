// name: search.bearers
// doc: The labels that several things bear of which one has at least so many facts, with the facts of that one.
// params: least: int
// returns: label, degree
// mode: read
// engines: both
MATCH (e:Entity)
WHERE e.label IS NOT NULL
WITH e.label AS label, count(*) AS bearers, max(e.degree) AS degree
WHERE bearers > 1 AND degree >= $least
RETURN label, degree
ORDER BY label
