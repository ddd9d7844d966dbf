// name: cookbook.compare_runs
// doc: Two runs side by side: how many pairs of each type, and how many of them both have.
// params: first: string, second: string
// returns: type, first, second, both
// mode: read
// engines: both
MATCH (i:Instance)-[:MADE_BY]->(run:Run)
WHERE run.id IN [$first, $second]
WITH i, count(CASE WHEN run.id = $first THEN 1 ELSE NULL END) AS a, count(CASE WHEN run.id = $second THEN 1 ELSE NULL END) AS b
RETURN i.type AS type, count(CASE WHEN a > 0 THEN 1 ELSE NULL END) AS first,
       count(CASE WHEN b > 0 THEN 1 ELSE NULL END) AS second,
       count(CASE WHEN a > 0 AND b > 0 THEN 1 ELSE NULL END) AS both
ORDER BY type
